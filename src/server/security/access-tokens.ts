/**
 * Access tokens: EdDSA JWTs of 15 minutes that name the session; the session row decides whether it
 * is still valid.
 */
import { jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_TTL_S } from '#shared/domain/access/session-rules.ts'
import type { Clock } from '../clock.ts'
import type { SigningKeys } from './signing-keys.ts'

const ISSUER = 'wld'
const AUDIENCE = 'wld-api'

export interface AccessClaims {
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

export function createAccessTokens(keys: SigningKeys, clock: Clock): AccessTokens {
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
      try {
        const { payload } = await jwtVerify(
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
        return Number.isSafeInteger(memberId) && typeof sessionId === 'string'
          ? { sessionId, memberId }
          : undefined
      } catch {
        return undefined // the caller returns 401 for every cause
      }
    },
  }
}
