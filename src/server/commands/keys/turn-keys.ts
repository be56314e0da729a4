/**
 * Turns the keys of the sealed columns while servers run: makes a new key, seals every row anew,
 * and deletes the old keys when nothing is left under them. A killed run goes on where it was: an
 * old key in the table says that the work is not done.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { isoNow, type Clock } from '../../base/clock.ts'
import { Unavailable } from '../../base/unavailable.ts'
import { createAuditLog } from '../../parts/audit/audit-log.ts'
import type { Database } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import {
  NEW_KEY_KNOWN_MS,
  newDataKey,
  wrapKey,
  type KeyRing,
  type KeyWrapping,
} from '../../parts/database/sealing/key-ring.ts'
import { tokenBeginning } from '../../parts/database/sealing/seal-row.ts'
import {
  SEALED_TABLES,
  sealedColumnsOf,
  WHOLE_INDEXES,
  WORD_INDEXES,
  type SealedTable,
} from '../../parts/database/sealing/sealed-columns.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { resealRows, type Resealed } from '../../start/reseal-rows.ts'

export interface Turning {
  /** The handle that seals nothing. */
  readonly raw: Database
  readonly ring: KeyRing
  readonly wrapping: KeyWrapping
  readonly clock: Clock
  readonly print: (line: string) => void
  /** The state lasts from the moment the new key seals to the deletion of the old ones. */
  readonly oldKeyKeptMs: number
}

const oldKeysOf = ({ ring }: Pick<Turning, 'ring'>): readonly number[] =>
  ring.ids.filter((id) => id !== ring.current)

type Condition = RawBuilder<unknown>

const wordOutdated = (column: string, oldKeys: readonly number[]): Condition =>
  oldKeys.length === 0
    ? sql`1 = 0`
    : sql`(${sql.join(
        oldKeys.map((key) => sql`${sql.ref(column)} like ${`%${tokenBeginning(key)}%`}`),
        sql` or `,
      )})`

/** @param key the key that everything should be sealed with; `oldKeys` are the others */
function conditions(
  table: SealedTable,
  key: number,
  oldKeys: readonly number[],
): readonly { readonly column: string; readonly outdated: Condition }[] {
  return [
    ...sealedColumnsOf(table).map((column) => ({
      column,
      outdated: sql`(${sql.ref(column)} not in ('', '[]') and ${sql.ref(column)} not like ${`s1.${key}.%`})`,
    })),
    ...(WHOLE_INDEXES[table] ?? []).map(({ column }) => ({
      column,
      outdated: sql`(${sql.ref(column)} <> '' and ${sql.ref(column)} not like ${`${key}.%`})`,
    })),
    ...(WORD_INDEXES[table] ?? []).map((column) => ({
      column,
      outdated: wordOutdated(column, oldKeys),
    })),
  ]
}

interface OutdatedColumn {
  readonly table: SealedTable
  readonly column: string
  readonly rows: number
}

/** Counts what is not sealed with a key, column by column, without reading values into memory. */
async function countOutdated(
  db: Database['jobs'],
  table: SealedTable,
  key: number,
  oldKeys: readonly number[],
): Promise<readonly OutdatedColumn[]> {
  const columns = conditions(table, key, oldKeys)
  const counts = columns.map(
    ({ column, outdated }) =>
      sql`sum(case when ${outdated} then 1 else 0 end) as ${sql.ref(column)}`,
  )
  const { rows } = await sql<Record<string, number | string | null>>`
    select ${sql.join(counts)} from ${sql.table(table)}`.execute(db)
  return columns.map(({ column }) => ({ table, column, rows: Number(rows[0]?.[column] ?? 0) }))
}

/** What a run would write: rows by table and column. */
export async function previewTurn({ raw, ring }: Turning): Promise<readonly OutdatedColumn[]> {
  const [newest = 0, ...others] = ring.ids
  // Where an earlier run was interrupted, it goes on with the newest key; else it makes the next.
  const [key, oldKeys] = others.length > 0 ? [newest, others] : [newest + 1, [newest]]
  const found = []
  for (const table of SEALED_TABLES)
    found.push(...(await countOutdated(raw.jobs, table, key, oldKeys)))
  return found
}

/** Makes the next key, which opens and searches, and does not seal yet. */
const announceKey = ({ raw, ring, wrapping, clock }: Turning) => {
  const id = (ring.ids[0] ?? 0) + 1
  return raw.jobs
    .insertInto('data_keys')
    .values({
      id,
      wrapped: wrapKey(wrapping, id, newDataKey()),
      created_at: isoNow(clock),
      retired_at: null,
    })
    .execute()
}

