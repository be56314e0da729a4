/**
 * Checks the audit log: a walk over the chain in parts. Its progress is stored, so that any server
 * can continue it.
 */
import type { Kysely } from 'kysely'
import type {
  AuditState,
  auditState as stateRoute,
  checkAudit as checkRoute,
} from '#shared/contract/audit.ts'
import { isoNow, type Clock } from '../../base/clock.ts'
import { done } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { baseIsTold, readEnds, walk, type ChainEnds } from '../../parts/audit/audit-chain.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { endTurn, takeTurn } from '../../parts/database/turns.ts'
import { readCheck, updateCheck, type Check } from '../../records/audit/audit-repository.ts'

/** Some 50 ms of work. */
const ROWS_A_STEP = 4_000

async function step(
  db: Kysely<Schema>,
  { walk_seq: seq, walk_hash: hash, walk_to: to }: Check,
  { base, head }: ChainEnds,
  now: string,
): Promise<Partial<Check>> {
  // A new walk, or the rows where the last part ended have been deleted meanwhile.
  const from = to === null || seq < base.seq ? base : { seq, hash }
  const looked = await walk(db, from, head.seq, ROWS_A_STEP)
  const broken = (at: number): Partial<Check> => ({ walk_to: null, broken_seq: at, broken_at: now })
  if (looked.kind === 'broken') {
    // Not broken: the retention deleted the row at this moment, so the next part starts again.
    return (await readEnds(db)).base.seq === base.seq ? broken(looked.seq) : { walk_to: null }
  }
  if (looked.at.seq < head.seq)
    return { walk_seq: looked.at.seq, walk_hash: looked.at.hash, walk_to: head.seq }
  if (looked.at.hash !== head.hash) return broken(head.seq)
  if (!(await baseIsTold(db, base)) && (await readEnds(db)).base.seq === base.seq)
    return broken(base.seq + 1)
  return {
    walk_to: null,
    verified_seq: head.seq,
    verified_at: now,
    broken_seq: null,
    broken_at: null,
  }
}

/**
 * Checks the next part; returns true when it was the last. If two servers continue at once, only
 * one result is stored.
 */
async function advanceCheck(db: Kysely<Schema>, clock: Clock): Promise<boolean> {
  const check = await readCheck(db)
  const next = await step(db, check, await readEnds(db), isoNow(clock))
  await updateCheck(db, check, next)
  return next.walk_to === null
}

async function present(db: Kysely<Schema>): Promise<AuditState> {
  const [check, { base, head }] = [await readCheck(db), await readEnds(db)]
  return {
    headSeq: head.seq,
    headHash: head.hash,
    baseSeq: base.seq,
    verifiedSeq: check.verified_seq,
    verifiedAt: check.verified_at,
    brokenSeq: check.broken_seq,
    brokenAt: check.broken_at,
    running:
      check.walk_to === null
        ? null
        : { seq: check.walk_seq - base.seq, to: check.walk_to - base.seq },
  }
}

export const auditState: Handler<typeof stateRoute> = async (_input, { database }) =>
  done(await present(database.db))

export const checkAudit: Handler<typeof checkRoute> = async (_input, { database, clock }) => {
  await advanceCheck(database.db, clock)
  return done(await present(database.db))
}

/** Checks the whole log once a day; a broken row is also written to the server's own log. */
export async function runAuditCheck(
  { database: { db }, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  stopping: AbortSignal,
): Promise<void> {
  if (!(await takeTurn(db, clock, 'audit-check'))) return
  while (!(await advanceCheck(db, clock))) if (stopping.aborted) return
  const { broken_seq: brokenSeq } = await readCheck(db)
  if (brokenSeq !== null)
    log.error({ brokenSeq }, 'the audit log was changed: its chain does not fit')
  await endTurn(db, clock, 'audit-check', { brokenSeq })
}
