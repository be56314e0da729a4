import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

const NORMAL = 1
const FULL = 2

test('one write does not wait for the disk, and the next one does, also after a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wld-'))
  const database = openSqlite(join(folder, 'wld.db'))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  let asked = 0
  /** A statement of its own each time: SQLite answers when it is prepared. */
  async function waits(db: Kysely<Schema>): Promise<number | undefined> {
    asked += 1
    const { rows } = await sql<{
      synchronous: number
    }>`${sql.raw(`pragma synchronous /* ${asked} */`)}`.execute(db)
    return rows[0]?.synchronous
  }

  expect(await waits(database.db)).toBe(FULL)
  // Asked at the same time, the other waits for its turn on the one connection.
  const [within, beside] = await Promise.all([database.withoutWaiting(waits), waits(database.db)])
  expect([within, beside]).toEqual([NORMAL, FULL])
  await expect(database.withoutWaiting(() => Promise.reject(new Error('fault')))).rejects.toThrow(
    'fault',
  )
  expect(await waits(database.db)).toBe(FULL)
})
