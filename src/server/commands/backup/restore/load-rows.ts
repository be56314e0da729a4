/**
 * Puts the rows of a snapshot into an empty database of either engine. Nothing of it can be seen
 * before all of it is there.
 */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../../deps/config.ts'
import { isEmpty, migrate, stepsNamed } from '../../../parts/database/migrate.ts'
import { openPostgres } from '../../../parts/database/postgres.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { openSqlite } from '../../../parts/database/sqlite.ts'
import { inTransaction } from '../../../parts/database/transact.ts'
import { linesOf, type BackupFolder } from '../../../records/backup/folder/backup-folder.ts'
import { DamagedBackup } from '../../../records/backup/folder/damaged-backup.ts'
import { type TableCopy } from '../../../records/backup/folder/snapshot.ts'
import { MEND_AUDIT_HEAD, mendReferences, type Reference } from './mend-references.ts'

/** What the rows hold: text, numbers and null (database/schema.ts). */
const Value = z.union([z.string(), z.number(), z.null()])
const Values = z.array(Value)
type Value = z.output<typeof Value>

export interface RowsToLoad {
  readonly folder: Pick<BackupFolder, 'get'>
  readonly tables: readonly TableCopy[]
  /** The steps that the database of the backup had. */
  readonly migrations: readonly string[]
  /** Chunks that cannot be read: the rows in them are left out. Empty for a whole backup. */
  readonly lost?: ReadonlySet<string>
}

/** Rows that did not come back, by table. */
export interface LoadedRows {
  /** In chunks that cannot be read. */
  readonly lost: ReadonlyMap<string, number>
  /** That referred to one of those. */
  readonly left: ReadonlyMap<string, number>
}

const NONE_LOST: ReadonlySet<string> = new Set()
const hasLost = (table: TableCopy, lost: ReadonlySet<string>): boolean =>
  table.chunks.some((id) => lost.has(id))
/** Of a table that is lost as a whole, what the steps of the schema put into it is better than nothing. */
const isEmptied = (table: TableCopy, lost: ReadonlySet<string>): boolean =>
  table.chunks.length === 0 || table.spare !== undefined || table.chunks.some((id) => !lost.has(id))

