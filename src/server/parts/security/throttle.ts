/**
 * Quotas counted in the database, so that all replicas share the counts, those that only set a pace within a second
 * (`paced-hits.ts`). Fixed windows: simple, and good enough here. While the database cannot be written, this process counts on top of what the
 * database holds, so that reads still work and every limit still holds. The first write that
 * succeeds stores these hits.
 */
import { isPace, type Limit, type RouteDefinition } from '#shared/contract/base/define-route.ts'
import type { Clock } from '../../base/clock.ts'
import { cannotWriteDatabase } from '../../base/unavailable.ts'
import type { Database } from '../database/engine.ts'
import type { ThrottleTable } from '../database/schema.ts'
import { createPacedHits } from './paced-hits.ts'
import type { Secrets } from './secrets.ts'

/** A network and how many times the quota of a single one it may use. */
export interface CountedNetwork {
  readonly network: string
  readonly factor: number
}

export interface Bucket {
  readonly name: string
  /** Hits in one window. */
  readonly max: number
  /** What a hit counts here, where it differs from what it counts in the other buckets. */
  readonly weight?: number
}
type Hit = { readonly ok: true } | { readonly ok: false; readonly retryAfterS: number }

export interface Throttle {
  /**
   * Counts one hit; returns the seconds to wait when the quota of this window is used up.
   * @param weight what this hit counts: more where one call takes more, 0 to look only
   */
  hit(bucket: string, max: number, windowS: number, weight?: number): Promise<Hit>
  /**
   * Counts one hit in several buckets of one window with one statement; refused when any of them is used up. `weight` as in `hit`.
   * @param free of the weight, what does not decide: a call that takes much passes while anything is left
   */
  hitAll(buckets: readonly Bucket[], windowS: number, weight?: number, free?: number): Promise<Hit>
  /** Counts as `hit` does; returns how many times its quota the bucket was used in this window. */
  use(bucket: Bucket, windowS: number, weight?: number): Promise<number>
  /**
   * As `hitAll`, for quotas that only set a pace (`isPace`): counted in memory, so that a read waits for no write, and
   * written within a second.
   */
  pace(buckets: readonly Bucket[], windowS: number, weight?: number): Promise<Hit>
  /** Removes windows that are over. */
  sweep(): Promise<void>
  /** Writes what is counted in memory alone. */
  close(): Promise<void>
}

const LONGEST_WINDOW_S = 24 * 60 * 60
/** Buckets counted in memory, some 200 bytes each. When there are more, calls are refused. */
const UNWRITTEN_MAX = 50_000

interface Unwritten {
  readonly endsAtS: number
  hits: number
}

