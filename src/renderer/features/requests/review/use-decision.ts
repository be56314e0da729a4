import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideRequest, deleteRequest, type FullRequest } from '#shared/contract/requests.ts'
import { ask } from '../../../platform/calls/api.ts'
import { useStepUp } from '../../../ui/form/use-step-up.tsx'
import { markDeleted } from '../bin/just-deleted.tsx'
import { reloadDeletedRequests, reloadRequest, reloadRequestLists } from '../queries.ts'
import { useCall } from '../../../ui/form/use-call.ts'
import { problemText } from '../../../ui/form/form-problems.ts'

export type ReviewDeed = 'approve' | 'reject' | 'delete'
/** Why nothing was done: a colleague decided, or holds the review lock. The page then shows the present state. */
export type Overtaken = 'already-decided' | 'request-claimed' | 'not-found'

function send(
  { requestId: id }: FullRequest,
  deed: ReviewDeed,
  approverComment: string,
): Promise<unknown> {
  if (deed === 'delete') return ask(deleteRequest, { params: { id }, body: { approverComment } })
  const approves = deed === 'approve'
  return ask(decideRequest, {
    params: { id },
    body: {
      status: approves ? 'active' : 'rejected',
      validated: approves,
      isActive: approves,
      approverComment,
    },
  })
}

const OVERTAKEN: readonly string[] = [
  'already-decided',
  'request-claimed',
  'not-found',
] satisfies readonly Overtaken[]
const isOvertaken = (code: string | undefined): code is Overtaken =>
  code !== undefined && OVERTAKEN.includes(code)

/** @param onDone called after the server has decided */
export function useDecision(request: FullRequest, onDone: (deed: ReviewDeed) => Promise<void>) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const stepUp = useStepUp(t('decide.delete.title'), t('decide.delete.why'))
  const [deed, setDeed] = useState<ReviewDeed>()
  const [overtaken, setOvertaken] = useState<Overtaken>()

  const { run, busy, notice, reset } = useCall(
    async (chosen: ReviewDeed, comment: string) => {
      const sent = await stepUp.guard(() => send(request, chosen, comment))
      if (sent.kind === 'cancelled') return
      setDeed(undefined)
      if (chosen === 'delete') {
        markDeleted(request.requestId)
        void reloadDeletedRequests()
      }
      void reloadRequestLists()
      await onDone(chosen)
    },
    async (failure) => {
      const code = failure.problem?.code
      if (!isOvertaken(code)) return problemText(t, failure)
      setDeed(undefined)
      setOvertaken(code)
      void reloadRequestLists()
      await reloadRequest(request.requestId)
      return undefined
    },
  )
  const close = (): void => {
    reset()
    setDeed(undefined)
  }
  const confirm = (comment: string): void => {
    if (deed !== undefined && !busy) void run(deed, comment)
  }
  return {
    deed,
    busy,
    notice,
    overtaken,
    ask: setDeed,
    close,
    confirm,
    passwordDialog: stepUp.dialog,
  }
}
