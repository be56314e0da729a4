/** Queries of assemblies and proxies; the rules are in `#shared/domain/assembly.ts`. */
import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { AgendaChange, AgendaItem } from '#shared/contract/assembly.ts'
import { mayVote, type AssemblyRules, type Proxy, type Voter } from '#shared/domain/assembly.ts'
import { ROLES, roleId, roleOf, type Role } from '#shared/domain/people/roles.ts'
import { countOf } from '../../parts/database/engine.ts'
import type { AssemblyTable, MemberTable, Schema } from '../../parts/database/schema.ts'

export type AssemblyRow = Selectable<AssemblyTable>

export const findAssembly = (
  db: Kysely<Schema>,
  eventId: string,
): Promise<AssemblyRow | undefined> =>
  db.selectFrom('assemblies').selectAll().where('event_id', '=', eventId).executeTakeFirst()

export function rulesOf(row: AssemblyRow): AssemblyRules {
  const roles = JSON.parse(row.roles) as unknown[] // written by `columnsOf`
  return {
    memberBy: row.member_by,
    roles: ROLES.filter((role) => roles.includes(role)),
    quorum: { kind: row.quorum_kind, value: row.quorum_value },
    proxiesPerHolder: row.proxies_per_holder,
  }
}

/** The items stand in the order of the day. */
export const agendaOf = (row: Pick<AssemblyRow, 'agenda'>): AgendaItem[] =>
  JSON.parse(row.agenda) as AgendaItem[] // written from the contract's shape

/** What members were convened with, and since when the present agenda is another one. */
export const agendaChangeOf = (row: AssemblyRow): AgendaChange =>
  row.agenda_changed_at === null || row.convened_at === null || row.convened_agenda === null
    ? null
    : {
        at: row.agenda_changed_at,
        convenedAt: row.convened_at,
        convened: agendaOf({ agenda: row.convened_agenda }).map(({ fr, ar, majority }) => ({
          fr,
          ar,
          majority,
        })),
      }

export const columnsOf = ({ memberBy, roles, quorum, proxiesPerHolder }: AssemblyRules) => ({
  member_by: memberBy,
  roles: JSON.stringify(roles),
  quorum_kind: quorum.kind,
  quorum_value: quorum.value,
  proxies_per_holder: proxiesPerHolder,
})

/** The event has to be locked (`lockEvent`). */
export const writeAssembly = (db: Transaction<Schema>, row: Insertable<AssemblyTable>) => {
  const { event_id: _id, ...columns } = row
  return db
    .insertInto('assemblies')
    .values(row)
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(columns))
    .execute()
}

export const updateAssembly = (
  db: Kysely<Schema>,
  eventId: string,
  columns: Partial<AssemblyRow>,
) => db.updateTable('assemblies').set(columns).where('event_id', '=', eventId).execute()

/** Assemblies whose convocation is not in the outbox of every voter yet. */
export const listConvocations = (db: Kysely<Schema>) =>
  db.selectFrom('assemblies').selectAll().where('convened_up_to', 'is not', null).execute()

/** The next members who may vote, by number: the same rule as `countEntitled`. */
export const votersAfter = (
  db: Kysely<Schema>,
  { memberBy, roles }: Pick<AssemblyRules, 'memberBy' | 'roles'>,
  after: number,
  max: number,
) =>
  db
    .selectFrom('members')
    .select(['id', 'email', 'first_name', 'language'])
    .where('id', '>', after)
    .where('status', '=', 'active')
    .where('role', 'in', roles.map(roleId))
    .$if(memberBy !== null, (query) =>
      query.where(sql<boolean>`substr(${memberSince}, 1, 10) <= ${memberBy}`),
    )
    .orderBy('id')
    .limit(max)
    .execute()

export const deleteAssembly = (db: Transaction<Schema>, eventId: string) =>
  db.deleteFrom('assemblies').where('event_id', '=', eventId).execute()

/**
 * Since when a person is a member: the approval, or the entry by staff. The application is not enough: many could be
 * approved the day before. The request of a record that became part of this one says nothing about it.
 */
const memberSince = sql<string>`coalesce(
  (select max(decided_at) from registration_requests
    where registration_requests.member_id = members.id and registration_requests.status = 'approved'
      and not exists (select 1 from member_merges
        where registration_requests.id = 'REQ_' || cast(member_merges.ended_id as text))),
  members.created_at)`

