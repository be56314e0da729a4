/**
 * An edit that the end of the session interrupted. Kept in the memory of this page alone, for the same user, until it
 * is saved or discarded: a report that is not public must not be in a browser's storage.
 */
import type { Report } from '#shared/contract/reports.ts'
import { currentSession, onPersonLeft } from '../../platform/session/session.ts'
import type { EditForm } from './edit-form.ts'

interface InterruptedEdit {
  readonly cardId: string
  /** What was read before the first change. */
  readonly base: Report
  readonly form: EditForm
}

let kept: InterruptedEdit | undefined
/** Once only: a user who does not sign in continues to read. */
let wasLed = false

export function keepEdit(base: Report, form: EditForm): void {
  const session = currentSession()
  if (session.state !== 'authenticated') return // the session has ended: the kept edit must not change
  kept = { cardId: session.user.cardId, base, form }
  wasLed = false
}

export function dropEdit(): void {
  kept = undefined
}

export function keptEdit(): InterruptedEdit | undefined {
  const session = currentSession()
  return session.state === 'authenticated' && session.user.cardId === kept?.cardId
    ? kept
    : undefined
}

/** @returns whether to lead the user to the sign-in: there is an edit to come back to */
export function leadOnce(): boolean {
  if (kept === undefined || wasLed) return false
  wasLed = true
  return true
}

onPersonLeft(() =>
  // The new state is set when this task is done.
  queueMicrotask(() => {
    const session = currentSession()
    if (
      session.state === 'authenticated'
        ? session.user.cardId !== kept?.cardId
        : session.state === 'unauthenticated' && session.reason === 'left'
    )
      dropEdit()
  }),
)
