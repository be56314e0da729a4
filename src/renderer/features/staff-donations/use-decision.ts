import { useMutation } from '@tanstack/react-query'
import { Pledge, reopenPledge, updatePledge } from '#shared/contract/donations.ts'
import { ask, CallFailure } from '../../platform/api.ts'
import { queryClient } from '../../platform/query-client.ts'
import { recount } from '../../ui/staff/recount.ts'
import { allPledges } from './pledge-queries.ts'

export type Deed = 'confirm' | 'cancel' | 'reopen'
export interface Decision {
  readonly pledge: Pledge
  readonly deed: Deed
  readonly comment: string
  readonly receivedOn: string
}

function send({ pledge: { id, status }, deed, comment, receivedOn }: Decision): Promise<Pledge> {
  if (deed === 'confirm')
    return ask(updatePledge, {
      params: { id },
      body: { status: 'confirmed', note: comment, receivedOn },
    })
  if (deed === 'cancel')
    return ask(updatePledge, { params: { id }, body: { status: 'cancelled', note: comment } })
  return ask(reopenPledge, {
    params: { id },
    body: { status: status === 'cancelled' ? 'cancelled' : 'confirmed', reason: comment },
  })
}

/** The pledge as somebody else left it meanwhile, where that is why the call was refused. */
export function presentState(error: Error | null): Pledge | undefined {
  if (!(error instanceof CallFailure) || error.problem?.code !== 'already-decided') return undefined
  const current = Pledge.safeParse(error.problem['current'])
  return current.success ? current.data : undefined
}

/** Afterwards, and also when it was refused, the lists and sums are read anew. */
export const useDecision = (onDone: (pledge: Pledge) => void) =>
  useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => void Promise.all([queryClient.invalidateQueries(allPledges), recount()]),
  })
