import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { fullName } from '#shared/domain/person-name.ts'
import type { FullRequest } from '#shared/contract/requests.ts'
import { CallFailure } from '../../../platform/api.ts'
import { problemText } from '../../../ui/form-problems.ts'
import { toast } from '../../../ui/toast.ts'
import { reloadRequest } from '../queries.ts'
import type { ReviewDeed } from './use-decision.ts'
import { takeNext } from './take-next.ts'

/** The way through the queue: on, back, and on by itself after a decision. */
export function useQueue(request: FullRequest) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const navigate = useNavigate()
  const { state } = useLocation()
  const [moving, setMoving] = useState<'forward' | 'back'>()
  const [said, setSaid] = useState<string>()
  const open = (id: string): void =>
    void navigate(`../${id}`, { relative: 'path', state: state as unknown })
  const { requestId } = request

  /** True when another request was opened. */
  const go = async (direction: 'forward' | 'back', fromStart = false): Promise<boolean> => {
    setMoving(direction)
    setSaid(undefined)
    try {
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
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setSaid(problemText(t, error))
      return false
    } finally {
      setMoving(undefined)
    }
  }
  const afterDecision = async (deed: ReviewDeed): Promise<void> => {
    toast.success(t(`done.${deed}`, { name: fullName(request) }))
    if (await go('forward', true)) return
    if (deed === 'delete') await navigate('..', { relative: 'path' })
    else await reloadRequest(requestId)
  }
  return { moving, said, go, afterDecision }
}

export type Queue = ReturnType<typeof useQueue>
