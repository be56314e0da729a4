import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  decideRequest,
  deleteRequest,
  type FullRequest,
  releaseRequest,
} from '#shared/contract/requests.ts'
import type { RequestCheck } from '#shared/domain/people/registration-rules.ts'
import { api, ask } from '../../../platform/calls/api.ts'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { markDeleted } from '../bin/just-deleted.tsx'
import {
  type NextRequest,
  openNext,
  reloadDeletedRequests,
  reloadRequest,
  reloadRequestLists,
} from '../queries.ts'

export type ReviewDeed = 'approve' | 'reject' | 'delete'
/** Why nothing was done: a colleague decided, or holds the review lock. The page then shows the present state. */
export type Overtaken = 'already-decided' | 'request-claimed' | 'not-found'

interface DecisionWish {
  readonly deed: ReviewDeed
  readonly comment: string
  readonly checks: readonly RequestCheck[]
  /** Their copies are deleted with the approval. */
  readonly documentsSeen: boolean
}

function send(
  { requestId: id }: FullRequest,
  { deed, comment, checks, documentsSeen }: DecisionWish,
): Promise<unknown> {
  const approverComment = comment
  if (deed === 'delete') return ask(deleteRequest, { params: { id }, body: { approverComment } })
  const approves = deed === 'approve'
  return ask(decideRequest, {
    params: { id },
    body: {
      status: approves ? 'active' : 'rejected',
      validated: approves,
      isActive: approves,
      approverComment,
      checks: [...checks],
      documentsSeen: approves && documentsSeen,
      undoable: true,
    },
  })
}

/** The decision and the next request are asked for at the same time: the reviewer waits once. */
async function sendAndOpenNext(
  request: FullRequest,
  wish: DecisionWish,
): Promise<NextRequest | undefined> {
  if (wish.deed === 'delete') {
    await send(request, wish)
    return undefined
  }
  const [sent, next] = await Promise.allSettled([send(request, wish), openNext(request.requestId)])
  if (sent.status === 'rejected') {
    // What was taken for a decision that was refused is given back; if the call fails, the lock expires.
    if (next.status === 'fulfilled' && next.value.requestId !== null)
      void api.call(releaseRequest, { params: { id: next.value.requestId } })
    throw sent.reason
  }
  return next.status === 'fulfilled' ? next.value : undefined
}

const OVERTAKEN: readonly string[] = [
  'already-decided',
  'request-claimed',
  'not-found',
] satisfies readonly Overtaken[]
const isOvertaken = (code: string | undefined): code is Overtaken =>
  code !== undefined && OVERTAKEN.includes(code)

/** @param onDone called after the server has decided, with the next request where it was taken already */
export function useDecision(
  request: FullRequest,
  checks: readonly RequestCheck[],
  onDone: (deed: ReviewDeed, next: NextRequest | undefined) => Promise<void>,
) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const stepUp = useStepUp(t('decide.delete.title'), t('decide.delete.why'))
  const [deed, setDeed] = useState<ReviewDeed>()
  const [overtaken, setOvertaken] = useState<Overtaken>()

  const { run, busy, notice, reset } = useCall(
    async (chosen: ReviewDeed, comment: string, documentsSeen: boolean) => {
      const sent = await stepUp.guard(() =>
        sendAndOpenNext(request, { deed: chosen, comment, checks, documentsSeen }),
      )
      if (sent.kind === 'cancelled') return
      setDeed(undefined)
      if (chosen === 'delete') {
        markDeleted(request.requestId)
        void reloadDeletedRequests()
      }
      void reloadRequestLists()
      await onDone(chosen, sent.value)
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
  const confirm = (comment: string, documentsSeen: boolean): void => {
    if (deed !== undefined && !busy) void run(deed, comment, documentsSeen)
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
