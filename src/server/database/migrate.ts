/** Migrations in code, applied in order inside Kysely's own lock: two servers that start together migrate once. */
import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
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
}

/** Throws with the name of the step that failed. */
export async function migrate({ db, rules }: Database): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(STEPS).map(([name, step]): [string, Migration] => [name, { up: (inner) => step(inner as Kysely<never>, rules) }]), // Kysely hands over Kysely<any>
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? '(before the first)'} failed`, { cause: error })
}
