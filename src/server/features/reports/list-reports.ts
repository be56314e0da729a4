import { setImmediate } from 'node:timers/promises'
import { PAGE_SIZE_DEFAULT, TOTAL_CAP, UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import {
  listReports as listRoute,
  PUBLIC_REPORTS_MAX,
  REPORT_ROWS,
  type listEvidence as evidenceRoute,
  type readReport as readRoute,
  type Report,
  type listOwnReports as ownRoute,
} from '#shared/contract/reports.ts'
import { nearNamesIn } from '#shared/domain/report/report-protection.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { counted, markTruncated, readPage } from '../../http/paging.ts'
import type { Database } from '../../parts/database/engine.ts'
import { hitOrigin } from '../../parts/security/throttle.ts'
import { countWholeReports } from '../../records/members/list-limits.ts'
import { evidenceOf } from '../../records/reports/evidence-repository.ts'
import { isOpen, mayRead } from '../../records/reports/policy.ts'
import {
  audienceOf,
  presentEvidenceOf,
  presentReportTo,
  presentReport,
  shownWordsTo,
  type Audience,
} from '../../records/reports/present.ts'
import { protectionOf, wordsOf } from '../../records/reports/protection.ts'
import { isListed, isPublished } from '../../records/reports/published.ts'
import {
  countReportWrites,
  filterReports,
  findReport,
  readReports,
  readReportsOf,
  reportIds,
  type ReportRow,
} from '../../records/reports/report-repository.ts'
import { presentLockOf } from '../../records/review-locks/review-lock.ts'

/** Limits of the serialised replies that are kept, see `keptReply`. */
const KEPT_BYTES_MAX = 8 * 1024 * 1024
const KEPT_REPLIES_MAX = 200

interface SerialisedReply {
  readonly json: Buffer
  readonly truncated: boolean
}
interface State {
  readonly writes: number
  readonly replies: Map<string, Promise<SerialisedReply>>
  bytes: number
}
const states = new WeakMap<Database, State>()

function stateAt(database: Database, writes: number): State {
  const held = states.get(database)
  if (held?.writes === writes) return held
  const state = { writes, replies: new Map(), bytes: 0 }
  states.set(database, state)
  return state
}

/**
 * The serialised reply of the public list to a query: made once for each query and state of the
 * reports, and shared by all callers. Simultaneous callers wait for the same computation.
 * @param key the query in one spelling
 */
export async function keptReply(
  database: Database,
  key: string,
  make: () => Promise<SerialisedReply>,
): Promise<SerialisedReply> {
  // The number is read before the rows: a write in between makes the cached reply newer than its
  // number, never older.
  const state = stateAt(database, await countReportWrites(database.db))
  const known = state.replies.get(key)
  if (known !== undefined) return known
  const made = make()
  state.replies.set(key, made)
  try {
    state.bytes += (await made).json.length
  } catch (error) {
    state.replies.delete(key) // a failure is not cached
    throw error
  }
  for (const [oldest, reply] of state.replies) {
    if (state.bytes <= KEPT_BYTES_MAX && state.replies.size <= KEPT_REPLIES_MAX) break
    state.replies.delete(oldest)
    state.bytes -= (await reply.catch(() => undefined))?.json.length ?? 0
  }
  return made
}

/**
 * Names are searched in each text of a protected report; after this many reports other calls run.
 */
const ROWS_AT_ONCE = 20

type Query = Parameters<Handler<typeof listRoute>>[0]['query']

/**
 * A search is done once for its page and its count: the ids of as many rows as are counted have
 * both. Undefined for other lists, and for pages behind these rows.
 */
async function searchedPage(
  db: Database['db'],
  { page, size = PAGE_SIZE_DEFAULT, sort, id, type, actor, victim, q }: Query,
  filtered: ReturnType<typeof filterReports>,
) {
  const isSearch = [id, type, actor, victim, q].some((part) => part !== undefined)
  if (page === undefined || !isSearch || page * size > TOTAL_CAP) return undefined
  const ids = await reportIds(filtered.limit(TOTAL_CAP + 1), sort)
  const { total, isMore: totalIsCapped } = counted(ids.length, TOTAL_CAP)
  const items = await readReportsOf(db, ids.slice((page - 1) * size, page * size))
  return { kind: 'page' as const, page: { items, total, totalIsCapped, page, size } }
}

/**
 * The list for one audience. The plain list of the public has the newest reports, whichever order
 * is requested.
 */
async function readList(
  { database: { db, rules }, library }: Pick<Deps, 'database' | 'library'>,
  query: Query,
  audience: Audience,
) {
  const waiting = !audience.whole ? 'left-out' : query.held === 'yes' ? 'alone' : 'included'
  const filtered = filterReports(db, rules, {
    ...query,
    waiting,
    answered: audience.whole ? query.answered : undefined,
    words: audience.whole ? 'whole' : 'public',
  })
  const isNewest = query.page === undefined && !audience.whole
  const result =
    (await searchedPage(db, query, filtered)) ??
    (await readPage(
      db,
      query,
      filtered,
      (rows) => readReports(db, rows, isNewest ? '-createdAt' : query.sort),
      { unpagedMax: isNewest ? PUBLIC_REPORTS_MAX : UNPAGED_MAX },
    ))
  const present = async (rows: readonly ReportRow[]) => {
    const evidence = await evidenceOf(
      db,
      rows.map(({ id }) => id),
    )
    const reports: Report[] = []
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % ROWS_AT_ONCE === 0) await setImmediate()
      reports.push(presentReportTo(library, row, evidence.get(row.id) ?? [], audience))
    }
    return reports
  }
  if (result.kind === 'page')
    return { value: { ...result.page, items: await present(result.page.items) }, truncated: false }
  return {
    value: await present(
      isNewest && query.sort === 'createdAt' ? result.rows.toReversed() : result.rows,
    ),
    truncated: result.truncated,
  }
}

