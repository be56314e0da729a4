import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { HOUR_MS } from '#shared/domain/units.ts'
import type { Config } from '../../deps/config.ts'
import { readRecord } from '../../records/backup/backup-repository.ts'
import { stateOfBackups } from '../../records/backup/backup-state.ts'
import { withRecords } from '../backup/open-records.ts'
import { fault, note, ok } from './finding.ts'

export async function checkBackups(config: Config) {
  const { backup, dataDir, environment } = config
  const { to, key, everyMs } = backup
  if (to === undefined || key === undefined)
    return [
      environment === 'production'
        ? fault(
            'No backups are made.',
            'Set BACKUP_TO and BACKUP_KEY (docs/operations.md, Backups).',
          )
        : ok('No backups are made, which is right for a trial.'),
    ]
  // A database that is away is another look's fault; the folder can be looked at without it.
  const record = await withRecords(config, (db) => readRecord(db, to)).catch(() => undefined)
  const now = new Date()
  const { lastAt, checkedAt, faults } = await stateOfBackups({ to, key, everyMs }, record, now)
  const hours = lastAt && Math.floor((now.getTime() - lastAt.getTime()) / HOUR_MS)
  const checked =
    checkedAt === undefined
      ? 'Whether it is whole: npm run backup:verify'
      : `Some were read on ${checkedAt.toISOString().slice(0, 10)}; all are read within a week.`
  const isInside = `${resolve(to)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)
  const [there, here] = await Promise.all(
    [to, dataDir].map((path) => stat(path).catch(() => undefined)),
  )
  return [
    ...faults.map(({ kind, text, remedy }) =>
      kind === 'future' || kind === 'unchecked' ? note(text, remedy) : fault(text, remedy),
    ),
    ...(faults.length === 0 ? [ok(`The last backup is ${hours} hours old. ${checked}`)] : []),
    ...(isInside || (there !== undefined && there.dev === here?.dev)
      ? [
          note(
            `The backups in ${to} are on the same disk as the data: if it fails, both are lost.`,
            'Copy them to another machine, or mount another disk for them.',
          ),
        ]
      : []),
  ]
}
