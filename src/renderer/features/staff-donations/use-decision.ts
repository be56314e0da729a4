import { Pledge, reopenPledge, updatePledge } from '#shared/contract/donations.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { recount } from '../../ui/staff/recount.ts'
import { allPledges } from './pledge-queries.ts'
import { useCall } from '../../ui/form/use-call.ts'

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

/** The present pledge after a colleague's change, where that is why the call was refused. */
export function presentState(failure: CallFailure | undefined): Pledge | undefined {
  if (failure?.problem?.code !== 'already-decided') return undefined
  const current = Pledge.safeParse(failure.problem['current'])
  return current.success ? current.data : undefined
}

/** Afterwards, and also when it was refused, the lists and sums are loaded again. */
export const useDecision = (onDone: (pledge: Pledge) => void) =>
  useCall(async (decision: Decision) => {
    try {
      onDone(await send(decision))
    } finally {
      void Promise.all([queryClient.invalidateQueries(allPledges), recount()])
    }
  })
