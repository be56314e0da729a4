/** Migrations in code, applied in order inside Kysely's own lock: two servers that start together migrate once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { StartFault } from '../../base/start-fault.ts'
import type { Database, EngineRules } from './engine.ts'
import { up as first } from './migrations/0001-first.ts'
import { up as everyCall } from './migrations/0002-every-call.ts'
import { up as stats } from './migrations/0003-stats.ts'
import { up as memberLists } from './migrations/0004-member-lists.ts'
import { up as review } from './migrations/0005-review.ts'
import { up as claimThreads } from './migrations/0006-claim-threads.ts'
import { up as settings } from './migrations/0008-settings.ts'
import { up as contentVersions } from './migrations/0007-content-versions.ts'
import { up as reportStaff } from './migrations/0009-report-staff.ts'
import { up as evidence } from './migrations/0010-evidence.ts'
import { up as kiosk } from './migrations/0011-kiosk.ts'
import { up as reportKey } from './migrations/0012-report-key.ts'
import { up as phonesAndDevices } from './migrations/0016-phones-and-devices.ts'
import { up as bin } from './migrations/0017-bin.ts'
import { up as erasure } from './migrations/0018-erasure.ts'
import { up as keptRegistrations } from './migrations/0019-kept-registrations.ts'
import { up as bins } from './migrations/0020-bins.ts'
import { up as reportSearch } from './migrations/0021-report-search.ts'
import { up as statedOriginals } from './migrations/0022-stated-originals.ts'
import { up as incidentDate } from './migrations/0023-incident-date.ts'
import { up as factors } from './migrations/0024-factors.ts'
import { up as sealedColumns } from './migrations/0025-sealed-columns.ts'
import { up as consents } from './migrations/0027-consents.ts'
import { up as watch } from './migrations/0028-watch.ts'
import { up as idleSessions } from './migrations/0029-idle-sessions.ts'
import { up as memberSearchOrder } from './migrations/0030-member-search-order.ts'
import { up as statusBlocks } from './migrations/0033-status-blocks.ts'
import { up as workLists } from './migrations/0034-work-lists.ts'
import { up as memberCounts } from './migrations/0035-member-counts.ts'
import { up as assemblies } from './migrations/0046-assemblies.ts'
import { up as evidenceSeals } from './migrations/0043-evidence-seals.ts'
import { up as timestamps } from './migrations/0044-timestamps.ts'
import { up as publicCopies } from './migrations/0045-public-copies.ts'
import { up as decisions } from './migrations/0048-decisions.ts'
import { up as searchedByName } from './migrations/0050-searched-by-name.ts'
import { up as requestLists } from './migrations/0051-request-lists.ts'
import { up as erasures } from './migrations/0036-erasures.ts'
import { up as legalHolds } from './migrations/0037-legal-holds.ts'
import { up as attendees } from './migrations/0038-attendees.ts'
import { up as walletPasses } from './migrations/0049-wallet-passes.ts'
import { up as walletFarewells } from './migrations/0055-wallet-farewells.ts'
import { up as releases } from './migrations/0058-releases.ts'
import { up as reportLocks } from './migrations/0053-report-locks.ts'
import { up as paperProxies } from './migrations/0054-paper-proxies.ts'
import { up as operationFaults } from './migrations/0060-operation-faults.ts'
import { up as paperScans } from './migrations/0061-paper-scans.ts'
import { up as documentPages } from './migrations/0062-document-pages.ts'
import { up as backupRecords } from './migrations/0059-backup-records.ts'
import { up as witnessReports } from './migrations/0040-witness-reports.ts'

const STEPS: Readonly<Record<string, (db: Kysely<never>, rules: EngineRules) => Promise<void>>> = {
  '0001-first': first,
  '0002-every-call': everyCall,
  '0003-stats': stats,
  '0004-member-lists': memberLists,
  '0005-review': review,
  '0006-claim-threads': claimThreads,
  '0008-settings': settings,
  '0007-content-versions': contentVersions,
  '0009-report-staff': reportStaff,
  '0010-evidence': evidence,
  '0011-kiosk': kiosk,
  '0012-report-key': reportKey,
  '0016-phones-and-devices': phonesAndDevices,
  '0017-bin': bin,
  '0018-erasure': erasure,
  '0019-kept-registrations': keptRegistrations,
  '0020-bins': bins,
  '0021-report-search': reportSearch,
  '0022-stated-originals': statedOriginals,
  '0023-incident-date': incidentDate,
  '0024-factors': factors,
  '0025-sealed-columns': sealedColumns,
  '0027-consents': consents,
  '0028-watch': watch,
  '0029-idle-sessions': idleSessions,
  '0030-member-search-order': memberSearchOrder,
  '0033-status-blocks': statusBlocks,
  '0034-work-lists': workLists,
  '0035-member-counts': memberCounts,
  '0043-evidence-seals': evidenceSeals,
  '0044-timestamps': timestamps,
  '0045-public-copies': publicCopies,
  '0048-decisions': decisions,
  '0036-erasures': erasures,
  '0037-legal-holds': legalHolds,
  '0038-attendees': attendees,
  '0040-witness-reports': witnessReports,
  '0046-assemblies': assemblies,
  '0049-wallet-passes': walletPasses,
  '0050-searched-by-name': searchedByName,
  '0051-request-lists': requestLists,
  '0053-report-locks': reportLocks,
  '0054-paper-proxies': paperProxies,
  '0055-wallet-farewells': walletFarewells,
  '0058-releases': releases,
  '0059-backup-records': backupRecords,
  '0060-operation-faults': operationFaults,
  '0061-paper-scans': paperScans,
  '0062-document-pages': documentPages,
}

/** The steps in the order in which they are taken. */
export const STEP_NAMES: readonly string[] = Object.keys(STEPS).toSorted()

