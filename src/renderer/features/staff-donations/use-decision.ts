import { Pledge, reopenPledge, updatePledge } from '#shared/contract/donations.ts'
import type { ReceivedCurrency } from '#shared/domain/donations.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'
import { allPledges } from './pledge-queries.ts'

export type Deed = 'confirm' | 'cancel' | 'reopen'
export interface Decision {
  readonly pledge: Pledge
  readonly deed: Deed
  readonly comment: string
  readonly receivedOn: string
  readonly received:
    | {
        readonly cents: number
        readonly currency: ReceivedCurrency
        readonly countedCents?: number
      }
    | undefined
}

function send({
  pledge: { id, status },
  deed,
  comment,
  receivedOn,
  received,
}: Decision): Promise<Pledge> {
  if (deed === 'confirm')
    return ask(updatePledge, {
      params: { id },
      body: { status: 'confirmed', note: comment, receivedOn, received },
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
      void Promise.all([queryClient.invalidateQueries(allPledges), refreshCounts()])
    }
  })
