import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CLAIM_TTL_S, type ReviewLock } from '#shared/contract/base/review-lock.ts'
import { problemText } from '../../call/form-problems.ts'
import { useCall } from '../../call/use-call.ts'
import { shouldRenew } from './lock-timing.ts'

const LOOK_AGAIN_MS = 30_000
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** The calls for one kind of item. The object stays the same between renders. */
export interface LockCalls<Id> {
  /** Takes or renews the lock, and keeps the reply where the page reads it. */
  readonly take: (id: Id, takeOver: boolean) => Promise<void>
  /** Not awaited; if it fails, the lock expires. */
  readonly release: (id: Id) => void
  /** Reads again who holds the item. */
  readonly reload: (id: Id) => Promise<void>
}

interface LockedItem<Id> {
  readonly id: Id
  /** Only an item that waits for a decision is held. */
  readonly waits: boolean
  /** Undefined: not known yet. */
  readonly claim: ReviewLock | null | undefined
}

/**
 * Holds the review lock of the open item while the reviewer works on it: renewed while there is input, released on
 * leaving. An unattended page loses it after a quarter of an hour.
 */
export function useReviewLock<Id>(calls: LockCalls<Id>, { id, waits, claim }: LockedItem<Id>) {
  const { t } = useTranslation('problems')
  const wanted = waits && claim === null
  const mine = waits && claim?.mine === true

  const {
    run: take,
    busy,
    notice,
  } = useCall(
    (takeOver: boolean) => calls.take(id, takeOver),
    async (failure) => {
      if (failure.problem?.status !== 409 && failure.problem?.status !== 404)
        return problemText(t, failure)
      await calls.reload(id) // a colleague took it first: the page shows who
      return undefined
    },
  )

  // Once for each opening: after it was lost or refused, the reviewer decides whether to take it again.
  const asked = useRef(false)
  useEffect(() => {
    if (!wanted || asked.current) return
    asked.current = true
    void take(false)
  }, [take, wanted])

  const until = mine ? claim.until : undefined
  const lastSign = useRef(0)
  useEffect(() => {
    if (until === undefined) return undefined
    const onSign = (): void => void (lastSign.current = Date.now())
    onSign()
    for (const kind of SIGNS_OF_LIFE) document.addEventListener(kind, onSign, { passive: true })
    const timer = setInterval(() => {
      const now = Date.now()
      if (Date.parse(until) <= now) void calls.reload(id)
      else if (
        shouldRenew({
          now,
          until: Date.parse(until),
          lastSign: lastSign.current,
          ttlMs: CLAIM_TTL_S * 1_000,
        })
      )
        void take(false)
    }, LOOK_AGAIN_MS)
    return () => {
      clearInterval(timer)
      for (const kind of SIGNS_OF_LIFE) document.removeEventListener(kind, onSign)
    }
  }, [calls, id, take, until])

  const held = useRef(false)
  useEffect(() => {
    held.current = mine
  }, [mine])
  useEffect(
    () => () => {
      if (held.current) calls.release(id)
    },
    [calls, id],
  )

  return {
    mine,
    busy,
    notice,
    take,
    /** The lock went with the decision: there is nothing left to release. */
    forget: (): void => void (held.current = false),
  }
}