/** The same rule as `mayVote`, for all members at once; a test compares both. */
export async function countEntitled(
  db: Kysely<Schema>,
  { memberBy, roles }: Pick<AssemblyRules, 'memberBy' | 'roles'>,
): Promise<number> {
  let query = db
    .selectFrom('members')
    .where('status', '=', 'active')
    .where('role', 'in', roles.map(roleId))
  if (memberBy !== null)
    query = query.where(sql<boolean>`substr(${memberSince}, 1, 10) <= ${memberBy}`)
  return countOf(query)
}

/** In the order in which they were given. */
export async function listProxies(db: Kysely<Schema>, eventId: string): Promise<Proxy[]> {
  const rows = await db
    .selectFrom('assembly_proxies')
    .select(['giver_id', 'holder_id'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ giver: row.giver_id, holder: row.holder_id }))
}

interface VoterColumns extends Pick<Selectable<MemberTable>, 'id' | 'status' | 'role'> {
  readonly since: string
}
const voterOf = ({ status, role, since }: VoterColumns): Voter => ({
  status,
  role: roleOf(role),
  memberSince: since,
})

const VOTER_COLUMNS = ['members.id', 'members.status', 'members.role'] as const

/** Those of these members who may vote. */
export async function votersAmong(
  db: Kysely<Schema>,
  rules: { readonly memberBy: string | null; readonly roles: readonly Role[] },
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('members')
    .select(VOTER_COLUMNS)
    .select(memberSince.as('since'))
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.filter((row) => mayVote(rules, voterOf(row))).map(({ id }) => id))
}

/** Who came, gave a voice or carries one; with `attendees`, also who registered or waits. */
const concerned = (db: Kysely<Schema>, eventId: string, from: 'check_ins' | 'attendees') =>
  db
    .selectFrom(from)
    .select('member_id as id')
    .where('event_id', '=', eventId)
    .union(
      db.selectFrom('assembly_proxies').select('giver_id as id').where('event_id', '=', eventId),
    )
    .union(
      db.selectFrom('assembly_proxies').select('holder_id as id').where('event_id', '=', eventId),
    )

const firstCheckIn = (eventId: string) =>
  sql<string | null>`(select min(at) from check_ins
    where check_ins.event_id = ${eventId} and check_ins.member_id = members.id)`

export interface PersonInHall {
  readonly id: number
  readonly mayVote: boolean
  /** When the person came first; null: not yet. */
  readonly cameAt: string | null
}

/** The people who matter for the count, without their names. */
export async function peopleInHall(
  db: Kysely<Schema>,
  eventId: string,
  rules: AssemblyRules,
): Promise<PersonInHall[]> {
  const rows = await db
    .selectFrom('members')
    .select(VOTER_COLUMNS)
    .select(memberSince.as('since'))
    .select(firstCheckIn(eventId).as('cameAt'))
    .where('members.id', 'in', concerned(db, eventId, 'check_ins'))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    mayVote: mayVote(rules, voterOf(row)),
    cameAt: row.cameAt,
  }))
}

export interface ListedPerson extends PersonInHall {
  readonly firstName: string
  readonly lastName: string
  readonly gate: string | null
}

/** The people of the lists, by number. @param max the most that are read */
export async function listPeople(
  db: Kysely<Schema>,
  eventId: string,
  rules: AssemblyRules,
  max: number,
): Promise<ListedPerson[]> {
  const rows = await db
    .selectFrom('members')
    .select([...VOTER_COLUMNS, 'first_name', 'last_name'])
    .select(memberSince.as('since'))
    .select(firstCheckIn(eventId).as('cameAt'))
    .select(
      sql<string | null>`(select gate from check_ins
        where check_ins.event_id = ${eventId} and check_ins.member_id = members.id
        order by at, id limit 1)`.as('gate'),
    )
    .where('members.id', 'in', concerned(db, eventId, 'attendees'))
    .orderBy('members.id')
    .limit(max)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    mayVote: mayVote(rules, voterOf(row)),
    cameAt: row.cameAt,
    firstName: row.first_name,
    lastName: row.last_name,
    gate: row.gate,
  }))
}

