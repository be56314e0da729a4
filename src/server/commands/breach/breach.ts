/**
 * `npm run breach`: who is concerned by a breach, from the audit log, and drafts of the notices. It is
 * a command of the operator, beside a running server or without one. It sends nothing.
 */
import { chmod, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DateBound } from '#shared/contract/base/paging.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { csvRows, csvText } from '#shared/domain/text/csv.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { isoNow, systemClock } from '../../base/clock.ts'
import { StartFault } from '../../base/start-fault.ts'
import { fromBound, toBound } from '../../http/paging.ts'
import { createAuditLog, deviceActor, memberActor } from '../../parts/audit/audit-log.ts'
import type { Database } from '../../parts/database/engine.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { readAssociation } from '../../records/settings/settings-repository.ts'
import { withDatabase } from '../../start/open-existing.ts'
import { print, readSettings, runCommand } from '../run-command.ts'
import { isKnownActor, logBeginsAt, type Period } from './breach-repository.ts'
import { concernedByActor, concernedByCopy, peopleOf, type Concerned } from './concerned.ts'
import { draftForAuthority, kindsInWords, letterTo, type Scope, type Tally } from './letters.ts'

const USAGE = `Usage: npm run breach -- --from ISO --until ISO (--member ID | --device ID | --everyone) --to FOLDER
  --from, --until  the period, as 2026-01-31 or 2026-01-31T18:00:00Z; both ends are included
  --member         an account was taken over, as WLD_10004217
  --device         a device at the door was lost: its id, as in the audit log after "device:"
  --everyone       the database was copied
  --to             a folder that is empty or new; it will contain names and addresses`

interface Task extends Period {
  readonly scope: Scope
  readonly actor: string
  readonly folder: string
}

function readInstant(name: string, text: string | undefined, bound: (text: string) => string) {
  const parsed = DateBound.safeParse(text)
  if (!parsed.success)
    throw new StartFault(
      `--${name} must be a date or a time such as 2026-01-31T18:00:00Z.\n${USAGE}`,
    )
  return bound(parsed.data)
}

function readTask(): Task {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      until: { type: 'string' },
      member: { type: 'string' },
      device: { type: 'string' },
      everyone: { type: 'boolean', default: false },
      to: { type: 'string' },
    },
  })
  const { member, device, everyone, to: folder = '' } = values
  const from = readInstant('from', values.from, fromBound)
  const until = readInstant('until', values.until, toBound)
  if (from > until) throw new StartFault(`--from is later than --until.\n${USAGE}`)
  if ([member !== undefined, device !== undefined, everyone].filter(Boolean).length !== 1)
    throw new StartFault(`Give one of --member, --device and --everyone.\n${USAGE}`)
  if (folder.trim() === '') throw new StartFault(`--to is missing.\n${USAGE}`)
  if (everyone) return { scope: 'everyone', actor: '', folder, from, until }
  if (device !== undefined)
    return { scope: 'device', actor: deviceActor(device), folder, from, until }
  const number = parseMemberNumber(member ?? '')
  if (number === undefined)
    throw new StartFault(`--member ${member} is not a card number.\n${USAGE}`)
  return { scope: 'member', actor: memberActor(number), folder, from, until }
}

async function makeEmptyFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0)
    throw new StartFault(`${path} contains other files. Choose a folder that is empty or new.`)
  await chmod(path, 0o700)
}

const COLUMNS = ['id', 'name', 'email', 'language', 'data', 'actions']
const PRIVATE = { mode: 0o600, flag: 'wx' } as const

