import type { Kysely } from 'kysely'
import type {
  claimReport as claimRoute,
  releaseReport as releaseRoute,
  reportHolders as holdersRoute,
} from '#shared/contract/reports.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Refusal } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { dropLock } from '../review-locks/lock-repository.ts'
import { isHeldByOther } from '../review-locks/lock-rules.ts'
import { claimRow, presentLockOf, readHolders } from '../review-locks/review-lock.ts'
import { isOpen } from './policy.ts'
import { presentWithEvidence } from './present.ts'
import { findReport, lockReport, type ReportRow } from './report-repository.ts'

/**
 * The refusal while a colleague holds the report, with the present state, so that the page can show
 * it; undefined otherwise. Hiding is not refused: a report may endanger a person.
 */
export async function heldRefusal(
  { clock, library }: Pick<Deps, 'clock' | 'library'>,
  transaction: Kysely<Schema>,
  row: ReportRow,
  caller: Caller,
): Promise<Refusal | undefined> {
  const at = isoNow(clock)
  if (!isOpen(row) || !isHeldByOther(row, caller.memberId, at)) return undefined
  const claim = await presentLockOf(transaction, row, { callerId: caller.memberId, at })
  if (claim === null) return undefined // of an erased account
  const current = { ...(await presentWithEvidence(transaction, library, row, caller)), claim }
  return refuse('report-claimed', { extra: { current, claim } })
}

export const claimReport: Handler<typeof claimRoute> = ({ params, body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const before = await lockReport(transaction, params.id)
    if (before === undefined) return refuse('not-found')
    const row = { table: 'reports', id: before.id, before } as const
    const wish = { caller, takeOver: body?.takeOver }
    const claimed = await claimRow(deps, transaction, row, wish)
    if (claimed === undefined) {
      const current = await presentWithEvidence(transaction, deps.library, before, caller)
      return (
        (await heldRefusal(deps, transaction, before, caller)) ??
        refuse('conflict', { extra: { current } })
      )
    }
    facts.trace({ target: `report:${before.id}`, detail: { takenOver: claimed.takenOver } })
    return done({ claim: claimed.claim })
  })

export const releaseReport: Handler<typeof releaseRoute> = async (
  { params, caller, facts },
  { database: { db } },
) => {
  const row = await findReport(db, params.id)
  if (row === undefined) return refuse('not-found')
  return facts.transact(async (transaction) => {
    const released = await dropLock(transaction, 'reports', row.id, caller.memberId)
    facts.trace({ target: `report:${row.id}`, detail: { released } })
    return done({ released })
  })
}

export const reportHolders: Handler<typeof holdersRoute> = async ({ caller }, deps) => {
  const { waiting, holders } = await readHolders(deps, 'reports', caller)
  return done({
    waiting,
    holders: holders.map(({ id, claim }) => ({ reportId: Number(id), claim })),
  })
}
