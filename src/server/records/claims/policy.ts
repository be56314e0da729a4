import type { Kysely } from 'kysely'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { isReporter } from '../reports/report-repository.ts'
import type { ClaimRow } from './claim-repository.ts'

/**
 * Policy `decide-objection`: neither the sender nor the account that filed the report decides. A
 * deleted report counts as well.
 */
export async function mayDecide(
  db: Kysely<Schema>,
  caller: Caller,
  claim: Pick<ClaimRow, 'kind' | 'member_id' | 'report_id'>,
): Promise<boolean> {
  if (claim.kind === null) return true
  if (claim.member_id === caller.memberId) return false
  if (claim.report_id === null) return true
  return !(await isReporter(db, claim.report_id, caller.memberId))
}
