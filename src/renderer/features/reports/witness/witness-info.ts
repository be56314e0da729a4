/**
 * Whether the association takes reports without an account. By hand, because the contract and its
 * parser are three times as long as the form, which has to stand on a slow line first.
 */
import type { Reply } from '#shared/contract/base/define-route.ts'
import type { witnessInfo } from '#shared/contract/witness-reports.ts'
import { CallFailure } from '../../../platform/calls/call-failure.ts'

const PATH: (typeof witnessInfo)['path'] = '/api/witness'

export async function readWitnessInfo(signal: AbortSignal): Promise<Reply<typeof witnessInfo>> {
  const value: unknown = await fetch(PATH, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).then(
    (response) => (response.ok ? response.json() : undefined),
    () => undefined,
  )
  if (typeof value === 'object' && value !== null && 'open' in value)
    return { open: value.open === true }
  throw new CallFailure({ ok: false, problem: undefined, cause: 'offline' })
}
