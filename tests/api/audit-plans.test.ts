/**
 * Which index each query of the audit log reads. The log is the largest table and every act writes to each of its indexes, so
 * that no query may read the whole log, and no index may be without a query.
 */
import { CompiledQuery, DefaultQueryExecutor, sql, type Kysely } from 'kysely'
import { beforeAll, describe, expect, vi } from 'vitest'
import { actsOf, logBeginsAt } from '#server/commands/breach/breach-repository.ts'
import { baseIsTold, walk } from '#server/parts/audit/audit-chain.ts'
import type { Schema } from '#server/parts/database/schema.ts'
import { lastRowBefore } from '#server/parts/timestamps/timestamp-repository.ts'
import { readAuditAfter } from '#server/records/audit/audit-repository.ts'
import { accessEventsOf } from '#server/records/consents/consent-repository.ts'
import { countLooks, readLooks } from '#server/records/documents/document-repository.ts'
import { hasWorkingView, listCustodyRows } from '#server/records/evidence/custody-repository.ts'
import { holdsInForce } from '#server/records/holds/hold-repository.ts'
import { listReviews } from '#server/records/requests/request-repository.ts'
import { dueAuditSeq } from '#server/records/settings/retention-repository.ts'
import { auditRowsAfter, auditRowsOf } from '#server/records/watch/watch-repository.ts'
import { listAudit } from '#shared/contract/audit.ts'
import type { Person } from '#tests/builders/person.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { suiteServer } from '#tests/support/suite-server.ts'

const ROWS = 20_000
const ROWS_AT_ONCE = 500
const BEGAN_MS = Date.UTC(2025, 0, 1)
const instant = (minutes: number): string => new Date(BEGAN_MS + minutes * 60_000).toISOString()
const [FROM, TO] = [instant(5_000), instant(5_100)]
const ACTOR = 'member:10000007'
const COMMON = 'card.verified'
const TRIMMED = 'audit.trimmed'
const ACTIONS = [COMMON, 'member.listed', 'session.opened', 'member.updated', 'document.viewed']

const KEY = 'the number'
const [BY_ACTOR, BY_ACTION] = ['audit_by_actor', 'audit_by_action']
const [BY_TARGET, BY_TIME] = ['audit_by_target', 'audit_by_time']
const BY_BOTH = 'audit_by_actor_action'
const [OR, ALL] = [' or ', 'all rows']
/** Either leaves out nearly all rows; the engine knows which has fewer. */
const either = (...indexes: readonly string[]): string => indexes.join(OR)

/** Queries of jobs and of other lists, and the index of each: the only one that leaves out what it does not want. */
const QUERIES: Readonly<
  Record<string, readonly [(db: Kysely<Schema>) => Promise<unknown>, string]>
> = {
  'the walk of the check': [(db) => walk(db, { seq: 500, hash: '' }, ROWS, 100), KEY],
  'the row that tells the base': [(db) => baseIsTold(db, { seq: 0, hash: '' }), BY_ACTION],
  'rows for the watch': [(db) => auditRowsAfter(db, 19_000, 100), KEY],
  'acts of one person for the watch': [
    (db) =>
      auditRowsOf(db, { column: 'actor', who: ACTOR, actions: [COMMON], since: FROM, max: 50 }),
    BY_BOTH,
  ],
  'acts about one person for the watch': [
    (db) =>
      auditRowsOf(db, { column: 'target', who: ACTOR, actions: [COMMON], since: FROM, max: 50 }),
    BY_TARGET,
  ],
  'the end of the retention': [(db) => dueAuditSeq(db, instant(10)), KEY],
  'the day for a timestamp': [(db) => lastRowBefore(db, FROM), BY_TIME],
  'changes of an account': [(db) => accessEventsOf(db, 10_000_007), BY_TARGET],
  'reviews of a request': [
    (db) => listReviews(db, ACTOR, { actions: [COMMON, 'member.updated'], max: 20 }),
    BY_TARGET,
  ],
  'holds in force': [(db) => holdsInForce(db), either(BY_TARGET, BY_ACTION)],
  'views of documents': [(db) => readLooks(db, 10_000_007, 20), BY_TARGET],
  'the number of views of documents': [(db) => countLooks(db, 10_000_007), BY_TARGET],
  'custody of evidence': [
    (db) => {
      const concerned = (target: string) => ({ target, actions: ACTIONS })
      return listCustodyRows(db, concerned('evidence:1'), concerned('report:1'), 100)
    },
    BY_TARGET,
  ],
  'a view of a working copy': [
    (db) => hasWorkingView(db, { target: 'evidence:1', actor: ACTOR, since: FROM }),
    either(BY_TARGET, BY_BOTH, BY_ACTION),
  ],
  'acts of a stolen account': [(db) => actsOf(db, ACTOR, { from: FROM, until: TO }), BY_ACTOR],
  'the first row': [(db) => logBeginsAt(db), KEY],
  'the next rows of an export': [
    async (db) => {
      const [last] = await readAuditAfter(db, { actor: ACTOR }, undefined, 1)
      await readAuditAfter(db, { actor: ACTOR }, last, 100)
    },
    either(BY_ACTOR, BY_BOTH),
  ],
}

