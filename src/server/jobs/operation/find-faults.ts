/** What is wrong with the machine now. The doctor says the same in more words, to who asks it. */
import { statfs } from 'node:fs/promises'
import type { OperationFault } from '#shared/domain/operation-faults.ts'
import type { Deps } from '../../deps/deps.ts'
import { countMails } from '../../parts/mail/queue-state.ts'
import { readBackupState } from '../../records/backup/backup-state.ts'
import type { BackupFaultKind } from '../../records/backup/check/judge-backups.ts'
import { CERTIFICATE_DAYS_MIN, certificateDays } from '../../records/operation/certificate-days.ts'

const FREE_LOW_SHARE = 0.1
/** Mails leave within a minute. */
const MAIL_LATE_MS = 60 * 60_000

const OF_BACKUPS: Readonly<Partial<Record<BackupFaultKind, OperationFault>>> = {
  none: 'backup-late',
  late: 'backup-late',
  failed: 'backup-late',
  damaged: 'backup-damaged',
  unchecked: 'backup-damaged',
  future: 'backup-clock',
}

export interface SeenOperation {
  /** Kinds of what is wrong with the backups; a kind that is not in the table is about their folder. */
  readonly backups: readonly BackupFaultKind[]
  /** Of the disk under DATA_DIR, from 0 to 1. */
  readonly freeShare: number
  /** undefined where there is none, or no connection: the doctor tells the two apart. */
  readonly certificateDays: number | undefined
  readonly auditRowsWaiting: number
  readonly oldestMailMs: number
}

export function judgeOperation(seen: SeenOperation): readonly OperationFault[] {
  const found: readonly (readonly [boolean, OperationFault])[] = [
    ...seen.backups.map((kind) => [true, OF_BACKUPS[kind] ?? 'backup-place'] as const),
    [seen.freeShare < FREE_LOW_SHARE, 'disk-low'],
    [
      seen.certificateDays !== undefined && seen.certificateDays < CERTIFICATE_DAYS_MIN,
      'certificate-ends',
    ],
    [seen.auditRowsWaiting > 0, 'audit-waits'],
    [seen.oldestMailMs > MAIL_LATE_MS, 'mails-wait'],
  ]
  return [...new Set(found.flatMap(([isSo, kind]) => (isSo ? [kind] : [])))]
}

export type OperationDeps = Pick<Deps, 'audit' | 'clock' | 'config' | 'database'>

/** @throws what the database or the disk throws */
export async function seeOperation(deps: OperationDeps): Promise<SeenOperation> {
  const { audit, clock, config, database } = deps
  const url = new URL(config.publicUrl)
  const [backups, disk, days, mails] = await Promise.all([
    readBackupState(deps),
    statfs(config.dataDir),
    url.protocol === 'https:' ? certificateDays(url).catch(() => undefined) : undefined,
    countMails(database.db),
  ])
  return {
    backups: backups?.faults.map(({ kind }) => kind) ?? [],
    freeShare: disk.bavail / disk.blocks,
    certificateDays: days,
    auditRowsWaiting: audit.waiting(),
    oldestMailMs: mails.oldestAt === null ? 0 : clock.now().getTime() - Date.parse(mails.oldestAt),
  }
}
