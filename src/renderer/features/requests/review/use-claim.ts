import { useCallback, useEffect, useRef, useState } from 'react'
import {
  claimRequest,
  CLAIM_TTL_S,
  type FullRequest,
  releaseRequest,
} from '#shared/contract/requests.ts'
import { api, ask, CallFailure } from '../../../platform/api.ts'
import { keepRequest, reloadRequest } from '../queries.ts'
import { shouldRenew } from './claim-timing.ts'

const LOOK_AGAIN_MS = 30_000
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Holds the request that is on the screen, as long as somebody works on it: renewed while there is movement, let go on
 * leaving. Whoever goes home with the page open loses it after a quarter of an hour.
 */
export function useClaim({ requestId, status, claim }: FullRequest) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const wanted = status === 'pending' && claim === null
  const mine = status === 'pending' && claim?.mine === true

  const take = useCallback(
    async (takeOver = false): Promise<void> => {
      setBusy(true)
      setFailure(undefined)
      try {
        keepRequest(
          requestId,
          await ask(claimRequest, { params: { id: requestId }, body: { takeOver } }),
        )
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        // A colleague was faster: the page shows who.
        if (error.problem?.status === 409 || error.problem?.status === 404)
          await reloadRequest(requestId)
        else setFailure(error)
      } finally {
        setBusy(false)
      }
    },
    [requestId],
  )

  // Once for each opening: after it was lost or refused, people decide themselves whether to take it again.
  const asked = useRef(false)
  useEffect(() => {
    if (!wanted || asked.current) return
    asked.current = true
    void take()
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
      if (Date.parse(until) <= now) void reloadRequest(requestId)
      else if (
        shouldRenew({
          now,
          until: Date.parse(until),
          lastSign: lastSign.current,
          ttlMs: CLAIM_TTL_S * 1_000,
        })
      )
        void take()
    }, LOOK_AGAIN_MS)
    return () => {
      clearInterval(timer)
      for (const kind of SIGNS_OF_LIFE) document.removeEventListener(kind, onSign)
    }
  }, [requestId, take, until])

  const held = useRef(false)
  useEffect(() => {
    held.current = mine
  }, [mine])
  useEffect(
    () => () => {
      // Nobody waits for this; where it does not arrive, the claim ends by itself.
      if (held.current) void api.call(releaseRequest, { params: { id: requestId } })
    },
    [requestId],
  )

  return { mine, busy, failure, take }
}
