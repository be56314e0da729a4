import { DAY_MS } from '#shared/domain/units.ts'
/**
 * Asks the authority for the times of new evidence, and of the last row of the audit log of each day
 * that has ended. Nothing waits for it: a report is stored before, and an authority that is away is
 * asked again later, after longer and longer times.
 */
import { isoAfter, isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { askAuthority, type Stamp } from '../parts/timestamps/ask-authority.ts'
import { readStatement, writeStatement } from '../parts/timestamps/statement.ts'
import { TimestampFault } from '../parts/timestamps/timestamp-fault.ts'
import {
  addStatement,
  evidenceWithoutStatement,
  lastDay,
  lastRowBefore,
  listWaiting,
  readAuthority,
  storeResponse,
  writeAuthority,
} from '../parts/timestamps/timestamp-repository.ts'
import { evidenceTarget } from '../records/evidence/custody.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'audit' | 'log'>

const STATEMENTS_AT_ONCE = 500
const ASKED_AT_ONCE = 100
/** Days without a server are made up for so far back; the last one covers the rows before it. */
const DAYS_BACK_MAX = 31
/** `alone` holds a connection, so a run ends soon after this. */
const RUN_MS = 15_000
const FIRST_RETRY_S = 60
const RETRY_MAX_S = 60 * 60

const dayOf = (at: Date | number): string =>
  new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Statements of days that have ended, each over the row with which the log ended that day. */
async function addDays({ database: { db }, clock }: Parts): Promise<void> {
  const today = Date.parse(dayOf(clock.now()))
  const { day: last } = (await lastDay(db, dayOf(today))) ?? {}
  const first = last == null ? today - DAY_MS : Date.parse(last) + DAY_MS
  for (let day = Math.max(first, today - DAYS_BACK_MAX * DAY_MS); day < today; day += DAY_MS) {
    const row = await lastRowBefore(db, dayOf(day + DAY_MS))
    if (row === undefined || row.at < dayOf(day)) continue // nothing was written that day
    const subject = { kind: 'audit-day', day: dayOf(day), seq: row.seq, hash: row.hash } as const
    await addStatement(db, {
      evidence_id: null,
      day: subject.day,
      statement: writeStatement(subject),
      created_at: isoNow(clock),
    })
  }
}

async function addEvidence({ database: { db }, clock }: Parts): Promise<void> {
  for (const { id, sha256 } of await evidenceWithoutStatement(db, STATEMENTS_AT_ONCE))
    await addStatement(db, {
      evidence_id: id,
      day: null,
      statement: writeStatement({ kind: 'evidence', evidenceId: id, sha256 }),
      created_at: isoNow(clock),
    })
}

type WaitingStatement = Awaited<ReturnType<typeof listWaiting>>[number]

async function store({ database: { db }, audit }: Parts, row: WaitingStatement, stamp: Stamp) {
  const subject = readStatement(row.statement)
  const detail = { confirmedAt: stamp.at, authority: stamp.authority }
  await inTransaction(db, async (transaction) => {
    const response = stamp.response.toString('base64')
    const kept = { response, confirmed_at: stamp.at, authority: stamp.authority }
    if (!(await storeResponse(transaction, row.id, kept))) return
    if (subject?.kind === 'evidence')
      await audit.write(
        {
          actor: 'system',
          action: 'evidence.timestamped',
          target: evidenceTarget(subject.evidenceId),
          detail: { sha256: subject.sha256, ...detail },
        },
        transaction,
      )
    if (subject?.kind === 'audit-day')
      await audit.write(
        {
          actor: 'system',
          action: 'audit.timestamped',
          target: `audit-day:${subject.day}`,
          detail: { row: subject.seq, hash: subject.hash, ...detail },
        },
        transaction,
      )
  })
}

/** Codes and own words alone: text of the authority may hold anything. */
const faultName = (error: unknown): string => {
  if (error instanceof TimestampFault) return error.message
  const { name, cause } = error as Error & { cause?: { code?: unknown } } // fetch rejects with Errors
  return typeof cause?.code === 'string' ? cause.code : name
}

async function recordFailure({ database: { db }, clock, log }: Parts, error: unknown) {
  const { failures, failed_since: since } = await readAuthority(db)
  const delayS = Math.min(RETRY_MAX_S, FIRST_RETRY_S * 2 ** Math.min(failures, 10))
  const fault = faultName(error)
  await writeAuthority(db, {
    failures: failures + 1,
    next_try_at: isoAfter(clock, delayS),
    failed_since: since ?? isoNow(clock),
    last_fault: fault,
  })
  log.warn({ fault, delayS }, 'the authority for timestamps is away or its reply was refused')
}

const WELL = { failures: 0, next_try_at: '', failed_since: null, last_fault: '' } as const

async function askForAll(deps: Parts, stopping: AbortSignal): Promise<void> {
  const { timestamps } = deps.config
  const { db } = deps.database
  if (timestamps === undefined) return
  await addEvidence(deps)
  await addDays(deps)
  const authority = await readAuthority(db)
  // A try that is further ahead than any wait was planned by a wrong clock.
  const waits = authority.next_try_at > isoNow(deps.clock)
  if (waits && authority.next_try_at <= isoAfter(deps.clock, RETRY_MAX_S)) return
  const until = performance.now() + RUN_MS
  let confirmed = 0
  for (const row of await listWaiting(db, ASKED_AT_ONCE)) {
    if (stopping.aborted || performance.now() > until) break
    let stamp: Stamp
    try {
      stamp = await askAuthority(timestamps.url, row.statement, timestamps.anchors, stopping)
    } catch (error) {
      if (!stopping.aborted) await recordFailure(deps, error)
      return
    }
    await store(deps, row, stamp)
    if (confirmed === 0 && authority.failures > 0) await writeAuthority(db, WELL)
    confirmed += 1
  }
}

/** Of several servers one asks: the others find nothing to do, or are turned away. */
export const runTimestamps = async (deps: Parts, stopping: AbortSignal): Promise<void> => {
  if (deps.config.timestamps === undefined) return
  await deps.database.alone('timestamps', () => askForAll(deps, stopping))
}
