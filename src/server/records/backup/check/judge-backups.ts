import { HOUR_MS } from '#shared/domain/units.ts'
/** What is wrong with the backups, decided from what was seen. */
import type { BackupRecord } from '../backup-repository.ts'
import type { FolderFault, FolderFaultKind } from '../folder/folder-fault.ts'
import { instantOf, isAhead, newestOf } from '../folder/snapshot-order.ts'

export type BackupFaultKind =
  | FolderFaultKind
  | 'none'
  | 'late'
  | 'failed'
  | 'future'
  | 'damaged'
  | 'unchecked'

/** For the log, the doctor and the operator of the server; not for the interface of members. */
interface BackupFault {
  readonly kind: BackupFaultKind
  readonly text: string
  readonly remedy: string
}

export interface BackupState {
  /** Of the newest complete backup that is not from the future; undefined where there is none. */
  readonly lastAt: Date | undefined
  readonly isLate: boolean
  /** When the schedule last looked whether the backups are whole. */
  readonly checkedAt: Date | undefined
  /** The worst first; empty where all is well. */
  readonly faults: readonly BackupFault[]
}

export interface BackupLook {
  readonly path: string
  /** Why the folder cannot be used. */
  readonly folderFault: FolderFault | undefined
  /** Names of the backups in order. */
  readonly names: readonly string[]
  readonly freeBytes: number | undefined
  readonly record: BackupRecord | undefined
  /** Sentences about what is still damaged. */
  readonly damaged: readonly string[]
}

/** A backup that should have been made so many intervals ago is late: one may be under way. */
const LATE_AFTER = 2
/** The parts take a week to come round; two days without any are too many. */
const UNCHECKED_AFTER_MS = 3 * 24 * 60 * 60 * 1_000
/** Less than a run needs that finds nothing new. */
const FREE_MIN = 64 * 1024 ** 2

const VERIFY =
  'Run npm run backup:check, then npm run backup: it writes again what the server still has. docs/runbooks.md, "A backup is damaged", has the rest.'

function ageFaults(
  { path, names, record }: BackupLook,
  lastAt: Date | undefined,
  isLate: boolean,
  now: Date,
): BackupFault[] {
  const faults: BackupFault[] = []
  if (record !== undefined && record.failedAt !== null)
    faults.push({
      kind: 'failed',
      text: `The last backup failed: ${record.failure}`,
      remedy: 'Do what it says, then run npm run backup.',
    })
  if (lastAt === undefined)
    faults.push({
      kind: 'none',
      text: `There is no complete backup in ${path}.`,
      remedy: 'Make one: npm run backup.',
    })
  else if (isLate)
    faults.push({
      kind: 'late',
      text: `The last backup is ${Math.floor((now.getTime() - lastAt.getTime()) / HOUR_MS)} hours old.`,
      remedy: 'Run npm run backup and read what it says; look for "backup" in the log.',
    })
  const ahead = names.filter((name) => isAhead(name, now))
  if (ahead.length > 0)
    faults.push({
      kind: 'future',
      text: `${ahead.length} backups in ${path} are dated in the future (${ahead.at(-1)}): the clock of this machine was wrong, or is wrong now.`,
      remedy:
        'Check the clock (timedatectl). If it is right now, you do not need to do anything: these are never treated as the newest, and newer ones replace them.',
    })
  return faults
}

export function judgeBackups(look: BackupLook, everyMs: number, now: Date): BackupState {
  const { path, folderFault, names, freeBytes, record, damaged } = look
  const newest = newestOf(names, now)
  const lastAt = newest === undefined ? undefined : instantOf(newest)
  const isLate = lastAt === undefined || now.getTime() - lastAt.getTime() > LATE_AFTER * everyMs
  const checkedAt = record?.checkedAt == null ? undefined : new Date(record.checkedAt)
  const faults: BackupFault[] = []
  if (folderFault !== undefined)
    faults.push({
      kind: folderFault.kind,
      text: folderFault.message,
      remedy: 'Until then no backup is made.',
    })
  else {
    if (damaged.length > 0)
      faults.push({
        kind: 'damaged',
        text: `Backups are damaged: ${damaged[0]}${damaged.length > 1 ? ` And ${damaged.length - 1} more.` : ''}`,
        remedy: VERIFY,
      })
    if (freeBytes !== undefined && freeBytes < FREE_MIN)
      faults.push({
        kind: 'full',
        text: `The disk of the backups (BACKUP_TO, ${path}) is full.`,
        remedy:
          'Free some space there: npm run backup:prune -- --keep 7 deletes all backups but the newest 7.',
      })
    faults.push(...ageFaults(look, lastAt, isLate, now))
    const since = now.getTime() - (checkedAt?.getTime() ?? 0)
    if (
      lastAt !== undefined &&
      record !== undefined &&
      checkedAt !== undefined &&
      (since > UNCHECKED_AFTER_MS || since < -HOUR_MS)
    )
      faults.push({
        kind: 'unchecked',
        text: `Whether the backups are whole was last looked at on ${checkedAt.toISOString().slice(0, 10)}.`,
        remedy:
          'Run npm run backup:check; the server does it automatically each day, so look for "backup" in its log.',
      })
  }
  return { lastAt, isLate, checkedAt, faults }
}
