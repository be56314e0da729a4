/**
 * Puts the rows of a snapshot into an empty database of either engine. Nothing of it can be seen
 * before all of it is there.
 */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { DamagedBackup, linesOf, type BackupFolder, type TableCopy } from './backup-folder.ts'
import type { Config } from '../config.ts'
import { isEmpty, migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/postgres.ts'
import type { Schema } from '../database/schema.ts'
import { openSqlite } from '../database/sqlite.ts'
import { inTransaction } from '../database/transact.ts'

/** What the rows hold: text, numbers and null (database/schema.ts). */
const Value = z.union([z.string(), z.number(), z.null()])
const Values = z.array(Value)
type Value = z.output<typeof Value>

export interface RowsToLoad {
  readonly folder: Pick<BackupFolder, 'get'>
  readonly tables: readonly TableCopy[]
  /** The steps that the database of the backup had. */
  readonly migrations: readonly string[]
}

async function* rowsOf(
  folder: Pick<BackupFolder, 'get'>,
  table: TableCopy,
): AsyncGenerator<readonly Value[]> {
  let rows = 0
  for await (const line of linesOf(folder, table.chunks)) {
    yield Values.parse(line)
    rows += 1
  }
  if (rows !== table.rows)
    throw new DamagedBackup(`The backup holds ${rows} of ${table.rows} rows of ${table.name}.`)
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

async function loadSqlite(file: string, { folder, tables, migrations }: RowsToLoad): Promise<void> {
  const unfinished = `${file}.restoring`
  for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true })
  const empty = openSqlite(unfinished)
  try {
    await migrate(empty, migrations)
  } finally {
    await empty.close()
  }
  const database = new DatabaseSync(unfinished)
  try {
    // Triggers that count made their rows when these were written first, and would count them
    // twice. Those of the search index stay: they fill it.
    database.exec('pragma foreign_keys = off; begin')
    const triggers = database
      .prepare(
        "select name, sql from sqlite_schema where type = 'trigger' and name not like '%\\_search\\_%' escape '\\'",
      )
      .all()
    for (const { name } of triggers) database.exec(`drop trigger "${String(name)}"`)
    for (const table of tables) {
      database.exec(`delete from "${table.name}"`)
      const marks = table.columns.map(() => '?').join(', ')
      const insert = database.prepare(
        `insert into "${table.name}" (${quoted(table.columns)}) values (${marks})`,
      )
      for await (const row of rowsOf(folder, table)) insert.run(...(row as SQLInputValue[])) // Value is one of them
      if (table.counter === undefined) continue
      database.prepare('delete from sqlite_sequence where name = ?').run(table.name)
      database
        .prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
        .run(table.name, table.counter)
    }
    for (const trigger of triggers) database.exec(String(trigger['sql']))
    const [broken] = database.prepare('pragma foreign_key_check').all()
    if (broken !== undefined)
      throw new DamagedBackup(`A row of ${String(broken['table'])} names a row that is missing.`)
    database.exec('commit; pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
  // Of a run that was killed while it erased again: its log would be replayed into the new file.
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true })
  await rename(unfinished, file)
}

/** Tables after those that they refer to. */
async function inOrder(
  db: Transaction<Schema>,
  tables: readonly TableCopy[],
): Promise<readonly TableCopy[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(
    db,
  )
  const ordered = new Set<TableCopy>()
  const place = (table: TableCopy): void => {
    if (ordered.has(table)) return
    for (const { from, to } of rows)
      if (from === table.name && to !== from)
        for (const other of tables) if (other.name === to) place(other)
    ordered.add(table)
  }
  for (const table of tables) place(table)
  return [...ordered]
}

/** A statement takes 65,535 values. */
const VALUES_MAX = 60_000

async function loadTable(
  db: Transaction<Schema>,
  folder: Pick<BackupFolder, 'get'>,
  table: TableCopy,
): Promise<void> {
  const columns = sql.join(table.columns.map((name) => sql.ref(name)))
  const insert = async (rows: readonly (readonly Value[])[]): Promise<void> => {
    if (rows.length === 0) return
    const values = rows.map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(table.name)} (${columns}) overriding system value
      values ${sql.join(values)}`.execute(db)
  }
  let page: (readonly Value[])[] = []
  for await (const row of rowsOf(folder, table)) {
    page.push(row)
    if (page.length * table.columns.length < VALUES_MAX) continue
    await insert(page)
    page = []
  }
  await insert(page)
  if (table.counter === undefined || table.counter === 0) return // a sequence begins with 1
  const counted = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table.name} and is_identity = 'YES'`.execute(
    db,
  )
  for (const { name } of counted.rows)
    await sql`select setval(pg_get_serial_sequence(${`"${table.name}"`}, ${name}), ${table.counter})`.execute(
      db,
    )
}

async function loadPostgres(url: string, rows: RowsToLoad): Promise<void> {
  const database = openPostgres(url, () => undefined)
  try {
    await migrate(database, rows.migrations)
    await inTransaction(database.jobs, async (transaction) => {
      const tables = await inOrder(transaction, rows.tables)
      const change = (text: string, name: string) =>
        sql`alter table ${sql.table(name)} ${sql.raw(text)}`.execute(transaction)
      for (const { name } of tables) await change('disable trigger user', name)
      for (const { name } of tables.toReversed())
        await sql`delete from ${sql.table(name)}`.execute(transaction)
      for (const table of tables) await loadTable(transaction, rows.folder, table)
      for (const { name } of tables) await change('enable trigger user', name)
    })
    await sql`analyze`.execute(database.jobs)
  } finally {
    await database.close()
  }
}

/** True where no association is in the database. */
export async function isDatabaseEmpty(databaseUrl: string): Promise<boolean> {
  const database = openPostgres(databaseUrl, () => undefined)
  try {
    return await isEmpty(database)
  } finally {
    await database.close()
  }
}

/**
 * What an earlier run that was killed left behind is replaced.
 * @throws DamagedBackup and leaves no database that a server would start on
 */
export const loadRows = (
  { databaseUrl, pool, dataDir }: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>,
  rows: RowsToLoad,
): Promise<void> =>
  databaseUrl === undefined
    ? loadSqlite(join(dataDir, 'wld.sqlite'), rows)
    : loadPostgres(pool.directUrl ?? databaseUrl, rows)
