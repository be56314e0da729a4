/**
 * Seals with a new SECRET_KEY what the old one sealed, while no server runs: a server knows one
 * SECRET_KEY, and would read the other half as damaged. A killed run goes on where it was, because
 * what the new key opens is left out.
 */
import { sql, type Transaction } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import { StartFault } from '../../base/start-fault.ts'
import { createAuditLog } from '../../parts/audit/audit-log.ts'
import type { Database } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { storeKeysOf } from '../../parts/files/library.ts'
import { partKey } from '../../parts/files/parts.ts'
import type { FileStore } from '../../parts/files/store/file-store.ts'
import type { Secrets } from '../../parts/security/secrets.ts'

type Row = Readonly<Record<string, unknown>>
type Purpose = Parameters<Secrets['seal']>[0]

interface SealedColumn {
  readonly table: keyof Schema
  readonly column: string
  /** Columns that name the row. */
  readonly key: readonly string[]
  readonly purpose: Purpose
  readonly context: (row: Row) => string
}

const textOf = (row: Row, column: string): string => String(row[column] as string | number)

/**
 * Columns that are sealed with a key from SECRET_KEY itself: base64, with the context that their
 * feature uses. A new one needs a line here.
 */
const SEALED_WITH_SECRET_KEY: readonly SealedColumn[] = [
  {
    table: 'data_keys',
    column: 'wrapped',
    key: ['id'],
    purpose: 'data-keys',
    context: (row) => `data-key/${textOf(row, 'id')}`,
  },
  {
    table: 'signing_keys',
    column: 'private_sealed',
    key: ['purpose', 'kid'],
    purpose: 'sealed-keys',
    context: (row) => `signing-key/${textOf(row, 'purpose')}/${textOf(row, 'kid')}`,
  },
  {
    table: 'mails',
    column: 'values_sealed',
    key: ['id'],
    purpose: 'mails',
    context: (row) => `mail/${textOf(row, 'id')}`,
  },
  {
    table: 'deleted_requests',
    column: 'sealed',
    key: ['id'],
    purpose: 'bin',
    context: (row) => textOf(row, 'id'),
  },
  {
    table: 'member_merges',
    column: 'sealed',
    key: ['id'],
    purpose: 'merges',
    context: (row) => textOf(row, 'id'),
  },
  {
    table: 'factors',
    column: 'secret_sealed',
    key: ['id'],
    purpose: 'factors',
    context: (row) => `factor/${textOf(row, 'id')}`,
  },
  {
    table: 'receipt_keys',
    column: 'sealed',
    key: ['id'],
    purpose: 'receipts',
    context: (row) => `receipt-key/${textOf(row, 'id')}`,
  },
  {
    table: 'consents',
    column: 'sealed',
    key: ['id', 'kind', 'target'],
    purpose: 'consents',
    context: (row) =>
      JSON.stringify([textOf(row, 'id'), textOf(row, 'kind'), textOf(row, 'target')]),
  },
]

export interface SecretTurning {
  readonly raw: Database
  readonly store: FileStore
  readonly old: Secrets
  readonly next: Secrets
  readonly clock: Clock
  readonly print: (line: string) => void
}

type Opened = { readonly by: 'old' | 'next'; readonly plain: Buffer } | { readonly by: 'neither' }

function open(
  { old, next }: Pick<SecretTurning, 'old' | 'next'>,
  purpose: Purpose,
  sealed: Buffer,
  context: string,
): Opened {
  for (const [by, secrets] of [
    ['next', next],
    ['old', old],
  ] as const)
    try {
      return { by, plain: secrets.open(purpose, sealed, context) }
    } catch {
      // the other key, or neither
    }
  return { by: 'neither' }
}

