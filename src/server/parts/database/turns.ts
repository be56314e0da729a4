/**
 * Jobs that one server runs, most of them once a day. With several servers on one database, the one that updates the row runs
 * the job; the others skip it.
 */
import type { Kysely, Selectable } from 'kysely'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import type { JobTurnTable, Schema } from './schema.ts'

type Turn = Selectable<JobTurnTable>
export type TurnName = Turn['name']

/** After this time another server repeats the job of a server that died during the run. */
const GIVEN_UP_S = 2 * 60 * 60
/** A turn that began in the future was noted by a wrong clock, and would stop the job until then. */
const AHEAD_MAX_S = 10 * 60

export const readTurn = (db: Kysely<Schema>, name: TurnName): Promise<Turn | undefined> =>
  db.selectFrom('job_turns').selectAll().where('name', '=', name).executeTakeFirst()

export const nextTurnAt = ({ started_at: startedAt }: Pick<Turn, 'started_at'>): string =>
  new Date(Date.parse(startedAt) + DAY_S * 1_000).toISOString()

/** True for exactly one of all callers, once a day. */
export async function takeTurn(db: Kysely<Schema>, clock: Clock, name: TurnName): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_turns')
    .set({ started_at: isoNow(clock), done_at: null })
    .where('name', '=', name)
    .where((eb) =>
      eb.or([
        eb('started_at', '<=', isoAfter(clock, -DAY_S)),
        eb.and([eb('done_at', 'is', null), eb('started_at', '<=', isoAfter(clock, -GIVEN_UP_S))]),
        eb('started_at', '>', isoAfter(clock, AHEAD_MAX_S)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** After this time without a sign of life another server takes over. */
const LEASE_S = 5 * 60

/** True for one of all callers until it ends the turn, or is silent for too long; see `keepTurn`. */
export async function holdTurn(db: Kysely<Schema>, clock: Clock, name: TurnName): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_turns')
    .set({ started_at: isoNow(clock), done_at: null })
    .where('name', '=', name)
    .where((eb) =>
      eb.or([
        eb('done_at', 'is not', null),
        eb('started_at', '<=', isoAfter(clock, -LEASE_S)),
        eb('started_at', '>', isoAfter(clock, AHEAD_MAX_S)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Others wait until the transaction ends. */
export const lockTurn = (db: Kysely<Schema>, clock: Clock, name: TurnName) =>
  db
    .updateTable('job_turns')
    .set({ started_at: isoNow(clock) })
    .where('name', '=', name)
    .execute()

export const KEEP_TURN_MS = 60_000
/** The sign of life of a caller of `holdTurn` while it works. */
export const keepTurn = (db: Kysely<Schema>, clock: Clock, name: TurnName) =>
  db
    .updateTable('job_turns')
    .set({ started_at: isoNow(clock) })
    .where('name', '=', name)
    .where('done_at', 'is', null)
    .execute()

/** @param detail counts, for the page that shows the last run */
export const endTurn = (db: Kysely<Schema>, clock: Clock, name: TurnName, detail: object) =>
  db
    .updateTable('job_turns')
    .set({ done_at: isoNow(clock), detail: JSON.stringify(detail) })
    .where('name', '=', name)
    .execute()
