/** Migrations in code, applied in order inside Kysely's own lock: two servers that start together migrate once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { StartFault } from '../../base/start-fault.ts'
import type { Database, EngineRules } from './engine.ts'
import { up as firstSchema } from './migrations/0001-first-schema.ts'

/** A step of the schema. It runs with all others of a start in one transaction. */
export type SchemaStep = (db: Kysely<never>, rules: EngineRules) => Promise<void>
/** By name. They are taken in the order of the names, so each begins with the next number. */
export type Steps = Readonly<Record<string, SchemaStep>>

/**
 * Until 1.0.0 is released, a new table or column goes into the first schema, which then gets a new
 * name (ADR 0073). From then on, each change is a step of its own.
 */
export const STEPS: Steps = {
  '0001-first-schema-12': firstSchema,
}

/** The steps in the order in which they are taken. */
export const STEP_NAMES: readonly string[] = Object.keys(STEPS).toSorted()

/** Those of the steps that a backup has. */
export const stepsNamed = (names: readonly string[]): Steps =>
  Object.fromEntries(Object.entries(STEPS).filter(([name]) => names.includes(name)))

/** Kysely's word for a step in the database that is not in the code. */
const UNKNOWN = /previously executed migration (\S+) is missing/

/** The first of these steps that this version does not know. */
export const unknownStep = (names: readonly string[]): string | undefined =>
  names.find((name) => !(name in STEPS))

/** A first schema of another name is one from before the first release: a released one keeps its name. */
export const isUnreleased = (step: string): boolean => step.startsWith('0001-')

/** Why this version refuses a database with a step that it does not know, and what to do. */
export const refusalOf = (step: string): readonly [problem: string, remedy: string] =>
  isUnreleased(step)
    ? [
        `The database was made by a development version from before 1.0.0 (${step}), whose data no version brings forward.`,
        'Set DATA_DIR to an empty directory, and DATABASE_URL, where it is set, to an empty database: the next start creates the tables.',
      ]
    : [
        `The database was written by a newer version of WLD (${step}).`,
        'Start that version, or restore the backup from before the update.',
      ]

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
  steps: Steps,
  tryMs: number,
) {
  let isAlone = rules.kind === 'sqlite' // its file belongs to one process
  const up =
    (step: SchemaStep): Migration['up'] =>
    async (inner) => {
      if (!isAlone) await lockTables(inner as Kysely<never>, tryMs) // Kysely hands over Kysely<any>
      isAlone = true
      // All steps are one transaction: a table whose deferred triggers wait for its end cannot be altered.
      if (rules.kind === 'postgres') await sql`set constraints all immediate`.execute(inner)
      await step(inner as Kysely<never>, rules)
    }
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]): [string, Migration] => [name, { up: up(step) }]),
  )
  return new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
}

/**
 * Throws with the name of the step that failed.
 * @param steps all that the database shall have: fewer than this version has for an older backup, more in a test
 * @throws StartFault when the database has steps that are not among them, or is in use for too long
 */
export async function migrate(
  database: Pick<Database, 'jobs' | 'rules'>,
  steps: Steps = STEPS,
): Promise<void> {
  const startedAt = Date.now()
  let taken = await takeSteps(database, steps, LOCK_TRY_MS)
  while (taken.error !== undefined && isLocked(taken.error)) {
    const waitedMs = Date.now() - startedAt
    if (waitedMs > LOCK_WAIT_MAX_MS)
      throw new StartFault(
        'The database cannot be brought to this version: for a minute another program has been reading or writing it, such as a backup. Start again when it has ended.',
      )
    await sleep(LOCK_PAUSE_MS)
    taken = await takeSteps(
      database,
      steps,
      waitedMs > LOCK_WAIT_MAX_MS / 2 ? LOCK_LONG_TRY_MS : LOCK_TRY_MS,
    )
  }
  const { error, results } = taken
  if (error === undefined) return
  const unknown = UNKNOWN.exec((error as Error).message)?.[1] // Kysely throws Errors only
  if (unknown !== undefined) throw new StartFault(refusalOf(unknown).join(' '))
  const failed = results?.find(({ status }) => status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? '(before the first)'} failed`, {
    cause: error,
  })
}

/** True before the first migration. */
export const isEmpty = async ({ jobs: db }: Pick<Database, 'jobs'>): Promise<boolean> =>
  !(await db.introspection.getTables()).some(({ name }) => name === 'members')