export const listReports: Handler<typeof listRoute> = async ({ query, caller, facts }, deps) => {
  const audience = audienceOf(caller, query.as)
  const rows = query.page === undefined ? PUBLIC_REPORTS_MAX : (query.size ?? PAGE_SIZE_DEFAULT)
  const hit = await hitOrigin(deps, {
    name: 'report.list/rows',
    limits: [REPORT_ROWS],
    networks: facts.networks,
    weight: rows,
    pace: () => true,
  })
  if (!hit.ok) return refuse('too-many', { retryAfterS: hit.retryAfterS })
  if (audience.whole) {
    const { value, truncated } = await readList(deps, query, audience)
    const { length } = Array.isArray(value) ? value : value.items
    if (caller !== undefined)
      await countWholeReports(deps, caller.memberId, 'report.list', query, length)
    markTruncated(facts.reply, truncated)
    return done(value)
  }
  // All public callers get the same reply, which does not depend on the caller.
  const { json, truncated } = await keptReply(
    deps.database,
    JSON.stringify({ ...query, as: undefined, held: undefined, answered: undefined }),
    async () => {
      const list = await readList(deps, query, { caller: undefined, whole: false })
      return {
        json: Buffer.from(JSON.stringify(listRoute.reply.parse(list.value))),
        truncated: list.truncated,
      }
    },
  )
  markTruncated(facts.reply, truncated)
  void facts.reply.type('application/json; charset=utf-8')
  return done(json as never) // already serialised, with the schema of this route
}

/** A report and its evidence count once. */
async function countOne(deps: Deps, { whole, caller }: Audience, id: number): Promise<void> {
  if (whole && caller !== undefined)
    await countWholeReports(deps, caller.memberId, 'report.read', { id }, 1)
}

export const readReport: Handler<typeof readRoute> = async ({ params, query, caller }, deps) => {
  const { library, clock } = deps
  const { db } = deps.database
  const report = await findReport(db, params.id)
  // Of a listed report that the caller may not read, number and state are presented.
  if (report === undefined || !(isListed(report) || mayRead(caller, report)))
    return refuse('not-found')
  const evidence = (await evidenceOf(db, [report.id])).get(report.id) ?? []
  const audience = audienceOf(caller, query.as)
  const presented = presentReportTo(library, report, evidence, audience)
  await countOne(deps, audience, report.id)
  return done(
    audience.whole && caller !== undefined
      ? {
          ...presented,
          claim: isOpen(report)
            ? await presentLockOf(db, report, { callerId: caller.memberId, at: isoNow(clock) })
            : null,
          nearNames: nearNamesIn(
            wordsOf(report),
            protectionOf(report),
            evidence.map(({ description }) => description),
          ),
        }
      : presented,
  )
}

/** The first item also says what the report is about, as the specification's page reads it there. */
export const listEvidence: Handler<typeof evidenceRoute> = async (
  { params, query, caller },
  deps,
) => {
  const { database, library } = deps
  const report = await findReport(database.db, params.id)
  if (report === undefined || !mayRead(caller, report)) return refuse('not-found')
  const rows = (await evidenceOf(database.db, [report.id])).get(report.id) ?? []
  const audience = audienceOf(caller, query.as)
  const { description, actorDesc } = shownWordsTo(report, audience)
  await countOne(deps, audience, report.id)
  return done(
    presentEvidenceOf(library, report, rows, audience).map((item, index) =>
      index === 0 ? { ...item, reportDescription: description, actorDesc } : item,
    ),
  )
}

/** The session decides whose reports are returned; the call cannot name another member. */
export const listOwnReports: Handler<typeof ownRoute> = async (
  { query, caller },
  { database: { db, rules }, library },
) => {
  const own = filterReports(db, rules, { waiting: 'included' }).where(
    'reports.reporter_id',
    '=',
    caller.memberId,
  )
  const result = await readPage(db, { page: 1, ...query }, own, (rows) => readReports(db, rows))
  if (result.kind === 'list') throw new Error('A page was asked for')
  const { items, ...page } = result.page
  const evidence = await evidenceOf(
    db,
    items.map(({ id }) => id),
  )
  return done({
    ...page,
    items: items.map((row) => ({
      ...presentReport(library, row, evidence.get(row.id) ?? [], caller),
      published: isPublished(row),
    })),
  })
}
