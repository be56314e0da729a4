/**
 * A database as large as the association may become, for the benches of lists: 1,000,000 members with skewed names,
 * tribes, countries and states, and what belongs to them. The rows are the same at each run, except the random parts of
 * seals and keys. Sealed columns are sealed as the server does it, with the SECRET_KEY of the test servers.
 *
 *     node tests/bench/seed-million.ts --sqlite DIRECTORY [--members 1000000]
 *     node tests/bench/seed-million.ts --postgres URL
 *
 * The directory or database must be new or empty. All numbers of rows follow the number of members.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '#server/base/clock.ts'
import { createLogger } from '#server/base/logger.ts'
import { migrate } from '#server/parts/database/migrate.ts'
import { openPostgres } from '#server/parts/database/postgres.ts'
import { openKeyRing, type KeyRing } from '#server/parts/database/sealing/key-ring.ts'
import { sealValues } from '#server/parts/database/sealing/seal-row.ts'
import type { SealedTable } from '#server/parts/database/sealing/sealed-columns.ts'
import { loadKeyRing } from '#server/parts/database/sealing/sealed-database.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { createSecrets } from '#server/parts/security/secrets.ts'
import { sealPlainValues } from '#server/start/seal-plain-values.ts'
import { loadPostgres, loadSqlite, type BulkLoader, type LoadedRow } from './bulk-load.ts'
import { memberRows } from './million-people.ts'
import { auditRows, checkInRows, eventRows, reportRows } from './million-work.ts'

/** Of the servers that `startApiServer` starts. */
const SECRET_KEY = 'ab'.repeat(32)

const { values } = parseArgs({
  options: {
    sqlite: { type: 'string' },
    postgres: { type: 'string' },
    members: { type: 'string', default: '1000000' },
  },
})
const members = Number(values.members)
const file = values.sqlite === undefined ? undefined : join(values.sqlite, 'wld.sqlite')
if ((file === undefined) === (values.postgres === undefined))
  throw new Error('Give --sqlite DIRECTORY or --postgres URL')

async function prepare(): Promise<KeyRing> {
  if (values.sqlite !== undefined) mkdirSync(values.sqlite, { recursive: true })
  const raw =
    file === undefined ? openPostgres(values.postgres ?? '', () => undefined) : openSqlite(file)
  await migrate(raw)
  const secrets = createSecrets(SECRET_KEY)
  const ring = await loadKeyRing(raw, secrets, systemClock)
  // Marks the tables as sealed, so that no start looks for plain values in a million rows.
  await sealPlainValues(raw, ring, { clock: systemClock, log: createLogger('error') })
  const keys = await raw.dataKeys.read()
  ring.stop()
  await raw.close()
  return openKeyRing({ read: async () => keys, readNow: () => keys }, secrets)
}

const ring = await prepare()
const loader: BulkLoader =
  file === undefined ? await loadPostgres(values.postgres ?? '') : loadSqlite(file)
const began = performance.now()
const say = (what: string): void =>
  console.log(`${Math.round((performance.now() - began) / 1_000)} s: ${what}`)

const BATCH = 5_000
const sealed = (table: SealedTable, rows: readonly LoadedRow[]): LoadedRow[] =>
  rows.map(
    (row) => sealValues(ring, table, row['id'] === null ? undefined : row['id'], row) as LoadedRow, // sealing keeps the types of columns
  )

for (let from = 0; from < members; from += BATCH) {
  const batch = memberRows(from, Math.min(from + BATCH, members), members)
  await loader.add('members', sealed('members', batch.members))
  await loader.add('member_nationalities', batch.nationalities)
  await loader.add('cards', batch.cards)
  if (batch.requests.length > 0)
    await loader.add('registration_requests', sealed('registration_requests', batch.requests))
}
if (file !== undefined)
  // The order of the search index, which a trigger would have given; see `first-schema/search.ts`.
  await loader.run(`update members set search_row = numbered.row from (
    select id as member_id, row_number() over (order by created_at, id) as row from members
  ) as numbered where numbered.member_id = members.id`)
say('members')
let head = { seq: 0, hash: '0'.repeat(64) }
for (let from = 0; from < members; from += BATCH) {
  const rows = auditRows(head, Math.min(BATCH, members - from), members)
  await loader.add('audit', rows)
  const { seq, hash } = rows.at(-1) as unknown as typeof head // a batch has rows
  head = { seq, hash }
}
await loader.run(`update audit_head set seq = ${head.seq}, hash = '${head.hash}' where id = 1`)
say('audit')
await loader.add('events', eventRows())
for (let from = 0; from < members / 5; from += BATCH) {
  const { checkIns, registrations } = checkInRows(
    from,
    Math.min(from + BATCH, members / 5),
    members,
  )
  await loader.add('check_ins', checkIns)
  if (registrations.length > 0) await loader.add('event_registrations', registrations)
}
// What triggers would have written.
await loader.run(`insert into attendees (event_id, member_id, sort_name)
  select people.event_id, people.member_id,
    trim(substr(members.search_text, 2, length(members.first_name) + length(members.last_name) + 1))
  from (select event_id, member_id from event_registrations union select event_id, member_id from check_ins) as people
  join members on members.id = people.member_id`)
for (const [kind, counted] of [
  ['people', 'count(*) from attendees'],
  ['registered', 'count(*) from event_registrations'],
  ['came', 'count(distinct member_id) from check_ins'],
])
  await loader.run(
    `insert into member_counts (kind, key, delta)
       select '${kind}', event_id, ${counted} group by event_id`,
  )
const reports = reportRows(Math.ceil(members / 100), members)
await loader.add('reports', sealed('reports', reports))
if (file === undefined)
  await loader.run(
    "select setval(pg_get_serial_sequence('reports', 'id'), (select max(id) from reports))",
  )
say('events and reports')
ring.stop()
await loader.finish()
say('indexes')
