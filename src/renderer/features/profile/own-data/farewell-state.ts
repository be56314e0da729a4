/** Carried in the history entry, so that only the user who deleted the account sees the page. */
export interface FarewellState {
  readonly erased: true
}

export const isFarewell = (state: unknown): state is FarewellState =>
  typeof state === 'object' && state !== null && 'erased' in state && state.erased === true
