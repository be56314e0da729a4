/**
 * `npm run audit:verify`: checks the whole audit log, without the server or beside it, and needs no
 * secret key. Exits with 0 when the log is intact, with 1 when it is not or cannot be read.
 */
import { parseArgs } from 'node:util'
import { RETENTION } from '#shared/domain/people/retention.ts'
import { DAY_MS } from '#shared/domain/units.ts'
import { StartFault } from '../../base/start-fault.ts'
import { checkChain, type Link } from '../../parts/audit/audit-chain.ts'
import type { Database } from '../../parts/database/engine.ts'
import { withDatabase } from '../../start/open-existing.ts'
import { print, readSettings, runCommand } from '../run-command.ts'
import { checkDays, exportDays } from './audit-timestamps.ts'

const USAGE = `Usage: npm run audit:verify [-- --expect NUMBER:HASH:DATE] [--timestamps FOLDER] [--export-timestamps FOLDER]
  --expect             what an earlier run printed and you wrote down
  --timestamps         also checks the confirmed times in this folder
  --export-timestamps  writes the confirmed times of the days there, to be kept elsewhere`
const EXPECTED = /^(\d{1,15}):([0-9a-f]{64})(?::(\d{4}-\d\d-\d\d))?$/

interface Noted extends Link {
  /** UTC day of the row; unknown where it was recorded without a day. */
  readonly date: string | undefined
}

/**
 * A chain that was rewritten from start to end is consistent; only a hash that was recorded
 * elsewhere reveals the change.
 */
async function checkExpected(
  { db }: Database,
  { seq, hash, date }: Noted,
  base: Link,
): Promise<string | undefined> {
  if (seq < base.seq) return checkGone(seq, date)
  const found =
    seq === base.seq
      ? base
      : await db.selectFrom('audit').select('hash').where('seq', '=', seq).executeTakeFirst()
  return found?.hash === hash
    ? undefined
    : `BROKEN: row ${seq} does not match the one that was written down.`
}

/**
 * No earlier row is left to compare with: only the age of the row shows whether the retention can
 * have deleted its predecessors.
 */
function checkGone(seq: number, date: string | undefined): string | undefined {
  if (date === undefined)
    return `NOT CHECKED: row ${seq} is no longer in the log, and without its date nobody can tell whether its retention period was over. Give --expect ${seq}:HASH:YYYY-MM-DD, the day it was written down.`
  const { min } = RETENTION.audit
  if (Date.now() - Date.parse(date) >= min * DAY_MS) return undefined // deleted by the retention, as the log records
  return `BROKEN: row ${seq} of ${date} is no longer in the log, but every row is kept for at least ${min} days. Somebody cut the log off.`
}

async function verify(): Promise<{ readonly text: string; readonly whole: boolean }> {
  const { values } = parseArgs({
    options: {
      expect: { type: 'string' },
      timestamps: { type: 'string' },
      'export-timestamps': { type: 'string' },
    },
  })
  const noted = values.expect === undefined ? undefined : EXPECTED.exec(values.expect)
  if (noted === null || (noted?.[3] !== undefined && Number.isNaN(Date.parse(noted[3]))))
    throw new StartFault(
      `--expect must be the number of a row and its hash, and its day where known.\n${USAGE}`,
    )
  const settings = readSettings()
  return withDatabase(settings, async (database) => {
    const { ends, broken } = await checkChain(database.db)
    const { base, head } = ends
    if (broken !== undefined)
      return {
        whole: false,
        text: `BROKEN: row ${broken} was changed or removed. Rows ${base.seq + 1} to ${broken - 1} are whole.`,
      }
    const fault =
      noted === undefined
        ? undefined
        : await checkExpected(
            database,
            { seq: Number(noted[1]), hash: noted[2] ?? '', date: noted[3] },
            base,
          )
    if (fault !== undefined) return { whole: false, text: fault }
    const anchors = settings.timestamps?.anchors ?? []
    const days = await checkDays(database.db, base, values.timestamps, anchors)
    if (days.faults.length > 0)
      return { whole: false, text: days.faults.map((one) => `BROKEN: ${one}`).join('\n') }
    const folder = values['export-timestamps']
    const written = folder === undefined ? 0 : await exportDays(database.db, folder)
    const cut =
      base.seq === 0 ? '' : ` (rows up to ${base.seq} were deleted when their time was over)`
    const last = await database.db
      .selectFrom('audit')
      .select('at')
      .where('seq', '=', head.seq)
      .executeTakeFirst()
    const day = last === undefined ? '' : `:${last.at.slice(0, 'YYYY-MM-DD'.length)}`
    return {
      whole: true,
      text: [
        `Whole: rows ${base.seq + 1} to ${head.seq}${cut}.`,
        ...(days.summary === undefined ? [] : [days.summary]),
        ...(folder === undefined ? [] : [`${written} confirmed times are in ${folder}.`]),
        `Write this down elsewhere: --expect ${head.seq}:${head.hash}${day}`,
      ].join('\n'),
    }
  })
}

await runCommand(USAGE, async () => {
  const { text, whole } = await verify()
  print(text)
  return whole
})
