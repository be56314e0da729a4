/**
 * An edit that the end of the session interrupted. In the memory of this page alone, for the same person, until it is
 * saved or given up: a report that is not public has no place in a browser's storage.
 */
import type { Report } from '#shared/contract/reports.ts'
import { currentSession, onPersonLeft } from '../../../platform/session.ts'
import type { EditForm } from './edit-form.ts'

interface InterruptedEdit {
  readonly cardId: string
  /** What was read before the first change. */
  readonly base: Report
  readonly form: EditForm
}

let kept: InterruptedEdit | undefined
/** Once is enough: who would rather not sign in reads on. */
let wasLed = false

export function keepEdit(base: Report, form: EditForm): void {
  const session = currentSession()
  if (session.state !== 'authenticated') return // it has ended: what was kept stays as it is
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

/** @returns whether the person should be led to the sign-in: there is something to come back to */
export function leadOnce(): boolean {
  if (kept === undefined || wasLed) return false
  wasLed = true
  return true
}

onPersonLeft(() =>
  // The new state stands when this task is done.
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
