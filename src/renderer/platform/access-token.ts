import { REFRESH_INTERVAL_MS } from '#shared/domain/session-rules.ts'

/**
 * Milliseconds until an access token should be renewed; 0 when it is time, or when the token cannot be read.
 * The age is read from the token itself, so nothing more needs storing. A client clock that is wrong only makes the
 * renewal early or leaves it to the first 401: the result stays between 0 and one interval.
 */
export function renewalDueInMs(accessToken: string, nowMs: number): number {
  const issuedAtMs = readIssuedAtMs(accessToken)
  if (issuedAtMs === undefined) return 0
  return Math.min(Math.max(issuedAtMs + REFRESH_INTERVAL_MS - nowMs, 0), REFRESH_INTERVAL_MS)
}

function readIssuedAtMs(token: string): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    if (typeof claims !== 'object' || claims === null || !('iat' in claims)) return undefined
    return typeof claims.iat === 'number' && Number.isFinite(claims.iat)
      ? claims.iat * 1000
      : undefined
  } catch {
    return undefined
  }
}
