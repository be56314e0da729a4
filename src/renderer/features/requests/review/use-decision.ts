import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideRequest, deleteRequest, type FullRequest } from '#shared/contract/requests.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { useStepUp } from '../../../ui/use-step-up.tsx'
import { markDeleted } from '../bin/just-deleted.tsx'
import { reloadDeletedRequests, reloadRequest, reloadRequestLists } from '../queries.ts'

export type ReviewDeed = 'approve' | 'reject' | 'delete'
/** Why nothing was done: a colleague decided, or holds it. The page then shows the present state. */
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

/** @param onDone after the server has done it */
export function useDecision(request: FullRequest, onDone: (deed: ReviewDeed) => Promise<void>) {
  const { t } = useTranslation('registrationRequests')
  const stepUp = useStepUp(t('decide.delete.title'), t('decide.delete.why'))
  const [deed, setDeed] = useState<ReviewDeed>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const [overtaken, setOvertaken] = useState<Overtaken>()

  const close = (): void => {
    setFailure(undefined)
    setDeed(undefined)
  }
  const confirm = async (comment: string): Promise<void> => {
    if (deed === undefined || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      if ((await stepUp.guard(() => send(request, deed, comment))).kind === 'cancelled') return
      close()
      if (deed === 'delete') {
        markDeleted(request.requestId)
        void reloadDeletedRequests()
      }
      void reloadRequestLists()
      await onDone(deed)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const code = error.problem?.code
      if (!isOvertaken(code)) return setFailure(error)
      close()
      setOvertaken(code)
      void reloadRequestLists()
      await reloadRequest(request.requestId)
    } finally {
      setBusy(false)
    }
  }
  return {
    deed,
    busy,
    failure,
    overtaken,
    ask: setDeed,
    close,
    confirm,
    passwordDialog: stepUp.dialog,
  }
}
