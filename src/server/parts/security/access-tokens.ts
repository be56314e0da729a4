/**
 * Access tokens: EdDSA JWTs of 15 minutes that name the session; the session row decides whether it
 * is still valid.
 */
import { jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_TTL_S } from '#shared/domain/access/session-rules.ts'
import type { Clock } from '../../base/clock.ts'
import type { SigningKeys } from './signing-keys.ts'

const ISSUER = 'wld'
const AUDIENCE = 'wld-api'

interface AccessClaims {
  readonly sessionId: string
  readonly memberId: number
}

export interface AccessTokens {
  issue(claims: AccessClaims): Promise<string>
  /**
   * Returns undefined for everything that is not a valid token of this server, without the cause.
   */
  read(token: string): Promise<AccessClaims | undefined>
}

interface Proven {
  readonly claims: AccessClaims
  readonly kid: string
  readonly expiresAtS: number
}
/** Sessions that call within the same quarter of an hour; with more of them signatures are checked again. */
const PROVEN_MAX = 2_000

export function createAccessTokens(keys: SigningKeys, clock: Clock): AccessTokens {
  /**
   * Tokens whose signature this process has checked. The same text has the same signature, and a check is a fifth of the
   * time of a verdict. What can change is asked each time: the key and the time here, the session by the caller.
   */
  const proven = new Map<string, Proven>()
  return {
    issue({ sessionId, memberId }) {
      const { kid, privateKey } = keys.current('access-token')
      const issuedAtS = Math.floor(clock.now().getTime() / 1_000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(memberId))
        .setIssuedAt(issuedAtS)
        .setExpirationTime(issuedAtS + ACCESS_TOKEN_TTL_S)
        .sign(privateKey)
    },
    async read(token) {
      const known = proven.get(token)
      if (known !== undefined) {
        const isValid =
          clock.now().getTime() < known.expiresAtS * 1_000 &&
          keys.find('access-token', known.kid) !== undefined
        if (isValid) return known.claims
        proven.delete(token)
      }
      try {
        const { payload, protectedHeader } = await jwtVerify(
          token,
          ({ kid = '' }) => {
            const found = keys.find('access-token', kid)
            if (found === undefined) throw new Error('unknown key')
            return found.key
          },
          {
            issuer: ISSUER,
            audience: AUDIENCE,
            algorithms: ['EdDSA'],
            typ: 'at+jwt',
            currentDate: clock.now(),
          },
        )
        const memberId = Number(payload.sub)
        const sessionId = payload['sid']
        if (!Number.isSafeInteger(memberId) || typeof sessionId !== 'string') return undefined
        const claims = { sessionId, memberId }
        const { kid = '' } = protectedHeader
        if (proven.size >= PROVEN_MAX) proven.clear()
        if (payload.exp !== undefined) proven.set(token, { claims, kid, expiresAtS: payload.exp })
        return claims
      } catch {
        return undefined // the caller returns 401 for every cause
      }
    },
  }
}
