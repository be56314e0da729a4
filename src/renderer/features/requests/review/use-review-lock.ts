import { useEffect, useRef } from 'react'
import {
  claimRequest,
  CLAIM_TTL_S,
  type FullRequest,
  releaseRequest,
} from '#shared/contract/requests.ts'
import { api, ask } from '../../../platform/calls/api.ts'
import { keepRequest, reloadRequest } from '../queries.ts'
import { shouldRenew } from './lock-timing.ts'
import { useCall } from '../../../ui/form/use-call.ts'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../../ui/form/form-problems.ts'

const LOOK_AGAIN_MS = 30_000
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Holds the review lock of the open request while the reviewer works on it: renewed while there is input, released on
 * leaving. An unattended page loses it after a quarter of an hour.
 */
export function useClaim({ requestId, status, claim }: FullRequest) {
  const { t } = useTranslation('problems')
  const wanted = status === 'pending' && claim === null
  const mine = status === 'pending' && claim?.mine === true

  const {
    run: take,
    busy,
    notice,
  } = useCall(
    async (takeOver: boolean) =>
      keepRequest(
        requestId,
        await ask(claimRequest, { params: { id: requestId }, body: { takeOver } }),
      ),
    async (failure) => {
      if (failure.problem?.status !== 409 && failure.problem?.status !== 404)
        return problemText(t, failure)
      await reloadRequest(requestId) // a colleague took it first: the page shows who
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
      if (Date.parse(until) <= now) void reloadRequest(requestId)
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
  }, [requestId, take, until])

  const held = useRef(false)
  useEffect(() => {
    held.current = mine
  }, [mine])
  useEffect(
    () => () => {
      // The call is not awaited; if it fails, the review lock expires.
      if (held.current) void api.call(releaseRequest, { params: { id: requestId } })
    },
    [requestId],
  )

  return { mine, busy, notice, take }
}
