import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { search } from '../migrations/first-schema/search.ts'
import { openSqlite } from '../sqlite.ts'
import { inTransaction } from '../transact.ts'

let folder: string
let database: ReturnType<typeof openSqlite>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wld-'))
  database = openSqlite(join(folder, 'wld.db'))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  await sql`create table reports (id integer primary key, search_text text not null)`.execute(
    database.db,
  )
  for (const statement of search(database.rules).filter((one) => one.includes('reports')))
    await sql.raw(statement).execute(database.db)
  for (let id = 1; id <= 200; id += 1)
    await sql`insert into reports values (${id}, ${`market of nyala Qadruddin${id}`})`.execute(
      database.db,
    )
})

const found = async (word: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from reports where ${database.rules.searchMatches('reports', word)}`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}

const rename = (to: string) =>
  inTransaction(database.db, (db) =>
    database.rules.rewriting(db, 'reports', async () => {
      await sql`update reports set search_text = ${to}`.execute(db)
      if (to === '') throw new Error('the disk is full')
    }),
  )

/** Whether a byte of a file of the database still spells the word, whatever its case. */
async function isOnDisk(word: string): Promise<boolean> {
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db)
  return readdirSync(folder).some((name) =>
    readFileSync(join(folder, name), 'latin1').toLowerCase().includes(word),
  )
}

test('after a rewriting the new words are found, the old ones are not, and none is in the file', async () => {
  expect([await found('qadruddin7'), await isOnDisk('qadruddin')]).toEqual([11, true])
  await rename('somebody in nyala')
  expect([await found('qadr'), await found('somebody'), await found('so')]).toEqual([0, 200, 200])
  await database.scrub()
  expect(await isOnDisk('qadr')).toBe(false)
})

test.for(['', 'qadruddin the second'])(
  'words that are deleted after a rewriting, to "%s", leave the index',
  async (to) => {
    if (to === '') await expect(rename(to)).rejects.toThrow('the disk is full')
    else await rename(to)
    expect(await found('qadruddin')).toBe(200)
    await sql`delete from reports where id > 1`.execute(database.db)
    await sql`update reports set search_text = 'nobody'`.execute(database.db)
    expect(await found('qadruddin')).toBe(0)
    expect(await isOnDisk('qadr')).toBe(false)
  },
)
