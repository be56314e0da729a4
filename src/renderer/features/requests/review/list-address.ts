/** The filters of the list from which a request was opened; nothing where it was opened by its address. */
export function listOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return ''
  return typeof state.list === 'string' ? state.list : ''
}
