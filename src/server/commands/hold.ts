/**
 * `npm run hold`: places, lifts and lists legal holds, beside a running server. Administrators
 * do the same in the settings of the association (`features/holds`).
 */
import { parseArgs } from 'node:util'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import type { HeldKind } from '#shared/domain/people/legal-hold.ts'
import { isoNow, systemClock } from '../base/clock.ts'
import { StartFault } from '../base/start-fault.ts'
import { createAuditLog } from '../parts/audit/audit-log.ts'
import type { Database } from '../parts/database/engine.ts'
import { inTransaction } from '../parts/database/transact.ts'
import { holdsInForce, isRecord, liftHold, placeHold } from '../records/holds/hold-repository.ts'
import { withDatabase } from '../start/open-existing.ts'
import { print, readSettings, runCommand } from './run-command.ts'

const USAGE = `Usage:
  npm run hold                                              lists the holds in force
  npm run hold -- --place RECORD --reason "court, number"   nothing deletes the record until the hold is lifted
  npm run hold -- --lift RECORD --reason "court, number"
RECORD is member:WLD_10004217, report:17 or request:REQ_10004217. Write no names into the reason.`

interface Target {
  readonly kind: HeldKind
  readonly id: string
}

function readTarget(text: string): Target {
  const [kind = '', id = ''] = text.split(':')
  if (kind === 'member') {
    const number = parseMemberNumber(id)
    if (number !== undefined) return { kind, id: String(number) }
  }
  if (kind === 'report' && /^[1-9]\d{0,14}$/.test(id)) return { kind, id }
  if (kind === 'request' && /^REQ_\d{1,15}$/.test(id)) return { kind, id }
  throw new StartFault(`${text} names no record.\n${USAGE}`)
}

async function change(
  database: Database,
  act: 'place' | 'lift',
  { kind, id }: Target,
  reason: string,
): Promise<void> {
  const target = `${kind}:${id}`
  if (act === 'place' && !(await isRecord(database.jobs, kind, id)))
    throw new StartFault(`There is no ${kind} ${id}.`)
  const audit = createAuditLog(database, systemClock)
  await inTransaction(database.jobs, async (transaction) => {
    const given = { target, reason, at: isoNow(systemClock) }
    if (!(await (act === 'place' ? placeHold : liftHold)(transaction, given)))
      throw new StartFault(
        act === 'place' ? `${target} is already held.` : `There is no hold on ${target}.`,
      )
    await audit.write(
      { actor: 'system', action: act === 'place' ? 'hold.placed' : 'hold.lifted', target },
      transaction,
    )
  })
  print(act === 'place' ? `Held: ${target}.` : `Lifted: ${target}. Retention applies to it again.`)
}

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      place: { type: 'string' },
      lift: { type: 'string' },
      reason: { type: 'string', default: '' },
    },
  })
  const settings = readSettings()
  const named = values.place ?? values.lift
  if (values.place !== undefined && values.lift !== undefined) throw new StartFault(USAGE)
  if (named !== undefined && values.reason.trim() === '')
    throw new StartFault(`--reason is missing.\n${USAGE}`)
  const target = named === undefined ? undefined : readTarget(named)
  return withDatabase(settings, async (database) => {
    if (target !== undefined) {
      const act = values.place === undefined ? 'lift' : 'place'
      await change(database, act, target, values.reason.trim())
      return true
    }
    const holds = await holdsInForce(database.jobs)
    for (const hold of holds) print(`${hold.placed_at}  ${hold.target}  ${hold.reason}`)
    print(`${holds.length} legal holds in force.`)
    return true
  })
}

await runCommand(USAGE, run)
