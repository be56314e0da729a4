/**
 * The rows of one instant, in both engines alike, so that a backup of one is restored into the other.
 * A reader of its own: writers go on beside it, and see nothing of it.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Config } from '../../deps/config.ts'
import { openPostgres } from '../../parts/database/postgres.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { beginSnapshot } from '../../parts/database/transact.ts'

type Row = Readonly<Record<string, unknown>>

interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns of the primary key; all where there is none. */
  readonly key: readonly string[]
  /** The last number that the engine counted up. */
  readonly counter: number | undefined
}

export interface RowReader {
  readonly migrations: readonly string[]
  readonly tables: readonly TableShape[]
  /** Rows in the order of the key, a page at a time. */
  pages(table: TableShape): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/**
 * Left out: they end within hours, and restoring them would bring back a session that was ended or a
 * code that was used since the backup; or they are about this server alone.
 */
export const NOT_BACKED_UP: readonly (keyof Schema)[] = [
  'sessions',
  'refresh_tokens',
  'codes',
  'reset_grants',
  'step_ups',
  'factor_challenges',
  'spent_proofs',
  'throttles',
  'job_turns',
  'backup_records',
  'operation_faults',
]

/** Columns that SQLite alone has; its triggers fill them in again. */
const OF_ENGINE: readonly string[] = ['members.search_row']

const PAGE_ROWS = 1_000
const isOurs = (name: string): boolean =>
  !name.startsWith('kysely_') && !NOT_BACKED_UP.some((one) => one === name)
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')
const MIGRATIONS = 'select name from kysely_migration order by name'
const selectAll = ({ name, columns, key }: TableShape): string =>
  `select ${quoted(columns)} from "${name}" order by ${quoted(key)}`

function readSqlite(file: string): RowReader {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  const all = (text: string, ...values: string[]) => database.prepare(text).all(...values)
  // In the mode of the log, this snapshot stays as it is while the server writes.
  database.exec('begin')
  const counters = new Map(
    all('select name, seq from sqlite_sequence').map(({ name, seq }) => [name, Number(seq)]),
  )
  const tables = all("select name from pragma_table_list where schema = 'main' and type = 'table'")
    .map(({ name }) => String(name))
    .filter((name) => isOurs(name) && !name.startsWith('sqlite_'))
    .toSorted()
    .map((name): TableShape => {
      const info = all('select name, pk from pragma_table_info(?) order by pk, cid', name)
      const columns = info
        .map((column) => String(column['name']))
        .filter((column) => !OF_ENGINE.includes(`${name}.${column}`))
      const key = info.filter(({ pk }) => pk !== 0).map((column) => String(column['name']))
      return { name, columns, key: key.length > 0 ? key : columns, counter: counters.get(name) }
    })
  return {
    migrations: all(MIGRATIONS).map(({ name }) => String(name)),
    tables,
    async *pages(table) {
      let page: Row[] = []
      for (const row of database.prepare(selectAll(table)).iterate()) {
        page.push(row)
        if (page.length < PAGE_ROWS) continue
        yield page
        page = []
      }
      yield page
    },
    close: async () => database.close(),
  }
}

async function readPostgres(url: string): Promise<RowReader> {
  const database = openPostgres(url, () => undefined)
  const transaction = await beginSnapshot(database.jobs)
  const all = async (text: string): Promise<Row[]> =>
    (await sql.raw<Row>(text).execute(transaction)).rows
  const close = async (): Promise<void> => {
    await transaction.rollback().execute()
    await database.close()
  }
  try {
    const columns = await all(`
      select c.table_name, c.column_name, c.is_identity = 'YES' as counted,
        (select count(*) from information_schema.key_column_usage k
           join information_schema.table_constraints t using (constraint_schema, constraint_name)
           where t.constraint_type = 'PRIMARY KEY' and k.table_schema = c.table_schema
             and k.table_name = c.table_name and k.column_name = c.column_name) as keyed
      from information_schema.columns c
      join information_schema.tables b using (table_schema, table_name)
      where c.table_schema = current_schema() and b.table_type = 'BASE TABLE'
      order by c.table_name, c.ordinal_position`)
    const names = [...new Set(columns.map((column) => String(column['table_name'])))].filter(isOurs)
    const tables: TableShape[] = []
    for (const name of names) {
      const own = columns.filter((column) => column['table_name'] === name)
      const nameOf = (column: Row): string => String(column['column_name'])
      const key = own.filter(({ keyed }) => Number(keyed) > 0).map(nameOf)
      const counted = own.find((column) => column['counted'] === true)
      const sequence =
        counted &&
        (
          await all(
            `select last_value from pg_sequences where schemaname = current_schema() and schemaname || '.' || sequencename = pg_get_serial_sequence('"${name}"', '${nameOf(counted)}')`,
          )
        )[0]?.['last_value']
      tables.push({
        name,
        columns: own.map(nameOf),
        key: key.length > 0 ? key : own.map(nameOf),
        counter: typeof sequence === 'number' ? sequence : undefined,
      })
    }
    return {
      migrations: (await all(MIGRATIONS)).map(({ name }) => String(name)),
      tables,
      async *pages(table) {
        await sql.raw(`declare rows no scroll cursor for ${selectAll(table)}`).execute(transaction)
        for (;;) {
          const page = await all(`fetch ${PAGE_ROWS} from rows`)
          yield page
          if (page.length < PAGE_ROWS) break
        }
        await sql.raw('close rows').execute(transaction)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the rows as they are now. The caller closes it soon: the log of SQLite grows meanwhile. */
export const readRows = ({
  databaseUrl,
  pool,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'pool' | 'dataDir'>) =>
  databaseUrl === undefined
    ? Promise.resolve(readSqlite(join(dataDir, 'wld.sqlite')))
    : readPostgres(pool.directUrl ?? databaseUrl)