/** In parts: a database may hold a million members. */
async function writePersons({ db }: Database, found: Concerned, path: string): Promise<Tally> {
  const tally: Tally = { persons: 0, byKind: new Map(), byLanguage: new Map() }
  const file = await open(path, PRIVATE.flag, PRIVATE.mode)
  try {
    await file.appendFile(csvText([COLUMNS]))
    for await (const people of peopleOf(db, found)) {
      for (const { language, seen } of people) {
        tally.persons += 1
        tally.byLanguage.set(language, (tally.byLanguage.get(language) ?? 0) + 1)
        for (const kind of seen.kinds) tally.byKind.set(kind, (tally.byKind.get(kind) ?? 0) + 1)
      }
      const rows = people.map(({ id, name, email, language, seen }) => [
        id,
        name,
        email,
        language,
        kindsInWords(seen.kinds, language),
        [...seen.actions].join(' '),
      ])
      await file.appendFile(csvRows(rows))
    }
    return tally
  } finally {
    await file.close()
  }
}

/** What the list does not say: in English for the operator, in French for the authority. */
function limitsOf(
  { scope, from }: Task,
  found: Concerned,
  begins: string | undefined,
): (readonly [en: string, fr: string])[] {
  const lists = [...found.all.actions].join(', ')
  return [
    ...(lists === ''
      ? []
      : [
          [
            `All members are affected, because the log does not name the people in a list or an export: ${lists}.`,
            `tous les membres sont considérés comme concernés, car le journal ne nomme pas les personnes d’une liste ou d’un export (${lists}).`,
          ] as const,
        ]),
    ...(scope === 'member'
      ? [
          [
            'The log has no row for the first 500 people of a list. If this account could list people, more may have been seen.',
            'les pages d’une liste ne sont pas journalisées jusqu’à la 500e personne ; davantage de personnes ont pu être vues si le compte donnait accès aux listes.',
          ] as const,
        ]
      : []),
    ...(begins !== undefined && begins > from
      ? [
          [
            `The log begins at ${begins}: older rows were deleted at the end of their retention period.`,
            `le journal commence le ${begins} ; les lignes plus anciennes ont été supprimées à l’échéance.`,
          ] as const,
        ]
      : []),
  ]
}

async function list(database: Database, task: Task): Promise<void> {
  const { db } = database
  const { scope, actor, folder, from, until } = task
  if (actor !== '' && !(await isKnownActor(db, actor)))
    throw new StartFault(`${actor} is neither in the audit log nor among the members.`)
  await makeEmptyFolder(folder)
  const found =
    actor === '' ? await concernedByCopy(db) : await concernedByActor(db, actor, { from, until })
  const tally = await writePersons(database, found, join(folder, 'persons.csv'))
  const { persons, byLanguage } = tally
  // Before the drafts: the list of names is written, so the row must be there.
  await inTransaction(database.jobs, (transaction) =>
    createAuditLog(database, systemClock).write(
      {
        actor: 'system',
        action: 'breach.listed',
        target: actor,
        detail: { from, until, persons, all: found.all.kinds.size > 0 },
      },
      transaction,
    ),
  )
  const limits = limitsOf(task, found, actor === '' ? undefined : await logBeginsAt(db))
  const association = await readAssociation(db)
  const breach = { scope, actor, from, until, now: isoNow(systemClock), association }
  await writeFile(
    join(folder, 'authority.txt'),
    draftForAuthority({ ...breach, limits: limits.map(([, french]) => french) }, tally),
    PRIVATE,
  )
  for (const language of LANGUAGES)
    await writeFile(join(folder, `persons-${language}.txt`), letterTo(language, breach), PRIVATE)
  const shares = LANGUAGES.map((one) => `${one} ${byLanguage.get(one) ?? 0}`).join(', ')
  print(`${persons} persons are concerned (${shares}).`)
  const gone = found.members.size + found.others.size - persons
  if (gone > 0) print(`${gone} more were erased since and cannot be reached.`)
  for (const [english] of limits) print(english)
  print(
    `The list and the drafts are in ${folder}. Nothing has been sent. Delete them when you are done.`,
  )
}

async function run(): Promise<boolean> {
  const task = readTask()
  return withDatabase(readSettings(), async (database) => {
    await list(database, task)
    return true
  })
}

await runCommand(USAGE, run)
