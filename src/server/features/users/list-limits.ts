/** Lists of people serve work at one person after another. Whoever takes them away in bulk is slowed, logged, and stopped for the day. */
import { LISTED_PER_DAY, PLAIN_LISTS } from '#shared/contract/members.ts'
import { PAGE_SIZE_DEFAULT } from '#shared/contract/paging.ts'
import { memberActor } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/outcome.ts'

/** Lists of people whose rows are one budget. */
type List = keyof typeof LOGGED_AS | 'portrait.list' | 'event.attendance' | 'request.deleted'

/** What a bulk read is called in the log. The other lists are short, or leave a line with each look. */
const LOGGED_AS = {
  'user.list': { action: 'member.listed' },
  'request.list': { action: 'request.listed' },
  'claim.list': { action: 'claim.listed' },
} as const

interface Query {
  readonly page?: number | undefined
  readonly size?: number | undefined
}
type Needs = Pick<Deps, 'throttle' | 'secrets' | 'audit'>

const DAY_S = 24 * 60 * 60
/** Ten pages of 50: nobody pages further by hand, a filter is quicker. */
const FAR_ROW = 500

const NO_FILTER: readonly string[] = ['page', 'size', 'sort']

const bucketOf = ({ secrets }: Needs, list: List, kind: string, who: string): string =>
  `${list}/${kind}/${secrets.mac('lookup', who)}`

/** Before anything is read: the plain list is for now and then. */
export async function plainRefusal(
  deps: Needs,
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
 * Before the rows are handed out. A page that was seen today costs nothing more: going back, and the fresh list after
 * each change, are work and no copy; a page that has grown to twice its length is another one. All lists name the same
 * people: their rows are one budget.
 */
export async function budgetRefusal(
  deps: Needs,
  memberId: number,
  list: List,
  query: Query,
  rows: number,
): Promise<Refusal | undefined> {
  const isNew =
    rows > 0 &&
    (
      await deps.throttle.hit(
        bucketOf(
          deps,
          list,
          'page',
          `${memberId} ${Math.ceil(Math.log2(rows))} ${JSON.stringify(query)}`,
        ),
        1,
        DAY_S,
      )
    ).ok
  const hit = await deps.throttle.hit(
    bucketOf(deps, 'user.list', 'rows', String(memberId)),
    LISTED_PER_DAY,
    DAY_S,
    isNew ? rows : 0,
  )
  return hit.ok ? undefined : refuse('daily-limit', { retryAfterS: hit.retryAfterS })
}

/** Also before: no bulk leaves without its line. What was searched for may be a name, and stays out of it. */
export async function logBulk(
  deps: Needs,
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
