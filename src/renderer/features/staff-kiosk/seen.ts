const JUST_NOW_MS = 2 * 60_000

/**
 * When a device was seen last, from the reader's clock: `never`, `now`, or the instant to say it from. The server
 * writes it once a minute, so what is younger than two is now; a clock that is behind must not say "in 3 minutes".
 */
export function seen(
  lastSeenAt: string | null,
  now: Date,
): 'never' | 'now' | { readonly at: string } {
  if (lastSeenAt === null) return 'never'
  return now.getTime() - Date.parse(lastSeenAt) < JUST_NOW_MS ? 'now' : { at: lastSeenAt }
}
