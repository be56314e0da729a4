import { PAGE_SIZE_DEFAULT } from '#shared/contract/base/paging.ts'
/**
 * Lists of people serve work on single persons. A caller who copies them in bulk is slowed, logged,
 * and refused for the day.
 */
import { LISTED_PER_DAY, PLAIN_LISTS } from '#shared/contract/users.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { refuse, type Refusal } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { rowsBucket } from '../look-ups/look-up-budget.ts'

/** Lists of people that share one quota of rows. */
type List =
  | keyof typeof LOGGED_AS
  | 'portrait.list'
  | 'event.attendance'
  | 'request.deleted'
  | 'user.export'
  | 'user.idle'
  | 'donation.list'
  | 'donation.receipts'

/** Action of a bulk read in the audit log. The other lists are short, or logged at each read. */
const LOGGED_AS = {
  'user.list': { action: 'member.listed' },
  'request.list': { action: 'request.listed' },
  'claim.list': { action: 'claim.listed' },
} as const

interface Query {
  readonly page?: number | undefined
  readonly size?: number | undefined
}
type LimitDeps = Pick<Deps, 'throttle' | 'secrets' | 'audit' | 'config'>

/** Rows that one account read in a day are a row of the audit log for each so many. */
const ROWS_LOGGED = 50

/** Ten pages of 50: no user pages further by hand, because a filter is quicker. */
const FAR_ROW = 500

const NO_FILTER: readonly string[] = ['page', 'size', 'sort']

const bucketOf = ({ secrets }: LimitDeps, list: string, kind: string, who: string): string =>
  `${list}/${kind}/${secrets.mac('lookup', who)}`

/** Called before anything is read: the plain list is for rare use. */
export async function plainRefusal(
  deps: LimitDeps,
  memberId: number,
  list: List,
  query: Query,
): Promise<Refusal | undefined> {
  if (query.page !== undefined) return undefined
  const hit = await deps.throttle.hit(
    bucketOf(deps, list, 'plain', String(memberId)),
    PLAIN_LISTS.max,
    PLAIN_LISTS.windowS,
  )
  return hit.ok ? undefined : refuse('too-many', { retryAfterS: hit.retryAfterS })
}

/**
 * Writes the rows to the audit log that are in the bucket and not logged yet. How many were logged is counted apart, because
 * look-ups fill the bucket too: whoever reads up to the next step and takes it with a look-up would never be logged.
 */
async function logRows(
  { throttle, config, audit }: LimitDeps,
  memberId: number,
  bucket: string,
  action: RowsAction,
): Promise<void> {
  const logged = { name: `${bucket}/logged`, max: 1 }
  const used = (name: string): Promise<number> => throttle.use({ name, max: ROWS_LOGGED }, DAY_S, 0)
  const rows = Math.floor((await used(bucket)) - (await used(logged.name))) * ROWS_LOGGED
  if (rows <= 0) return
  await throttle.hitAll([logged], DAY_S, rows * config.limitsScale)
  await audit.write({
    actor: memberActor(memberId),
    action,
    detail: { rows },
  })
}

type RowsAction = 'member.rows-read' | 'report.rows-read'

/** @param all the rows of the account today, and what is written for each so many */
async function countRows(
  deps: LimitDeps,
  memberId: number,
  { list, query, rows }: { readonly list: string; readonly query: object; readonly rows: number },
  { action, ...all }: { readonly name: string; readonly max: number; readonly action: RowsAction },
): Promise<Refusal | undefined> {
  const cost = Math.max(1, rows)
  const page = {
    name: bucketOf(
      deps,
      list,
      'page',
      `${memberId} ${Math.ceil(Math.log2(cost))} ${JSON.stringify(query)}`,
    ),
    max: 1,
  }
  const isNew = (await deps.throttle.use(page, DAY_S, 0)) < 1
  // One write for both. The same page twice at the same moment counts twice, never less than once.
  const hit = isNew
    ? await deps.throttle.hitAll(
        [
          { ...page, max: Infinity },
          { ...all, weight: cost },
        ],
        DAY_S,
      )
    : await deps.throttle.hitAll([all], DAY_S, 0)
  if (!hit.ok) return refuse('daily-limit', { retryAfterS: hit.retryAfterS })
  if (isNew) await logRows(deps, memberId, all.name, action)
  return undefined
}

/**
 * Called before the rows are returned. An empty list costs a row, because it shows that no member matches. A page that was read today counts once, because going back
 * and reloading after a change are normal work; a page of twice its length counts again. All lists
 * have the same people, so their rows share one quota.
 */
export const budgetRefusal = (
  deps: LimitDeps,
  memberId: number,
  list: List,
  query: Query,
  rows: number,
): Promise<Refusal | undefined> =>
  countRows(
    deps,
    memberId,
    { list, query, rows },
    { name: rowsBucket(deps, memberId), max: LISTED_PER_DAY, action: 'member.rows-read' },
  )

/** Reports with the names that the public does not read: told of when there are many, and never refused to who works on them. */
export async function countWholeReports(
  deps: LimitDeps,
  memberId: number,
  list: 'report.list' | 'report.read',
  query: object,
  rows: number,
): Promise<void> {
  const name = bucketOf(deps, 'report.list', 'rows', String(memberId))
  await countRows(
    deps,
    memberId,
    { list, query, rows },
    { name, max: Infinity, action: 'report.rows-read' },
  )
}

/**
 * Called before the rows are returned, so that every bulk read is logged. Search terms may be names
 * and are not logged.
 */
export async function logBulk(
  deps: LimitDeps,
  memberId: number,
  list: keyof typeof LOGGED_AS,
  query: Query,
  rows: number,
  requestId: string,
): Promise<void> {
  const { page, size = PAGE_SIZE_DEFAULT } = query
  if (page !== undefined && (rows === 0 || (page - 1) * size + rows <= FAR_ROW)) return
  const filtered = Object.entries(query).some(
    ([name, value]) => value !== undefined && !NO_FILTER.includes(name),
  )
  await deps.audit.write({
    actor: memberActor(memberId),
    ...LOGGED_AS[list],
    detail: { rows, filtered },
    requestId,
  })
}
