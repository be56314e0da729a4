/** Quotas counted in the database, so that every replica counts alike. Fixed windows: simple, and good enough here. */
import type { Clock } from '../clock.ts'
import type { Database } from '../database/engine.ts'

export interface Throttle {
  /**
   * Counts one hit; answers the seconds to wait when the quota of this window is used up.
   * @param weight what this hit counts: more where one call takes more, 0 to look only
   */
  hit(bucket: string, max: number, windowS: number, weight?: number): Promise<{ readonly ok: true } | { readonly ok: false; readonly retryAfterS: number }>
  /** Removes windows that are over. */
  sweep(): Promise<void>
}

const LONGEST_WINDOW_S = 24 * 60 * 60

export function createThrottle({ db }: Database, clock: Clock, scale: number): Throttle {
  return {
    async hit(bucket, max, windowS, weight = 1) {
      const nowS = Math.floor(clock.now().getTime() / 1_000)
      const windowStart = nowS - (nowS % windowS)
      const { hits } = await db
        .insertInto('throttles')
        .values({ bucket, window_start: windowStart, hits: weight })
        .onConflict((conflict) =>
          conflict.columns(['bucket', 'window_start']).doUpdateSet((eb) => ({ hits: eb('throttles.hits', '+', weight) })),
        )
        .returning('hits')
        .executeTakeFirstOrThrow()
      return hits <= max * scale ? { ok: true } : { ok: false, retryAfterS: windowStart + windowS - nowS }
    },
    async sweep() {
      const oldest = Math.floor(clock.now().getTime() / 1_000) - LONGEST_WINDOW_S
      await db.deleteFrom('throttles').where('window_start', '<', oldest).execute()
    },
  }
}
