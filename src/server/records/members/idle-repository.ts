/** Members without a sign of life: neither a session nor a check-in since a time. */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { IDLE_ANSWER_DAYS } from '#shared/domain/people/member-status.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, type Clock } from '../../base/clock.ts'
import { countOf } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'

/** Staff are looked after by administrators, and an account that is not active cannot be signed in to. */
const isIdleSince = (before: string): Expression<SqlBool> => sql<boolean>`
  members.status = 'active' and members.role = 'ROLE_USER' and members.created_at < ${before}
  and coalesce(member_activities.seen_at, '') < ${before}
  and coalesce(member_activities.kept_at, '') < ${before}
  and not exists (select 1 from sessions where sessions.member_id = members.id and sessions.last_used_at >= ${before})
  and not exists (select 1 from check_ins where check_ins.member_id = members.id and check_ins.at >= ${before})`

/** Idle since then, and not asked since then. */
export const membersToWarn = (db: Kysely<Schema>, before: string, max: number) =>
  db
    .selectFrom('members')
    .leftJoin('member_activities', 'member_activities.member_id', 'members.id')
    .select(['members.id', 'members.email', 'members.first_name', 'members.language'])
    .where(isIdleSince(before))
    .where(sql<boolean>`coalesce(member_activities.warned_at, '') < ${before}`)
    .orderBy('members.id')
    .limit(max)
    .execute()

export const noteWarned = (db: Kysely<Schema>, memberId: number, at: string) =>
  db
    .insertInto('member_activities')
    .values({ member_id: memberId, warned_at: at })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ warned_at: at }))
    .execute()

interface Idle {
  readonly before: string
  /** Whoever was asked later still has time to sign in. */
  readonly warnedUntil: string
}

export const idleUnder = (clock: Clock, days: number): Idle => ({
  before: isoAfter(clock, -days * DAY_S),
  warnedUntil: isoAfter(clock, -IDLE_ANSWER_DAYS * DAY_S),
})

/** Those who did not come back after the mail: they wait for a decision of staff. */
export const idleMembers = (db: Kysely<Schema>, { before, warnedUntil }: Idle) =>
  db
    .selectFrom('member_activities')
    .innerJoin('members', 'members.id', 'member_activities.member_id')
    .where('member_activities.warned_at', '<=', warnedUntil)
    .where(isIdleSince(before))

/** As `idleMembers` for the period of the settings; without one nobody waits. */
export const waitingUnder = (db: Kysely<Schema>, clock: Clock, days: number | null) =>
  idleMembers(db, idleUnder(clock, days ?? 0)).where((eb) => eb.lit(days !== null))

export const readIdle = (query: ReturnType<typeof idleMembers>) =>
  query
    .select(['members.id', 'members.first_name', 'members.last_name', 'members.created_at'])
    .select(['member_activities.seen_at', 'member_activities.warned_at'])
    .select((eb) => [
      eb
        .selectFrom('sessions')
        .select((inner) => inner.fn.max('last_used_at').as('at'))
        .whereRef('sessions.member_id', '=', 'members.id')
        .as('used_at'),
      eb
        .selectFrom('check_ins')
        .select((inner) => inner.fn.max('check_ins.at').as('at'))
        .whereRef('check_ins.member_id', '=', 'members.id')
        .as('came_at'),
    ])
    .orderBy('member_activities.warned_at')
    .orderBy('members.id')
    .execute()

export const countIdle = (db: Kysely<Schema>, idle: Idle): Promise<number> =>
  countOf(idleMembers(db, idle))

/** False when the member is not among those who wait for a decision. */
export async function keepIdle(
  db: Kysely<Schema>,
  memberId: number,
  { at, ...idle }: Idle & { readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member_activities')
    .set({ kept_at: at })
    .where('member_id', '=', memberId)
    .where('member_id', 'in', idleMembers(db, idle).select('members.id'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Before sessions are deleted: when their members were last there. */
export async function foldSessions(
  db: Kysely<Schema>,
  sessions: Expression<{ member_id: number; seen_at: string | null }>,
): Promise<void> {
  await db
    .insertInto('member_activities')
    .columns(['member_id', 'seen_at'])
    .expression(sessions)
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({
        seen_at: sql`case when coalesce(member_activities.seen_at, '') < excluded.seen_at
          then excluded.seen_at else member_activities.seen_at end`,
      }),
    )
    .execute()
}

/** A record that ends in another one: whoever used either was there. */
export const noteSeenOf = (
  db: Kysely<Schema>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> =>
  foldSessions(
    db,
    db
      .selectFrom('sessions')
      .select((eb) => [eb.val(to).as('member_id'), eb.fn.max('last_used_at').as('seen_at')])
      .where('member_id', '=', from)
      .having((eb) => eb.fn.countAll(), '>', 0),
  )
