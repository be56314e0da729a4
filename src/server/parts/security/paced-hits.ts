/**
 * Hits of quotas that only set a pace: counted in memory, and written together within a second. Each server counts on top
 * of what the database held at its last write, so several servers may let through a multiple of a quota within one second,
 * and a crash forgets the hits of a second (ADR 0082).
 */
import type { ThrottleTable } from '../database/schema.ts'

const WRITE_AFTER_MS = 1_000
/** Some 200 bytes each. Further buckets are counted in the database. */
const PACED_MAX = 50_000
/** Rows of one statement: the embedded database keeps its text prepared, one for each number of rows. */
const ROWS_AT_ONCE = 32

interface Paced {
  readonly bucket: string
  readonly windowStart: number
  readonly endsAtS: number
  /** What the database held at the last write, with the hits of other servers. */
  stored: number
  unwritten: number
}

export interface PacedHits {
  /** Counts; returns all hits of the window, undefined where there is no room. */
  add(bucket: string, windowStart: number, windowS: number, hits: number): number | undefined
  /** Writes what is not written yet. It never throws: calls that meet the fault of the database log it. */
  write(): Promise<void>
  /** Writes for the last time. */
  close(): Promise<void>
}

/** @param store adds hits to the rows of their buckets, and returns these */
export function createPacedHits(
  store: (rows: readonly ThrottleTable[]) => Promise<readonly ThrottleTable[]>,
  nowS: () => number,
): PacedHits {
  const counted = new Map<string, Paced>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  const keyOf = (bucket: string, windowStart: number): string => `${windowStart} ${bucket}`
  const unwritten = (): Paced[] => [...counted.values()].filter((paced) => paced.unwritten !== 0)

  function sweep(): void {
    const now = nowS()
    for (const [key, { endsAtS }] of counted) if (endsAtS <= now) counted.delete(key)
  }
  async function writeAll(): Promise<void> {
    sweep()
    // In one order, so that two servers that write the same buckets never wait for each other.
    const all = unwritten().toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
    for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
      const sent = all
        .slice(from, from + ROWS_AT_ONCE)
        .map(({ bucket, windowStart, unwritten: hits }) => ({
          bucket,
          window_start: windowStart,
          hits,
        }))
      const rows = await store(sent)
      const stored = new Map(rows.map((row) => [keyOf(row.bucket, row.window_start), row.hits]))
      for (const { bucket, window_start: windowStart, hits } of sent) {
        const paced = counted.get(keyOf(bucket, windowStart))
        if (paced === undefined) continue
        paced.unwritten -= hits
        paced.stored = stored.get(keyOf(bucket, windowStart)) ?? paced.stored
      }
    }
  }
  function writeLater(): void {
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS).unref()
  }
  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll()
      .catch(() => undefined)
      .finally(() => {
        writing = undefined
        if (unwritten().length > 0) writeLater()
      })
    return writing
  }
  return {
    add(bucket, windowStart, windowS, hits) {
      const key = keyOf(bucket, windowStart)
      let paced = counted.get(key)
      if (paced === undefined) {
        if (counted.size >= PACED_MAX) sweep()
        if (counted.size >= PACED_MAX) return undefined
        paced = { bucket, windowStart, endsAtS: windowStart + windowS, stored: 0, unwritten: 0 }
        counted.set(key, paced)
      }
      paced.unwritten += hits
      writeLater()
      return paced.stored + paced.unwritten
    },
    write,
    async close() {
      await writing
      await write()
      clearTimeout(timer)
    },
  }
}