/** Hits that the database did not take, by window and bucket. */
class UnwrittenHits {
  readonly #hits = new Map<string, Unwritten>()
  of(windowStart: number, bucket: string): number {
    return this.#hits.get(`${windowStart} ${bucket}`)?.hits ?? 0
  }
  take(windowStart: number, bucket: string): number {
    const hits = this.of(windowStart, bucket)
    this.#hits.delete(`${windowStart} ${bucket}`)
    return hits
  }
  /** Returns false when there is no room. */
  add(windowStart: number, windowS: number, bucket: string, hits: number): boolean {
    const key = `${windowStart} ${bucket}`
    const held = this.#hits.get(key)
    if (held !== undefined) held.hits += hits
    else if (hits !== 0) {
      if (this.#hits.size >= UNWRITTEN_MAX) this.sweep(windowStart)
      if (this.#hits.size >= UNWRITTEN_MAX) return false
      this.#hits.set(key, { endsAtS: windowStart + windowS, hits })
    }
    return true
  }
  sweep(nowS: number): void {
    for (const [key, { endsAtS }] of this.#hits) if (endsAtS <= nowS) this.#hits.delete(key)
  }
}

export function createThrottle(database: Database, clock: Clock, scale: number): Throttle {
  const { db } = database
  const unwritten = new UnwrittenHits()
  const store = (
    rows: readonly ThrottleTable[],
    connection: Database['db'] = db,
  ): Promise<ThrottleTable[]> =>
    connection
      .insertInto('throttles')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['bucket', 'window_start'])
          .doUpdateSet((eb) => ({ hits: eb('throttles.hits', '+', eb.ref('excluded.hits')) })),
      )
      .returning(['bucket', 'window_start', 'hits'])
      .execute()
  const nowInS = (): number => Math.floor(clock.now().getTime() / 1_000)
  const paced = createPacedHits(
    (rows) => database.withoutWaiting((connection) => store(rows, connection)),
    nowInS,
  )
  async function look(names: readonly string[], windowStart: number) {
    const stored = await db
      .selectFrom('throttles')
      .select(['bucket', 'hits'])
      .where('window_start', '=', windowStart)
      .where('bucket', 'in', names)
      .execute()
    return names.map((bucket) => ({
      bucket,
      hits:
        unwritten.of(windowStart, bucket) +
        (stored.find((row) => row.bucket === bucket)?.hits ?? 0),
    }))
  }
  /** Adds hits, and returns all of the window. To look only, nothing is written. */
  async function write(
    buckets: readonly Bucket[],
    {
      windowStart,
      windowS,
      weight,
    }: { readonly windowStart: number; readonly windowS: number; readonly weight: number },
  ) {
    const names = buckets.map(({ name }) => name)
    const own = new Map(buckets.map((bucket) => [bucket.name, bucket.weight ?? weight]))
    if ([...own.values()].every((hits) => hits === 0)) return look(names, windowStart)
    const values = names.map((bucket) => ({
      bucket,
      window_start: windowStart,
      hits: (own.get(bucket) ?? 0) + unwritten.take(windowStart, bucket),
    }))
    try {
      return await store(values)
    } catch (error) {
      const isCounted = cannotWriteDatabase(error)
      // Every hit is added, also when one has no room, because all were taken out above.
      const kept = values.filter(({ bucket, hits }) =>
        unwritten.add(
          windowStart,
          windowS,
          bucket,
          isCounted ? hits : hits - (own.get(bucket) ?? 0),
        ),
      )
      if (!isCounted || kept.length < values.length) throw error
    }
    return look(names, windowStart)
  }
  const windowOf = (windowS: number) => {
    const nowS = nowInS()
    return { nowS, windowStart: nowS - (nowS % windowS) }
  }
  async function count(
    buckets: readonly Bucket[],
    windowS: number,
    weight: number,
    free = 0,
  ): Promise<Hit> {
    const limits = new Map(buckets.map(({ name, max }) => [name, max * scale]))
    if (limits.size === 0) return { ok: true }
    const { nowS, windowStart } = windowOf(windowS)
    // In one order, so that two calls that share buckets never wait for each other.
    const once = new Map(buckets.map((bucket) => [bucket.name, bucket]))
    const sorted = [...once.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const rows = await write(sorted, { windowStart, windowS, weight })
    const isOver = rows.some(({ bucket, hits }) => hits - free > (limits.get(bucket) ?? 0))
    return isOver ? { ok: false, retryAfterS: windowStart + windowS - nowS } : { ok: true }
  }
  return {
    hit: (bucket, max, windowS, weight = 1) => count([{ name: bucket, max }], windowS, weight),
    hitAll: (buckets, windowS, weight = 1, free = 0) => count(buckets, windowS, weight, free),
    async pace(buckets, windowS, weight = 1) {
      const { nowS, windowStart } = windowOf(windowS)
      let isOver = false
      const elsewhere: Bucket[] = []
      for (const bucket of buckets) {
        const hits = paced.add(bucket.name, windowStart, windowS, weight)
        if (hits === undefined) elsewhere.push(bucket)
        else isOver ||= hits > bucket.max * scale
      }
      const rest = await count(elsewhere, windowS, weight)
      return isOver ? { ok: false, retryAfterS: windowStart + windowS - nowS } : rest
    },
    async use(bucket, windowS, weight = 1) {
      const { windowStart } = windowOf(windowS)
      const [row] = await write([bucket], { windowStart, windowS, weight })
      return (row?.hits ?? 0) / (bucket.max * scale)
    },
    async sweep() {
      const nowS = nowInS()
      unwritten.sweep(nowS)
      const oldest = nowS - LONGEST_WINDOW_S
      await db.deleteFrom('throttles').where('window_start', '<', oldest).execute()
    },
    close: () => paced.close(),
  }
}

/**
 * Counts a call for its networks, and never for all: a total that strangers fill with calls worth
 * nothing would close the route for everybody (ADR 0064). One statement for limits of one window.
 * @param name the bucket's beginning: the route, and what is counted
 * @param share of each limit that counts here, above 0 and at most 1
 * @param weight what the call counts
 * @param pace which limits only set a pace; where one does more, all are counted in the database
 */
export async function hitOrigin(
  { throttle, secrets }: { readonly throttle: Throttle; readonly secrets: Secrets },
  {
    name,
    limits,
    networks,
    share = 1,
    weight = 1,
    pace = () => false,
  }: {
    readonly name: string
    readonly limits: readonly Limit[]
    readonly networks: readonly CountedNetwork[]
    readonly share?: number
    readonly weight?: number
    readonly pace?: (limit: Limit) => boolean
  },
): Promise<Hit> {
  const byWindow = new Map<number, Bucket[]>()
  let isPaced = true
  for (const limit of limits) {
    const { per, max, windowS } = limit
    if (per !== 'network') continue
    isPaced &&= pace(limit)
    const buckets = networks.map(({ network, factor }) => ({
      name: `${name}/network/${secrets.mac('lookup', network)}`,
      max: Math.ceil(max * factor * share),
    }))
    byWindow.set(windowS, [...(byWindow.get(windowS) ?? []), ...buckets])
  }
  for (const [windowS, buckets] of byWindow) {
    const hit = await (isPaced
      ? throttle.pace(buckets, windowS, weight)
      : throttle.hitAll(buckets, windowS, weight))
    if (!hit.ok) return hit
  }
  return { ok: true }
}

/**
 * How many times the total of a route is used; 0 where it has none.
 * @param weight what is counted with it; 0 to look only
 */
export async function useOfTotal(
  { throttle }: { readonly throttle: Throttle },
  { id, limits }: Pick<RouteDefinition, 'id' | 'limits'>,
  weight: number,
): Promise<number> {
  const total = limits.find(({ per }) => per === 'route')
  return total === undefined
    ? 0
    : throttle.use({ name: `${id}/route`, max: total.max }, total.windowS, weight)
}

/**
 * Counts in the total of a route what it is there for: call it where a mail is about to be written,
 * or a row, behind every check that can refuse the call.
 */
export const countInTotal = async (
  deps: { readonly throttle: Throttle },
  route: Pick<RouteDefinition, 'id' | 'limits'>,
): Promise<void> => void (await useOfTotal(deps, route, 1))

/** Counts a call of a route for one caller, by the limits `per: 'caller'` of the route. */
export async function hitCaller(
  { throttle, secrets }: { readonly throttle: Throttle; readonly secrets: Secrets },
  route: RouteDefinition,
  who: string,
): Promise<Hit> {
  for (const limit of route.limits) {
    const { per, max, windowS } = limit
    if (per !== 'caller') continue
    const buckets = [{ name: `${route.id}/${per}/${secrets.mac('lookup', who)}`, max }]
    const hit = await (isPace(route, limit)
      ? throttle.pace(buckets, windowS)
      : throttle.hitAll(buckets, windowS))
    if (!hit.ok) return hit
  }
  return { ok: true }
}
