import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { type FullRequest, undoRequest } from '#shared/contract/requests.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { ask } from '../../../platform/calls/api.ts'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { offerUndo } from '../../../ui/staff/desk/undo-bar.tsx'
import {
  keepRequest,
  type NextRequest,
  openNext,
  reloadRequest,
  reloadRequestLists,
} from '../queries.ts'
import type { ReviewDeed } from './use-decision.ts'

async function undoDecision(id: string): Promise<void> {
  await ask(undoRequest, { params: { id } })
  void reloadRequestLists()
  await reloadRequest(id)
}

/** Moves through the queue: forward, back, and forward after a decision. */
export function useQueue(request: FullRequest) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const navigate = useNavigate()
  const { state, pathname } = useLocation()
  const [said, setSaid] = useState<string>()
  const open = (id: string): void =>
    void navigate(`../${id}`, { relative: 'path', state: state as unknown })
  const { requestId } = request

  const move = useCall(
    async (direction: 'forward' | 'back', fromStart: boolean, taken?: NextRequest) => {
      let next = taken ?? (await openNext(requestId, direction))
      if (next.requestId === null && fromStart) next = await openNext()
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
  const go = async (
    direction: 'forward' | 'back',
    fromStart = false,
    taken?: NextRequest,
  ): Promise<boolean> => {
    setSaid(undefined)
    return (await move.run(direction, fromStart, taken))?.value === true
  }
  const moving = move.busy ? move.input?.[0] : undefined
  const afterDecision = async (deed: ReviewDeed, next: NextRequest | undefined): Promise<void> => {
    const title = t(`done.${deed}`, { name: fullName(request) })
    if (deed === 'delete') toast.success(title)
    else {
      offerUndo({ title, path: pathname, undo: () => undoDecision(requestId) })
      // The lock went with the decision: nothing is left to release, and nothing to take again.
      keepRequest(requestId, {
        claim: null,
        status: deed === 'approve' ? 'approved' : 'rejected',
      })
    }
    if (await go('forward', true, next)) return
    if (deed === 'delete') await navigate('..', { relative: 'path' })
    else await reloadRequest(requestId)
  }
  return { moving, said, go, afterDecision }
}

export type Queue = ReturnType<typeof useQueue>
