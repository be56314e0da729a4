/** The two forms of every list: a page with a capped total, or the specification's plain array. */
import type { FastifyReply } from 'fastify'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { PAGE_SIZE_DEFAULT, TOTAL_CAP, UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import type { Schema } from '../database/schema.ts'

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

/**
 * Runs a filtered, ordered query as one page or as the capped plain list.
 * @param filtered the query with its filters, without columns, order and limit
 * @param rows adds columns and order; gets the query and returns rows
 * @param unpagedMax rows of the plain list at most
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  db: Kysely<Schema>,
  wish: PageWish,
  filtered: SelectQueryBuilder<DB, TB, object>,
  rows: (query: SelectQueryBuilder<DB, TB, object>) => Promise<Row[]>,
  unpagedMax = UNPAGED_MAX,
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
  const counted = await db
    .selectFrom(
      filtered
        .select((eb) => eb.lit(1).as('one'))
        .limit(TOTAL_CAP + 1)
        .as('counted') as never,
    ) // a derived table; Kysely cannot type it
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const total = Number(counted.n)
  const items = await rows(filtered.limit(size).offset((wish.page - 1) * size))
  return {
    kind: 'page',
    page: {
      items,
      total: Math.min(total, TOTAL_CAP),
      totalIsCapped: total > TOTAL_CAP,
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
