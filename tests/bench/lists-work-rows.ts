/**
 * Rows for the bench of the lists of work, written by the database itself: a million members take
 * minutes and not hours. The audit rows have no real hashes; nothing here walks the chain.
 */
import { sql, type RawBuilder } from 'kysely'
import { insertReport } from '#server/records/reports/report-repository.ts'
import { reportSearchColumns } from '#server/records/reports/search-columns.ts'
import { OPEN } from '#shared/domain/report/report-protection.ts'
import { REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import type { ApiServer } from '#tests/support/api-server.ts'

export interface Sizes {
  readonly members: number
  readonly reports: number
}
const FIRST_NUMBER = 30_000_000
/** Coprime to every size, so that the numbers of members have no order, as in the product. */
const SPREAD = 733_331
export const [COMMON_TRIBE, RARE_TRIBE] = ['Bench common', 'Bench rare'] as const
const EVENTS = 300
const NEWS = 200
export const BUSY_EVENT = 'bench-event-1'
export const RARE_ACTION = 'bench.rare'

const pick = (values: readonly string[], by: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case cast(${by} as integer) % ${sql.lit(values.length)} ${sql.join(
    values.map((value, index) => sql`when ${sql.lit(index)} then ${sql.lit(value)}`),
    sql` `,
  )} end`

const ACCOUNT =
  'Men in uniform came in the early morning, burned the houses beside the market and took the cattle with them. '

/** One of 40 waits to be published, one of 50 is protected. */
export function reportRow(index: number) {
  const words = {
    type: ['Physical violence and threats', 'Looting', 'انتهاكات الحقوق المدنية'][index % 3] ?? '',
    country: ['SD', 'TD', 'SS', 'EG'][index % 4] ?? '',
    city: ['Nyala', 'El Geneina', 'الفاشر', 'Zalingei'][index % 4] ?? '',
    actor: `Armed group ${index % 97}`,
    actorName: `Commander ${index % 211}`,
    victim: index === 42 ? 'The school of Solitaria' : `Families of quarter ${index % 151}`,
    description: ACCOUNT.repeat(5 + (index % 20)),
    actorDesc: ACCOUNT,
  }
  const protection = index % 50 === 0 ? { ...OPEN, redactVictim: true, redactActor: true } : OPEN
  const at = new Date(Date.UTC(2023, 3, 15) + index * 90 * 60_000).toISOString()
  return {
    reporter_id: null,
    type: words.type,
    description: words.description,
    country: words.country,
    city: words.city,
    actor: words.actor,
    actor_name: words.actorName,
    actor_desc: words.actorDesc,
    actor_account: 'https://social.example/x',
    victim: words.victim,
    google_map_link: 'https://maps.example/',
    status: REPORT_STATUSES[index % 4] ?? 'not verified',
    verifier_comment: '',
    ...reportSearchColumns(words, { protection, published: index % 40 !== 0 }),
    names_withheld: 0,
    redact_victim: protection.redactVictim ? 1 : 0,
    redact_actor: protection.redactActor ? 1 : 0,
    created_at: at,
    updated_at: at,
    held_at: index % 40 === 0 ? at : null,
    deleted_at: null,
    deleted_reason: null,
  } as const
}

export async function fillLists({ deps }: ApiServer, sizes: Sizes): Promise<void> {
  const { jobs: db, rules, db: sealing } = deps.database
  const isPostgres = rules.kind === 'postgres'
  const { members } = sizes
  const upTo = (count: number) =>
    isPostgres
      ? sql`(select i from generate_series(0, ${sql.lit(count - 1)}) as s(i)) as n`
      : sql`(with recursive s(i) as (select 0 union all select i + 1 from s where i < ${sql.lit(count - 1)}) select i from s) as n`
  /** The instant `minutes` after the first of January 2020. */
  const instant = (minutes: RawBuilder<unknown>) =>
    isPostgres
      ? sql`to_char(to_timestamp(1577836800 + (${minutes}) * 60) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + (${minutes}) * 60, 'unixepoch')`
  const i = sql.ref('i')
  const id = sql`(${sql.lit(FIRST_NUMBER)} + cast(i as bigint) * ${sql.lit(SPREAD)} % ${sql.lit(members)})`
  const minutes = sql`i * 3`
  const first = pick(['Amna', 'Hawa', 'Idris', 'Zeinab', 'Mohamed', 'Fatima', 'أحمد', 'Musa'], i)
  const last = pick(['Abakar', 'Elnour', 'Adam', 'Osman', 'Hassan', 'الطيب', 'Ishag'], i)
  const folded = sql`lower(' ' || ${first} || ' ' || ${last} || ' bench.' || i || '@bench.example +2499' || (10000000 + i) || ' ' || ${id} || ' ')`
  const [common = '', rare = ''] = [COMMON_TRIBE, RARE_TRIBE].map(
    (tribe) => rules.sealedIndex.tribeKeys(tribe)[0],
  )
  const run = async (statement: RawBuilder<unknown>): Promise<void> =>
    void (await statement.execute(db))

  await run(sql`insert into members (id, email, email_key, phone, password_hash, role, status, first_name, last_name, tribe, tribe_key,
      current_country, current_city, current_village, birth_date, birth_country, birth_city, birth_village, marital_status, occupation,
      sex, mothers_first_name, mothers_last_name, approver_comment, recommended_by, connection_method, comments, language, search_text,
      created_at, updated_at, validated, number_of_kids, newsletter, pending_photo_file)
    select ${id}, 'bench.' || i || '@bench.example', 'bench.' || i || '@bench.example', '+2499' || (10000000 + i), 'x',
      case when i % 2000 = 0 then 'ROLE_MODERATOR' else 'ROLE_USER' end,
      case when i % 66 = 0 then 'banned' when i % 12 = 0 then 'inactive' else 'active' end,
      ${first}, ${last}, '', case when i % 10007 = 0 then ${rare} when i % 8 = 0 then ${common} else '' end,
      case when i % 33333 = 0 then 'IS' else ${pick(['FR', 'DE', 'GB', 'SD', 'EG', 'TD', 'SA'], i)} end, 'Lyon', '',
      ${isPostgres ? sql`to_char(date '1950-01-01' + cast(i % 20000 as integer), 'YYYY-MM-DD')` : sql`date('1950-01-01', (i % 20000) || ' days')`},
      'SD', 'Omdurman', '', 'single', 'Engineer', 'm', '', '', '', '', 'email', '', 'en', ${folded},
      ${instant(minutes)}, ${instant(minutes)}, 1, 0, 0, null
    from ${upTo(members)}`)
  await run(
    sql`insert into member_nationalities (member_id, country) select ${id}, 'SD' from ${upTo(members)}`,
  )
  // A fifth of the members had a card that was replaced.
  for (const [count, replaced] of [
    [Math.floor(members / 5), instant(minutes)],
    [members, sql`null`],
  ] as const)
    await run(sql`insert into cards (member_id, issued_at, expires_at, replaced_at)
      select ${id}, ${instant(minutes)}, '2099-01-01T00:00:00.000Z', ${replaced} from ${upTo(count)}`)
  await run(sql`insert into registration_requests (id, member_id, status, comment, created_at, decided_by, decided_at)
    select 'REQ_' || ${id}, ${id},
      case when i % 150 = 0 then 'pending' when i % 10 = 1 then 'rejected' else 'approved' end, '', ${instant(minutes)},
      case when i % 150 = 0 then null else ${sql.lit(FIRST_NUMBER)} end, case when i % 150 = 0 then null else ${instant(sql`i * 3 + 600`)} end
    from ${upTo(members)} where i % 10 in (0, 1, 3)`)
  await run(sql`insert into audit (seq, at, actor, action, target, detail, request_id, prev_hash, hash)
    select i + 1, ${instant(minutes)}, 'member:' || (${sql.lit(FIRST_NUMBER)} + i % 200),
      case when i % ${sql.lit(Math.max(2, Math.floor(members / 20)))} = 1 then ${RARE_ACTION}
        else ${pick(['card.verified', 'report.listed', 'member.listed', 'session.opened', 'member.updated'], i)} end,
      'member:' || ${id}, '{"rows":10}', 'bench', 'x', 'x'
    from ${upTo(members)}`)
  await run(sql`update audit_head set seq = ${members} where id = 1`)
  await run(sql`insert into claims (id, first_name, last_name, email, phone, subject, message, status, note, created_at, search_text, decided_at)
    select 'MSG-' || i, ${first}, ${last}, 'bench.' || i || '@bench.example', '', 'help', 'Bench', case when i % 20 = 0 then 'open' else 'resolved' end, '',
      ${instant(sql`i * 100`)}, ${folded}, case when i % 20 = 0 then null else ${instant(sql`i * 100 + 60`)} end
    from ${upTo(Math.ceil(members / 50))}`)
  const words = {
    title: 'Bench',
    description: 'Bench',
    fullContent: 'Bench '.repeat(100),
    location: 'Lyon',
    goals: ['Bench'],
    imageAlt: '',
  }
  const content = JSON.stringify({ en: words, ar: words, fr: words })
  await run(sql`insert into events (id, starts_at, ends_at, contact_person, contact_email, contact_phone, organizer, content, status, created_at)
    select 'bench-event-' || i, ${instant(sql`i * 11000`)}, ${instant(sql`i * 11000 + 300`)}, 'x', 'x@bench.example', '', 'WLD', ${content}, 'published',
      ${instant(sql`i`)} from ${upTo(EVENTS)}`)
  await run(sql`insert into news (id, date, content, link, status, created_at)
    select 'bench-news-' || i, '2024-01-01', ${content}, '', 'published', ${instant(sql`i`)} from ${upTo(NEWS)}`)
  // Half of the check-ins are at one event, the others at all of them.
  const event = sql`'bench-event-' || case when i % 2 = 0 then 1 else i % ${sql.lit(EVENTS)} end`
  await run(sql`insert into event_registrations (event_id, member_id, state, created_at)
    select ${event}, ${id}, case when i % 50 = 0 then 'waiting' else 'registered' end, ${instant(sql`i`)} from ${upTo(Math.ceil(members / 5))}`)
  await run(sql`insert into check_ins (id, gate, at, recorded_at, event_id, member_id)
    select 'bench-' || i, 'North', ${instant(sql`12000 + i % 300`)}, ${instant(sql`12000 + i % 300`)}, ${event}, ${id} from ${upTo(Math.ceil(members / 5))}`)
  const atOnce = 250
  for (let from = 0; from < sizes.reports; from += atOnce)
    await sealing.transaction().execute(async (transaction) => {
      for (let index = from; index < from + atOnce; index += 1)
        await insertReport(transaction, reportRow(index))
    })
  // PostgreSQL does this by itself a minute after so many new rows.
  if (isPostgres) await run(sql`vacuum analyze`)
}
