/** Fills tables faster than the server could: without their indexes and triggers, which are made again at the end. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'

export type LoadedRow = Readonly<Record<string, string | number | null>>

export interface BulkLoader {
  /** The first call for a table takes its indexes and triggers off. All rows of a table have the same columns. */
  add(table: string, rows: readonly LoadedRow[]): Promise<void>
  run(statement: string): Promise<void>
  /** Makes the indexes again, reads the statistics and closes the connection. */
  finish(): Promise<void>
}

const columnsOf = (rows: readonly LoadedRow[]): string[] => Object.keys(rows[0] ?? {})

/** @param file a migrated database that no process has open */
export function loadSqlite(file: string): BulkLoader {
  const database = new DatabaseSync(file)
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -1000000; pragma temp_store = memory',
  )
  const later: string[] = []
  const tables = new Set<string>()
  const takeOff = (table: string): void => {
    const parts = database
      .prepare(
        "select type, name, sql from sqlite_schema where tbl_name = ? and type in ('index', 'trigger') and sql is not null",
      )
      .all(table)
    for (const { type, name, sql } of parts) {
      database.exec(`drop ${String(type)} ${String(name)}`)
      later.push(String(sql))
    }
    tables.add(table)
  }
  return {
    async add(table, rows) {
      if (!tables.has(table)) takeOff(table)
      const columns = columnsOf(rows)
      const insert = database.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      database.exec('begin')
      for (const row of rows)
        insert.run(...columns.map((column): SQLInputValue => row[column] ?? null))
      database.exec('commit')
    },
    async run(statement) {
      database.exec(statement)
    },
    async finish() {
      for (const sql of later) database.exec(sql)
      const searches = database
        .prepare("select name, sql from sqlite_schema where sql like 'create virtual table%'")
        .all()
      for (const { name, sql } of searches)
        if ([...tables].some((table) => String(sql).includes(`content='${table}'`)))
          database.exec(`insert into ${String(name)} (${String(name)}) values ('rebuild')`)
      database.exec('analyze; pragma journal_mode = wal')
      database.close()
    },
  }
}

/** @param url a migrated database; its role must be a superuser, because checks of references are left out */
export async function loadPostgres(url: string): Promise<BulkLoader> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    "set synchronous_commit = off; set maintenance_work_mem = '1GB'; set session_replication_role = replica",
  )
  const later: string[] = []
  const tables = new Set<string>()
  const takeOff = async (table: string): Promise<void> => {
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = $1
         and indexname not in (select conname from pg_constraint)`,
      [table],
    )
    for (const { indexname, indexdef } of rows) {
      await client.query(`drop index ${indexname}`)
      later.push(indexdef)
    }
    tables.add(table)
  }
  return {
    async add(table, rows) {
      if (!tables.has(table)) await takeOff(table)
      const columns = columnsOf(rows).join(', ')
      await client.query(
        `insert into ${table} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
        [JSON.stringify(rows)],
      )
    },
    run: async (statement) => void (await client.query(statement)),
    async finish() {
      for (const indexdef of later) await client.query(indexdef)
      for (const table of tables) await client.query(`vacuum analyze ${table}`)
      await client.end()
    },
  }
}