/** The proxy that the member gave, as far as there is one. */
export const findGiven = (db: Kysely<Schema>, eventId: string, giverId: number) =>
  db
    .selectFrom('assembly_proxies')
    .select(['id', 'holder_id', 'created_at', 'paper_note'])
    .where('event_id', '=', eventId)
    .where('giver_id', '=', giverId)
    .executeTakeFirst()

/** Whose voices the member carries, with names. */
export const listHeld = (db: Kysely<Schema>, eventId: string, holderId: number) =>
  db
    .selectFrom('assembly_proxies')
    .innerJoin('members', 'members.id', 'assembly_proxies.giver_id')
    .select([
      'members.id',
      'first_name as firstName',
      'last_name as lastName',
      'assembly_proxies.created_at as at',
    ])
    .where('assembly_proxies.event_id', '=', eventId)
    .where('assembly_proxies.holder_id', '=', holderId)
    .orderBy('assembly_proxies.id')
    .execute()

/** The proxies of which these members are giver or holder, in the order in which they were given. */
export async function proxiesAround(
  db: Kysely<Schema>,
  eventId: string,
  ids: readonly number[],
): Promise<Proxy[]> {
  const rows = await db
    .selectFrom('assembly_proxies')
    .select(['giver_id', 'holder_id'])
    .where('event_id', '=', eventId)
    .where((eb) => eb.or([eb('giver_id', 'in', ids), eb('holder_id', 'in', ids)]))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ giver: row.giver_id, holder: row.holder_id }))
}

/** Those of these members who are checked in. */
export async function presentAmong(
  db: Kysely<Schema>,
  eventId: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('check_ins')
    .select('member_id')
    .distinct()
    .where('event_id', '=', eventId)
    .where('member_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.member_id))
}

interface Paper {
  readonly note: string
  readonly scan: string
  readonly by: number
}

/** @param paper where staff enter it */
export const insertProxy = (
  db: Transaction<Schema>,
  eventId: string,
  { giver, holder }: Proxy,
  at: string,
  paper?: Paper,
) =>
  db
    .insertInto('assembly_proxies')
    .values({
      event_id: eventId,
      giver_id: giver,
      holder_id: holder,
      created_at: at,
      paper_note: paper?.note ?? null,
      scan_file: paper?.scan ?? null,
      entered_by: paper?.by ?? null,
    })
    .execute()

/** What staff entered from paper, the newest first, with names. */
export const listPaperRows = (db: Kysely<Schema>, eventId: string) =>
  db
    .selectFrom('assembly_proxies')
    .innerJoin('members as giver', 'giver.id', 'assembly_proxies.giver_id')
    .innerJoin('members as holder', 'holder.id', 'assembly_proxies.holder_id')
    .select([
      'giver_id',
      'giver.first_name as giver_first',
      'giver.last_name as giver_last',
      'holder_id',
      'holder.first_name as holder_first',
      'holder.last_name as holder_last',
      'paper_note',
      'scan_file',
      'scan_sha256',
      'entered_by',
      'assembly_proxies.created_at as at',
    ])
    .where('assembly_proxies.event_id', '=', eventId)
    .where('paper_note', 'is not', null)
    .orderBy('assembly_proxies.id', 'desc')
    .execute()

export const deleteProxy = (db: Transaction<Schema>, id: number) =>
  db.deleteFrom('assembly_proxies').where('id', '=', id).execute()

/** The most voices that one member carries already. */
export async function mostHeld(db: Kysely<Schema>, eventId: string): Promise<number> {
  const row = await db
    .selectFrom('assembly_proxies')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('event_id', '=', eventId)
    .groupBy('holder_id')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** Voices that the member carries at assemblies that have not begun, for those who gave them. */
export const openProxiesOf = (db: Kysely<Schema>, holderId: number, now: string) =>
  db
    .selectFrom('assembly_proxies')
    .innerJoin('events', 'events.id', 'assembly_proxies.event_id')
    .select(['assembly_proxies.giver_id as giver', 'assembly_proxies.event_id as event'])
    .where('assembly_proxies.holder_id', '=', holderId)
    .where('events.starts_at', '>', now)
    .where('events.status', '=', 'published')
    .execute()

/** Which of these events are assemblies. */
export async function assembliesAmong(
  db: Kysely<Schema>,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('assemblies')
    .select('event_id')
    .where('event_id', 'in', eventIds)
    .execute()
  return new Set(rows.map((row) => row.event_id))
}
