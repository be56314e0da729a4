/**
 * The check-ins that this page recorded. A camera sees a card again when its holder lowers the hand and raises it: that
 * person stands before staff and may pass. In memory only, and no longer than that takes.
 */
import type { VerifyReply } from '#shared/contract/card.ts'
import { JUST_ADMITTED_MS } from '../result/result.ts'

export interface OwnEntries {
  readonly add: (entry: { readonly cardId: string; readonly at: string }) => void
  /** Its first check-in is one of them, and a few seconds old. */
  readonly has: (reply: Pick<VerifyReply, 'cardId' | 'firstCheckIn'>) => boolean
}

/** @param nowMs a clock that only grows: the times of the server may differ by minutes */
export function createOwnEntries(nowMs: () => number): OwnEntries {
  const entries = new Map<string, { readonly atMs: number; readonly sinceMs: number }>()
  function drop(): void {
    for (const [cardId, { sinceMs }] of entries)
      if (nowMs() - sinceMs >= JUST_ADMITTED_MS) entries.delete(cardId)
  }
  return {
    add({ cardId, at }) {
      drop()
      entries.set(cardId, { atMs: Date.parse(at), sinceMs: nowMs() })
    },
    has({ cardId, firstCheckIn }) {
      drop()
      if (cardId === null || firstCheckIn === null) return false
      return entries.get(cardId)?.atMs === Date.parse(firstCheckIn.at)
    },
  }
}

export const ownEntries = createOwnEntries(() => performance.now())