/** @throws StartFault before anything is written, where neither key is the one of this database */
async function checkKeys(turning: SecretTurning): Promise<void> {
  for (const row of await turning.raw.dataKeys.read()) {
    const sealed = Buffer.from(row.wrapped, 'base64')
    if (open(turning, 'data-keys', sealed, `data-key/${row.id}`).by === 'neither')
      throw new StartFault(
        'Neither SECRET_KEY_OLD nor SECRET_KEY opens this database. SECRET_KEY_OLD is the key that it was made with.',
      )
  }
}

/** Every key of the store that a row names; not every one has bytes. */
async function* storeKeys({ jobs }: Database): AsyncGenerator<string> {
  for (const file of await jobs.selectFrom('files').select(['id', 'pages']).execute())
    yield* storeKeysOf(file)
  for (const { id } of await jobs.selectFrom('file_parts').select('id').execute()) yield partKey(id)
}

interface Counts {
  turned: number
  unreadable: number
}

async function turnFiles(turning: SecretTurning): Promise<Counts> {
  const { raw, store, next, print } = turning
  const counts: Counts = { turned: 0, unreadable: 0 }
  for await (const key of storeKeys(raw)) {
    const sealed = await store.get(key)
    if (sealed === undefined) continue
    const opened = open(turning, 'files', sealed, key)
    if (opened.by === 'neither') {
      counts.unreadable += 1
      print(`Neither key opens the file ${key}.`)
    } else if (opened.by === 'old') {
      await store.put(key, next.seal('files', opened.plain, key))
      counts.turned += 1
      if (counts.turned % 1_000 === 0) print(`${counts.turned} files`)
    }
  }
  return counts
}

async function turnColumn(
  turning: SecretTurning,
  db: Transaction<Schema>,
  { table, column, key, purpose, context }: SealedColumn,
): Promise<Counts> {
  const counts: Counts = { turned: 0, unreadable: 0 }
  const { rows } = await sql<Row>`
    select ${sql.join([...key, column].map((name) => sql.ref(name)))} from ${sql.table(table)}
    where ${sql.ref(column)} <> ''`.execute(db)
  for (const row of rows) {
    const opened = open(turning, purpose, Buffer.from(textOf(row, column), 'base64'), context(row))
    if (opened.by === 'neither') {
      counts.unreadable += 1
      turning.print(`Neither key opens ${table} ${key.map((name) => textOf(row, name)).join(' ')}.`)
    }
    if (opened.by !== 'old') continue
    const sealed = turning.next.seal(purpose, opened.plain, context(row)).toString('base64')
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed} where ${sql.join(
      key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
      sql` and `,
    )}`.execute(db)
    counts.turned += 1
  }
  return counts
}

/** @returns true when nothing is left that the new SECRET_KEY does not open */
export async function turnSecretKey(turning: SecretTurning): Promise<boolean> {
  await checkKeys(turning)
  try {
    return await turnAll(turning)
  } catch (error) {
    // The rows still have the old key, so a server would start with it and read turned files as damaged.
    turning.print(
      'The rotation is not finished, and some files may already have the new key. Do not start a server: repair what the next line names, then run this command again with the same two keys.',
    )
    throw error
  }
}

async function turnAll(turning: SecretTurning): Promise<boolean> {
  const { raw, clock, print } = turning
  const files = await turnFiles(turning)
  print(`${files.turned} files sealed with the new key`)
  let { unreadable } = files
  const audit = createAuditLog(raw, clock)
  await inTransaction(raw.jobs, async (transaction) => {
    let turned = 0
    for (const sealed of SEALED_WITH_SECRET_KEY) {
      const counts = await turnColumn(turning, transaction, sealed)
      print(`${sealed.table}.${sealed.column}: ${counts.turned} rows sealed with the new key`)
      turned += counts.turned
      unreadable += counts.unreadable
    }
    if (turned === 0) return
    await wantScrub(transaction, clock.now().toISOString())
    await audit.write(
      {
        actor: 'system',
        action: 'keys.turned',
        detail: { secretKey: true, files: files.turned, rows: turned },
      },
      transaction,
    )
  })
  return unreadable === 0
}