/** @param missing gets the number of rows that are lost */
async function* rowsOf(
  { folder, lost = NONE_LOST }: RowsToLoad,
  table: TableCopy,
  missing: Map<string, number>,
): AsyncGenerator<readonly Value[]> {
  if (table.spare !== undefined && hasLost(table, lost)) {
    yield* z.array(Values).parse(table.spare)
    return
  }
  let rows = 0
  const chunks = table.chunks.filter((id) => !lost.has(id))
  for await (const line of linesOf(folder, chunks)) {
    yield Values.parse(line)
    rows += 1
  }
  if (rows === table.rows) return
  if (!hasLost(table, lost))
    throw new DamagedBackup(`The backup holds ${rows} of ${table.rows} rows of ${table.name}.`)
  missing.set(table.name, table.rows - rows)
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** One row for each column of a reference. */
function referencesOf(database: DatabaseSync, tables: readonly TableCopy[]): Reference[] {
  const all = (text: string, name: string) => database.prepare(text).all(name)
  return tables.flatMap(({ name: table }) => {
    const rows = all('select * from pragma_foreign_key_list(?) order by id, seq', table)
    const info = all('select * from pragma_table_info(?)', table)
    const ids = [...new Set(rows.map(({ id }) => id))]
    return ids.map((id): Reference => {
      const own = rows.filter((row) => row['id'] === id)
      const parent = String(own[0]?.['table'])
      const keys = all('select name from pragma_table_info(?) where pk > 0 order by pk', parent)
      const columns = own.map((row) => String(row['from']))
      return {
        table,
        columns,
        parent,
        parentColumns: own.map((row, at) => String(row['to'] ?? keys[at]?.['name'])),
        goes:
          own[0]?.['on_delete'] === 'CASCADE' ||
          info.some(
            (column) => columns.includes(String(column['name'])) && column['notnull'] === 1,
          ),
      }
    })
  })
}

async function loadSqlite(file: string, given: RowsToLoad): Promise<LoadedRows> {
  const { tables, migrations, lost = NONE_LOST } = given
  const missing = new Map<string, number>()
  let left: LoadedRows['left'] = new Map()
  const unfinished = `${file}.restoring`
  for (const end of ['', '-wal', '-shm']) await rm(`${unfinished}${end}`, { force: true })
  const empty = openSqlite(unfinished)
  try {
    await migrate(empty, stepsNamed(migrations))
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
      if (isEmptied(table, lost)) database.exec(`delete from "${table.name}"`)
      const marks = table.columns.map(() => '?').join(', ')
      const insert = database.prepare(
        `insert into "${table.name}" (${quoted(table.columns)}) values (${marks})`,
      )
      for await (const row of rowsOf(given, table, missing)) insert.run(...(row as SQLInputValue[])) // Value is one of them
      if (table.counter === undefined) continue
      database.prepare('delete from sqlite_sequence where name = ?').run(table.name)
      database
        .prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
        .run(table.name, table.counter)
    }
    if (missing.size > 0) {
      left = await mendReferences(referencesOf(database, tables), async (statement) =>
        Number(database.prepare(statement).run().changes),
      )
      if (missing.has('audit_head')) database.exec(MEND_AUDIT_HEAD)
    }
    for (const trigger of triggers) database.exec(String(trigger['sql']))
    const [broken] = database.prepare('pragma foreign_key_check').all()
    if (broken !== undefined)
      throw new DamagedBackup(`A row of ${String(broken['table'])} names a row that is missing.`)
    database.exec('commit; pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
  // A run that was killed while it erased again left this log, which would be replayed into the new file.
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true })
  await rename(unfinished, file)
  return { lost: missing, left }
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
  given: RowsToLoad,
  table: TableCopy,
  missing: Map<string, number>,
): Promise<void> {
  const columns = sql.join(table.columns.map((name) => sql.ref(name)))
  const insert = async (rows: readonly (readonly Value[])[]): Promise<void> => {
    if (rows.length === 0) return
    const values = rows.map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(table.name)} (${columns}) overriding system value
      values ${sql.join(values)}`.execute(db)
  }
  let page: (readonly Value[])[] = []
  for await (const row of rowsOf(given, table, missing)) {
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

interface Constraint extends Reference {
  readonly name: string
  readonly text: string
}

async function constraintsOf(db: Transaction<Schema>): Promise<readonly Constraint[]> {
  const names = (list: string, relation: string) => sql`
    (select json_agg(a.attname order by k.at) from unnest(${sql.ref(list)}) with ordinality as k(number, at)
      join pg_attribute a on a.attrelid = ${sql.ref(relation)} and a.attnum = k.number)`
  const { rows } = await sql<Constraint>`
    select c.conname as name, pg_get_constraintdef(c.oid) as text, child.relname as "table", parent.relname as parent,
      ${names('c.conkey', 'c.conrelid')} as columns, ${names('c.confkey', 'c.confrelid')} as "parentColumns",
      c.confdeltype = 'c' or exists (select 1 from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attnotnull) as goes
    from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

async function loadPostgres(url: string, given: RowsToLoad): Promise<LoadedRows> {
  const database = openPostgres(url, () => undefined)
  const { lost = NONE_LOST } = given
  const missing = new Map<string, number>()
  let left: LoadedRows['left'] = new Map()
  try {
    await migrate(database, stepsNamed(given.migrations))
    await inTransaction(database.jobs, async (transaction) => {
      const tables = await inOrder(transaction, given.tables)
      const change = (name: string, text: string) =>
        sql`alter table ${sql.table(name)} ${sql.raw(text)}`.execute(transaction)
      // A row that refers to a lost one could not be written.
      const constraints = tables.some((table) => hasLost(table, lost))
        ? await constraintsOf(transaction)
        : []
      for (const { table, name } of constraints) await change(table, `drop constraint "${name}"`)
      for (const { name } of tables) await change(name, 'disable trigger user')
      for (const table of tables.toReversed())
        if (isEmptied(table, lost))
          await sql`delete from ${sql.table(table.name)}`.execute(transaction)
      for (const table of tables) await loadTable(transaction, given, table, missing)
      if (constraints.length > 0)
        left = await mendReferences(constraints, async (statement) =>
          Number((await sql.raw(statement).execute(transaction)).numAffectedRows ?? 0),
        )
      if (missing.has('audit_head')) await sql.raw(MEND_AUDIT_HEAD).execute(transaction)
      for (const { table, name, text } of constraints)
        await change(table, `add constraint "${name}" ${text}`)
      for (const { name } of tables) await change(name, 'enable trigger user')
    })
    await sql`analyze`.execute(database.jobs)
    return { lost: missing, left }
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
): Promise<LoadedRows> =>
  databaseUrl === undefined
    ? loadSqlite(join(dataDir, 'wld.sqlite'), rows)
    : loadPostgres(pool.directUrl ?? databaseUrl, rows)
