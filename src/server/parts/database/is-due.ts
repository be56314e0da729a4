import { sql, type RawBuilder } from 'kysely'

/** No job waits longer between two tries. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000

/**
 * Whether the time of a next try has come. A time that is further ahead than any wait was written by a
 * wrong clock, and would stop the try until then: it counts as due.
 */
export const isDue = (column: string, now: string): RawBuilder<boolean> => {
  const longest = new Date(Date.parse(now) + LONGEST_WAIT_MS).toISOString()
  return sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${longest})`
}
