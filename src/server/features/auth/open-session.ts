import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { REFRESH_TOKEN_TTL_S } from '#shared/domain/access/session-rules.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { insertRefreshToken, insertSession } from '../../records/sessions/session-repository.ts'

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
}

interface SessionStart {
  readonly waitsUntil?: string | null
  /** Whether each renewal replaces the refresh token. */
  readonly rotates?: boolean
}

/** The database holds SHA-256 of a token: 256 random bits need no slow hash. */
export const refreshTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/**
 * Opens a session for a member whose password was just verified.
 * @param start `waitsUntil` is an ISO instant: the session waits for its second factor, and ends then
 */
export async function openSession(
  deps: Deps,
  memberId: number,
  device: string,
  db: Kysely<Schema> = deps.database.db,
  { waitsUntil = null, rotates = true }: SessionStart = {},
): Promise<TokenPair & { readonly sessionId: string }> {
  const { clock, accessTokens } = deps
  const sessionId = randomUUID()
  const refreshToken = randomBytes(32).toString('base64url')
  const at = isoNow(clock)
  await insertSession(db, { id: sessionId, memberId, device, at, waitsUntil, rotates })
  await insertRefreshToken(db, {
    hash: refreshTokenHash(refreshToken),
    sessionId,
    at,
    expiresAt: isoAfter(clock, REFRESH_TOKEN_TTL_S),
  })
  return { sessionId, refreshToken, accessToken: await accessTokens.issue({ sessionId, memberId }) }
}
