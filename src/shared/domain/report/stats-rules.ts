/** The arithmetic of the overview. */

export const STATS_MONTHS = 12
export const DECISIONS_WINDOW_DAYS = 30
const TOP_COUNTRIES = 12
/** A smaller group would identify a person: one family in a town is known to all others there. */
export const SMALLEST_GROUP = 3

/** `YYYY-MM` of the last twelve months in UTC, oldest first. */
export function lastMonths(now: Date): readonly string[] {
  return Array.from({ length: STATS_MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (STATS_MONTHS - 1 - index), 1))
      .toISOString()
      .slice(0, 7),
  )
}

export interface Counted {
  readonly key: string
  readonly count: number
}

export const byMonth = (
  now: Date,
  rows: readonly Counted[],
): { readonly month: string; readonly count: number }[] => {
  const found = new Map(rows.map(({ key, count }) => [key, count]))
  return lastMonths(now).map((month) => ({ month, count: found.get(month) ?? 0 }))
}

/** The middle one; between two, the mean of both. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? undefined : Math.round((upper + lower) / 2)
}

export interface CountryGroups {
  readonly countries: readonly { readonly country: string; readonly count: number }[]
  readonly elsewhere: number
}

/** The largest countries by name and the rest together, so that no number stands for one or two people. */
export function groupCountries(rows: readonly Counted[]): CountryGroups {
  const named = rows
    .filter(({ key, count }) => key !== '' && count >= SMALLEST_GROUP)
    .toSorted((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
    .slice(0, TOP_COUNTRIES)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const rest = (): number => total - named.reduce((sum, { count }) => sum + count, 0)
  // One or two people in "elsewhere" would be a small group again: a neighbour joins them.
  while (named.length > 0 && rest() > 0 && rest() < SMALLEST_GROUP) named.pop()
  return { countries: named.map(({ key, count }) => ({ country: key, count })), elsewhere: rest() }
}
