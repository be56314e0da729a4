/** The times that an authority confirmed for days of the audit log: checks them, and writes them to a folder. */
import type { X509Certificate } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Link } from '../../parts/audit/audit-chain.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { readStatement } from '../../parts/timestamps/statement.ts'
import { TimestampFault } from '../../parts/timestamps/timestamp-fault.ts'
import { confirmedDays } from '../../parts/timestamps/timestamp-repository.ts'
import { verifyTimestamp } from '../../parts/timestamps/verify-timestamp.ts'

interface Confirmed {
  /** Where it was found, for the message. */
  readonly name: string
  readonly statement: string
  readonly response: Buffer
}

const NAME = /^(audit-day-\d{4}-\d\d-\d\d)\.tsr$/

async function inDatabase(db: Kysely<Schema>): Promise<Confirmed[]> {
  return (await confirmedDays(db)).map(({ day, statement, response }) => ({
    name: `audit-day-${day}`,
    statement,
    response: Buffer.from(response ?? '', 'base64'),
  }))
}

async function inFolder(folder: string): Promise<Confirmed[]> {
  const names = (await readdir(folder)).flatMap((name) => NAME.exec(name)?.[1] ?? []).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name: join(folder, name),
      statement: await readFile(join(folder, `${name}.txt`), 'utf8'),
      response: await readFile(join(folder, `${name}.tsr`)),
    })),
  )
}

export async function exportDays(db: Kysely<Schema>, folder: string): Promise<number> {
  const days = await inDatabase(db)
  await mkdir(folder, { recursive: true })
  for (const { name, statement, response } of days) {
    await writeFile(join(folder, `${name}.txt`), statement)
    await writeFile(join(folder, `${name}.tsr`), response)
  }
  return days.length
}

const hashAt = async (db: Kysely<Schema>, base: Link, seq: number): Promise<string | undefined> =>
  seq === base.seq
    ? base.hash
    : (await db.selectFrom('audit').select('hash').where('seq', '=', seq).executeTakeFirst())?.hash

export interface DaysReport {
  readonly faults: readonly string[]
  /** One line about what was confirmed; undefined where there is nothing. */
  readonly summary: string | undefined
}

/**
 * Compares what was confirmed with the log as it is now. A log that was rewritten from start to end
 * fits together, but not with these; those in a folder that was kept elsewhere cannot be removed
 * with the database.
 */
export async function checkDays(
  db: Kysely<Schema>,
  base: Link,
  folder: string | undefined,
  anchors: readonly X509Certificate[],
): Promise<DaysReport> {
  const days = [...(await inDatabase(db)), ...(folder === undefined ? [] : await inFolder(folder))]
  const faults: string[] = []
  let [last, older] = ['', 0]
  for (const { name, statement, response } of days) {
    const subject = readStatement(statement)
    if (subject?.kind !== 'audit-day') {
      faults.push(`${name}: not a statement about a day of the log`)
      continue
    }
    try {
      const { at, authority } = verifyTimestamp(response, statement, { anchors })
      if (subject.seq < base.seq) older += 1
      else if ((await hashAt(db, base, subject.seq)) !== subject.hash)
        faults.push(
          `${name}: row ${subject.seq} is not the one whose time ${authority} confirmed at ${at}`,
        )
      else last = `row ${subject.seq} existed at ${at}, as ${authority} confirms`
    } catch (error) {
      if (!(error instanceof TimestampFault)) throw error
      faults.push(`${name}: ${error.message}`)
    }
  }
  const proven = anchors.length === 0 ? '; TIMESTAMP_CA is not set, so the name is not proven' : ''
  return {
    faults,
    summary:
      days.length === 0
        ? undefined
        : `Times of ${days.length} days checked${older === 0 ? '' : ` (${older} of rows deleted at the end of their retention period)`}${last === '' ? '' : `: ${last}`}${proven}.`,
  }
}
