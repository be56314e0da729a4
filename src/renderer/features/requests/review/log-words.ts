import type { ReviewLogEntry } from '#shared/contract/requests.ts'

const PLAIN: Readonly<Record<string, string>> = {
  'request.undone': 'undone',
  'request.claimed': 'claimed',
  'request.released': 'released',
  'request.viewed': 'viewed',
  'document.viewed': 'documents',
  'request.deleted': 'deleted',
  'request.restored': 'restored',
}

/** Key below `log.` of the text of a line of the history. */
export function logKey({ action, status }: Pick<ReviewLogEntry, 'action' | 'status'>): string {
  if (action === 'request.decided') return status === 'rejected' ? 'rejected' : 'approved'
  if (action === 'portrait.decided')
    return status === 'rejected' ? 'portraitRejected' : 'portraitApproved'
  if (action === 'request.claimed' && status === 'taken-over') return 'takenOver'
  return PLAIN[action] ?? 'other'
}

/** Decisions are highlighted among the looks. */
export const isDecision = ({ action }: Pick<ReviewLogEntry, 'action'>): boolean =>
  action.endsWith('.decided') || action === 'request.undone'