/** Kysely's word for a step in the database that is not in the code. */
const NEWER = /previously executed migration (\S+) is missing/

/** The first of these steps that this version does not know. */
export const unknownStep = (names: readonly string[]): string | undefined =>
  names.find((name) => !(name in STEPS))

/**
 * A try to lock all tables holds up calls no longer than this: less than the second after which PostgreSQL looks for
 * deadlocks, so that no call is ended for one.
 */
const LOCK_TRY_MS = 500
/** After half of the wait: for a lock that waits for a second, PostgreSQL ends an autovacuum. */
const LOCK_LONG_TRY_MS = 1_500
const LOCK_PAUSE_MS = 500
const LOCK_WAIT_MAX_MS = 60_000
/** A lock was not free in time, or a deadlock. */
const LOCKED = ['55P03', '40P01']

function isLocked(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string } // wrapped by the pool
  return code !== undefined && LOCKED.includes(code)
}

/**
 * The version before may still write, because servers are replaced one after another. Its calls wait from here to the
 * commit, and none fails (ADR 0044).
 */
async function lockTables(db: Kysely<never>, tryMs: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'`.execute(db)
  if (rows.length === 0) return // the first start
  await sql`set local lock_timeout = ${sql.lit(tryMs)}`.execute(db)
  const names = rows.map(({ name }) => name).join(', ')
  await sql`lock table ${sql.raw(names)} in access exclusive mode`.execute(db)
  await sql`set local lock_timeout to default`.execute(db)
}

function takeSteps(
  { jobs: db, rules }: Pick<Database, 'jobs' | 'rules'>,
  upTo: readonly string[],
  tryMs: number,
) {
  let isAlone = rules.kind === 'sqlite' // its file belongs to one process
  const up =
    (step: (typeof STEPS)[string]): Migration['up'] =>
    async (inner) => {
      if (!isAlone) await lockTables(inner as Kysely<never>, tryMs) // Kysely hands over Kysely<any>
      isAlone = true
      // All steps are one transaction: a table whose deferred triggers wait for its end cannot be altered.
      if (rules.kind === 'postgres') await sql`set constraints all immediate`.execute(inner)
      await step(inner as Kysely<never>, rules)
    }
  const migrations = Object.fromEntries(
    Object.entries(STEPS)
      .filter(([name]) => upTo.includes(name))
      .map(([name, step]): [string, Migration] => [name, { up: up(step) }]),
  )
  return new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
}

/**
 * Throws with the name of the step that failed.
 * @param upTo the steps to take; all, where left out
 * @throws StartFault when the database has steps that this version does not know, or is in use for too long
 */
export async function migrate(
  database: Pick<Database, 'jobs' | 'rules'>,
  upTo: readonly string[] = STEP_NAMES,
): Promise<void> {
  const startedAt = Date.now()
  let taken = await takeSteps(database, upTo, LOCK_TRY_MS)
  while (taken.error !== undefined && isLocked(taken.error)) {
    const waitedMs = Date.now() - startedAt
    if (waitedMs > LOCK_WAIT_MAX_MS)
      throw new StartFault(
        'The database cannot be brought to this version: for a minute another program has been reading or writing it, such as a backup. Start again when it has ended.',
      )
    await sleep(LOCK_PAUSE_MS)
    taken = await takeSteps(
      database,
      upTo,
      waitedMs > LOCK_WAIT_MAX_MS / 2 ? LOCK_LONG_TRY_MS : LOCK_TRY_MS,
    )
  }
  const { error, results } = taken
  if (error === undefined) return
  const unknown = NEWER.exec((error as Error).message)?.[1] // Kysely throws Errors only
  if (unknown !== undefined)
    throw new StartFault(
      `The database was written by a newer version of WLD (${unknown}). Start that version, or restore the backup from before the update.`,
    )
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? '(before the first)'} failed`, {
    cause: error,
  })
}

/** True before the first migration. */
export const isEmpty = async ({ jobs: db }: Pick<Database, 'jobs'>): Promise<boolean> =>
  !(await db.introspection.getTables()).some(({ name }) => name === 'members')
