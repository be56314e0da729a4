import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { fullName } from '#shared/domain/people/person-name.ts'
import type { FullRequest } from '#shared/contract/requests.ts'
import { problemText } from '../../../ui/form/form-problems.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { reloadRequest, takeNext } from '../queries.ts'
import type { ReviewDeed } from './use-decision.ts'
import { useCall } from '../../../ui/form/use-call.ts'

/** Moves through the queue: forward, back, and forward after a decision. */
export function useQueue(request: FullRequest) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const navigate = useNavigate()
  const { state } = useLocation()
  const [said, setSaid] = useState<string>()
  const open = (id: string): void =>
    void navigate(`../${id}`, { relative: 'path', state: state as unknown })
  const { requestId } = request

  const move = useCall(
    async (direction: 'forward' | 'back', fromStart: boolean) => {
      let next = await takeNext(requestId, direction)
      if (next.requestId === null && fromStart) next = await takeNext()
      if (next.requestId === null || next.requestId === requestId) {
        setSaid(
          next.heldByOthers > 0
            ? t('queue.allHeld', { count: next.heldByOthers })
            : t(
                direction === 'back'
                  ? 'queue.noneBefore'
                  : fromStart
                    ? 'queue.empty'
                    : 'queue.noneAfter',
              ),
        )
        return false
      }
      open(next.requestId)
      return true
    },
    (failure) => setSaid(problemText(t, failure)),
  )
  /** True when another request was opened. */
  const go = async (direction: 'forward' | 'back', fromStart = false): Promise<boolean> => {
    setSaid(undefined)
    return (await move.run(direction, fromStart))?.value === true
  }
  const moving = move.busy ? move.input?.[0] : undefined
  const afterDecision = async (deed: ReviewDeed): Promise<void> => {
    toast.success(t(`done.${deed}`, { name: fullName(request) }))
    if (await go('forward', true)) return
    if (deed === 'delete') await navigate('..', { relative: 'path' })
    else await reloadRequest(requestId)
  }
  return { moving, said, go, afterDecision }
}

export type Queue = ReturnType<typeof useQueue>
