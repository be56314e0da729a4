/**
 * Stops an irreversible deletion where the clock may be wrong: a clock five years ahead for some
 * minutes made every period end at once. An administrator checks the counts and confirms the
 * deletion.
 */
import type { Kysely } from 'kysely'
import {
  clockFault,
  isUnusual,
  type HoldReason,
  type RetentionNumbers,
} from '#shared/domain/people/retention.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { readTurn } from '../../parts/database/turns.ts'
import { countDue, readGuard, updateGuard } from './retention-repository.ts'
import { readSetting } from './settings-repository.ts'

/**
 * With demonstration data nothing is deleted automatically, because the demonstration would lose
 * its data.
 */
export const deletesByItself = ({ config }: Pick<Deps, 'config'>): boolean =>
  config.environment === 'production'

/** The confirmed counts are still close to what is due. */
const APPROVAL_S = 2 * 24 * 60 * 60

type GuardDeps = Pick<Deps, 'database' | 'clock'>

export async function findClockFault({
  database: { db },
  clock,
}: GuardDeps): Promise<HoldReason | undefined> {
  return clockFault(new Date((await readGuard(db)).seen_at), clock.now())
}

export interface RetentionHold {
  readonly reason: HoldReason
  /** When a server last found its clock right. */
  readonly seenAt: string
  readonly due: RetentionNumbers
}

/** Why the next run would wait for an administrator; undefined when it would not. */
export async function findHold({
  database: { db },
  clock,
}: GuardDeps): Promise<RetentionHold | undefined> {
  const { seen_at: seenAt, approved_at: approvedAt } = await readGuard(db)
  const due = await countDue(db, clock, (await readSetting(db, 'retention')).value.days)
  const fault = clockFault(new Date(seenAt), clock.now())
  if (fault !== undefined) return { reason: fault, seenAt, due }
  if (
    approvedAt !== null &&
    approvedAt > isoAfter(clock, -APPROVAL_S) &&
    approvedAt <= isoNow(clock)
  )
    return undefined
  const turn = await readTurn(db, 'retention')
  const last =
    turn === undefined || turn.detail === ''
      ? undefined
      : (JSON.parse(turn.detail) as RetentionNumbers) // written by the job
  return isUnusual(due, last) ? { reason: 'many', seenAt, due } : undefined
}

/**
 * Stores that the clock is right. Call it only after `findClockFault` found no fault, because
 * otherwise a wrong clock would approve itself.
 */
export const noteSeen = ({ database: { db }, clock }: GuardDeps) =>
  updateGuard(db, { seen_at: isoNow(clock) })

export const approve = (db: Kysely<Schema>, at: string) =>
  updateGuard(db, { seen_at: at, approved_at: at })

export const spendApproval = (db: Kysely<Schema>) => updateGuard(db, { approved_at: null })
