export type Bit = 0 | 1
/** ISO 8601 in UTC, as `Date.toISOString()` writes it; sorts as text. */
export type Instant = string