const LISTS: Readonly<Record<string, readonly [object, string]>> = {
  'the whole log': [{}, KEY],
  'an actor': [{ actor: ACTOR }, either(BY_ACTOR, BY_BOTH)],
  'an action': [{ action: COMMON }, BY_ACTION],
  'a group of actions': [{ action: 'member' }, BY_ACTION],
  'a target': [{ target: ACTOR }, BY_TARGET],
  'an actor and an action': [{ actor: ACTOR, action: COMMON }, either(BY_BOTH, BY_ACTION)],
  'an actor and a period': [{ actor: ACTOR, from: FROM, to: TO }, BY_ACTOR],
  'an action and a period': [{ action: COMMON, from: FROM, to: TO }, BY_ACTION],
  'a period': [{ from: FROM, to: TO }, BY_TIME],
}

describe.each(ENGINES)('queries of the audit log on $title', ({ engine, skip }) => {
  const { server, run, person } = suiteServer({ engine, skip }, { env: { LIMITS_SCALE: '100' } })
  let admin: Person
  beforeAll(async () => {
    if (skip) return
    admin = await person('admin')
    const { db } = server.deps.database
    const { seq: written } = await db
      .selectFrom('audit_head')
      .select('seq')
      .executeTakeFirstOrThrow()
    for (let from = written; from < ROWS; from += ROWS_AT_ONCE)
      await db
        .insertInto('audit')
        .values(
          Array.from({ length: ROWS_AT_ONCE }, (_, index) => ({
            seq: from + index + 1,
            at: instant(from + index),
            actor: `member:${10_000_000 + (index % 211)}`,
            action: index === 7 ? TRIMMED : (ACTIONS[index % ACTIONS.length] ?? COMMON),
            target: `member:${10_000_000 + ((from + index) % 1_009)}`,
            detail: '{}',
            request_id: '',
            prev_hash: '',
            hash: '',
          })),
        )
        .execute()
    await db.updateTable('audit_head').set({ seq: ROWS, base_seq: 1 }).execute()
    // PostgreSQL reads an index alone where vacuum has seen the rows, as autovacuum does after inserts.
    await sql.raw(engine === 'sqlite' ? 'analyze' : 'vacuum analyze audit').execute(db)
  })

  /** What the statements of a call read the log by; rows that are fetched by their numbers are left out. */
  async function readBy(call: () => Promise<unknown>): Promise<readonly string[]> {
    const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
    await call()
    const statements = execute.mock.calls.map(([statement]) => statement)
    execute.mockRestore()
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const found = new Set<string>()
    for (const { sql: text, parameters } of statements) {
      if (!/^(?:select|with)\b.*\baudit\b/su.test(text) || text.includes('"seq" in (')) continue
      const rows = await server.deps.database.db.transaction().execute(async (transaction) => {
        // How full the pages happen to be decides otherwise whether PostgreSQL reads a small table whole.
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(transaction)
        const plan = await transaction.executeQuery<{
          readonly detail?: string
          readonly 'QUERY PLAN'?: string
        }>(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
        return plan.rows
      })
      for (const row of rows)
        for (const index of indexesOf(row.detail ?? row['QUERY PLAN'] ?? ''))
          if (index !== ALL || !text.includes('as "audit"')) found.add(index) // there the merged parts have this name
    }
    return [...found]
  }

  for (const [title, [query, index]] of Object.entries(QUERIES))
    run(`${title}: ${index}`, async () => {
      expectOf(await readBy(() => query(server.deps.database.db)), index)
    })

  for (const [title, [query, index]] of Object.entries(LISTS))
    run(`the list of ${title}: ${index}`, async () => {
      const read = await readBy(() =>
        server.client.call(listAudit, { query: { page: 1, ...query } }, admin),
      )
      expectOf(read, index)
    })

  run('each index of the log has a query', async () => {
    const { rows } = await sql<{ name: string }>`select name from ${
      engine === 'sqlite'
        ? sql`sqlite_master where type = 'index' and tbl_name = 'audit' and sql is not null`
        : sql`(select indexname as name from pg_indexes where tablename = 'audit' and indexname <> 'audit_pkey') as indexes`
    }`.execute(server.deps.database.db)
    const used = [...Object.values(QUERIES), ...Object.values(LISTS)].map(([, index]) => index)
    const unused = rows.filter(({ name }) => !used.some((index) => index.split(OR).includes(name)))
    expect(unused).toEqual([])
  })
})

function expectOf(read: readonly string[], index: string): void {
  expect(read).not.toEqual([])
  expect(read.filter((one) => !index.split(OR).includes(one))).toEqual([])
}

/** One step of a plan names an index of the log, all of its rows, or something else. */
function indexesOf(step: string): string[] {
  const [, index] =
    /\baudit USING (?:COVERING )?INDEX (\w+)/u.exec(step) ??
    /Index (?:Only )?Scan (?:Backward )?using (\w+) on audit\b/u.exec(step) ??
    /Bitmap Index Scan on (audit\w+)/u.exec(step) ??
    []
  if (index !== undefined) return [/autoindex|pkey/u.test(index) ? KEY : index]
  return /\bSCAN audit\b|Seq Scan on audit\b/u.test(step) ? [ALL] : []
}
