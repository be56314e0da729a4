/** The two forms of every list: a page with a capped total, or the specification's plain array. */
import type { FastifyReply } from 'fastify'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { PAGE_SIZE_DEFAULT, TOTAL_CAP, UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import { countOf } from '../parts/database/engine.ts'
import type { Schema } from '../parts/database/schema.ts'

export interface PageWish {
  readonly page?: number | undefined
  readonly size?: number | undefined
}

export interface Page<T> {
  readonly items: T[]
  readonly total: number
  readonly totalIsCapped: boolean
  readonly page: number
  readonly size: number
}

/** Counts the rows of a filtered query up to `max`, and reads no further. */
export const countUpTo = <DB, TB extends keyof DB>(
  db: Kysely<Schema>,
  filtered: SelectQueryBuilder<DB, TB, object>,
  max: number,
): Promise<number> =>
  countOf(
    db.selectFrom(
      filtered
        .select((eb) => eb.lit(1).as('one'))
        .limit(max)
        .as('counted') as never,
    ), // a derived table; Kysely cannot type it
  )

export interface Counted {
  readonly total: number
  /** There are more, or there may be. */
  readonly isMore: boolean
}

/** @param n counted up to one above `max`, or further */
export const counted = (n: number, max: number): Counted => ({
  total: Math.min(n, max),
  isMore: n > max,
})

export async function countCapped<DB, TB extends keyof DB>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<DB, TB, object>,
  max: number,
): Promise<Counted> {
  return counted(await countUpTo(db, query, max + 1), max)
}

/**
 * Runs a filtered, ordered query as one page or as the capped plain list.
 * @param filtered the query with its filters, without columns, order and limit
 * @param rows adds columns and order; gets the query and returns rows
 * @param unpagedMax rows of the plain list at most
 * @param count where there is a shorter way to count than the query itself
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  db: Kysely<Schema>,
  wish: PageWish,
  filtered: SelectQueryBuilder<DB, TB, object>,
  rows: (query: SelectQueryBuilder<DB, TB, object>) => Promise<Row[]>,
  {
    unpagedMax = UNPAGED_MAX,
    count = (max) => countCapped(db, filtered, max),
  }: { unpagedMax?: number; count?: (max: number) => Promise<Counted> } = {},
): Promise<
  | { readonly kind: 'page'; readonly page: Page<Row> }
  | { readonly kind: 'list'; readonly rows: Row[]; readonly truncated: boolean }
> {
  if (wish.page === undefined) {
    const all = await rows(filtered.limit(unpagedMax + 1))
    return { kind: 'list', rows: all.slice(0, unpagedMax), truncated: all.length > unpagedMax }
  }
  const size = wish.size ?? PAGE_SIZE_DEFAULT
  // Counting stops at the cap: no user pages through a million rows, and the count must not take
  // longer than the page.
  const { total, isMore } = await count(TOTAL_CAP)
  const items = await rows(filtered.limit(size).offset((wish.page - 1) * size))
  return {
    kind: 'page',
    page: {
      items,
      // A count that stopped early may have seen fewer rows than the page shows.
      total: isMore
        ? Math.min(
            TOTAL_CAP,
            Math.max(total, items.length > 0 ? (wish.page - 1) * size + items.length : 0),
          )
        : total,
      totalIsCapped: isMore,
      page: wish.page,
      size,
    },
  }
}

/** First moment of a day, or the instant itself, in the spelling of the database. */
export const fromBound = (bound: string): string => new Date(bound).toISOString()
/** Last moment of a day, or the instant itself: a day in a filter includes all of that day. */
export const toBound = (bound: string): string =>
  bound.length === '2026-01-31'.length ? `${bound}T23:59:59.999Z` : new Date(bound).toISOString()

/** Sets a header that says that the plain list is not complete. */
export function markTruncated(reply: FastifyReply, truncated: boolean): void {
  if (truncated) void reply.header('x-truncated', 'true')
}