/** From now on the newest key seals. */
const retireOthers = ({ raw, ring, clock }: Turning) =>
  raw.jobs
    .updateTable('data_keys')
    .set({ retired_at: isoNow(clock) })
    .where('id', '<>', ring.ids[0] ?? 0)
    .where('retired_at', 'is', null)
    .execute()

async function makeNewestSeal(turning: Turning): Promise<void> {
  const { ring, print } = turning
  if (ring.ids.length > 1) print('Continuing the rotation that was interrupted.')
  else await patiently(() => announceKey(turning))
  await ring.refresh()
  if (ring.current !== ring.ids[0]) {
    print(`Key ${ring.ids[0]} is announced. Waiting until every server knows it.`)
    await sleep(NEW_KEY_KNOWN_MS)
    await patiently(() => retireOthers(turning))
    await ring.refresh()
  }
  print(`Key ${ring.current} seals now; ${oldKeysOf(turning).join(', ')} will be deleted.`)
}

const RETRY_MS = 500
const TRIES = 60

/** Servers use the database meanwhile, so a lock that is not free is no failure yet. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === TRIES) throw error
      await sleep(RETRY_MS)
    }
}

/** Goes over all tables until nothing was missed; returns the rows that no key opens. */
async function resealAll({ raw, ring, print }: Turning): Promise<readonly string[]> {
  const unreadable: string[] = []
  for (const table of SEALED_TABLES) {
    let rewritten = 0
    for (;;) {
      let looked = 0
      const pass: Resealed = await patiently(() =>
        resealRows(
          {
            raw,
            ring,
            wanted: 'outdated',
            onBatch: (rows) => {
              looked += rows
              if (looked % 10_000 < rows && looked >= 10_000) print(`${table}: ${looked} rows read`)
            },
          },
          table,
        ),
      )
      rewritten += pass.rewritten
      if (pass.missed > 0) continue
      unreadable.push(...pass.unreadable.map((id) => `${table} ${id}`))
      break
    }
    print(`${table}: ${rewritten} rows sealed with key ${ring.current}`)
  }
  return unreadable
}

/**
 * Keeps writers out for the time of a count. A writer whose value was sealed with an old key is
 * either counted, or its server learned of the new key long ago (`oldKeyKeptMs`).
 */
async function lockTables({ rules }: Database, transaction: Transaction<Schema>): Promise<void> {
  if (rules.kind === 'sqlite') return // the transaction itself is the only writer
  // Below the second after which PostgreSQL looks for a deadlock: then this one gives way and tries again.
  await sql`set local lock_timeout = '500ms'`.execute(transaction)
  for (const table of SEALED_TABLES)
    await sql`lock table ${sql.table(table)} in share mode`.execute(transaction)
}

/** Deletes the old keys where no value and no index needs them; returns what still does. */
function deleteOldKeys(turning: Turning): Promise<readonly OutdatedColumn[]> {
  const { raw, ring, clock } = turning
  const old = oldKeysOf(turning)
  const audit = createAuditLog(raw, clock)
  return inTransaction(raw.jobs, async (transaction) => {
    await lockTables(raw, transaction)
    for (const table of SEALED_TABLES) {
      const left = await countOutdated(transaction, table, ring.current, old)
      if (left.some(({ rows }) => rows > 0)) return left.filter(({ rows }) => rows > 0)
    }
    await transaction
      .deleteFrom('data_keys')
      .where('id', 'in', [...old])
      .execute()
    // What was sealed with the old keys also leaves the free pages of the file.
    await wantScrub(transaction, isoNow(clock))
    await audit.write(
      {
        actor: 'system',
        action: 'keys.turned',
        detail: { from: old.join(' '), to: ring.current },
      },
      transaction,
    )
    return []
  })
}

/** @returns true when nothing is left under an old key, and the old keys are deleted */
export async function turnKeys(turning: Turning): Promise<boolean> {
  const { print } = turning
  await makeNewestSeal(turning)
  const sealingMs = performance.now()
  for (;;) {
    const unreadable = await resealAll(turning)
    if (unreadable.length > 0) {
      for (const row of unreadable) print(`No key opens a value in ${row}.`)
      print('The old keys are kept. Restore these values from a backup, then run this again.')
      return false
    }
    const restMs = sealingMs + turning.oldKeyKeptMs - performance.now()
    if (restMs > 0) {
      print(`Waiting ${Math.ceil(restMs / 1_000)} s until every server seals with the new key.`)
      await sleep(restMs)
    }
    const left = await patiently(() => deleteOldKeys(turning))
    if (left.length === 0) return true
    for (const { table, column, rows } of left) print(`${table}.${column}: ${rows} more`)
  }
}
