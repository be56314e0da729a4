import type { refresh as route } from '#shared/contract/auth.ts'
import { isActiveStatus } from '#shared/domain/member-status.ts'
import { REFRESH_GRACE_S, REFRESH_TOKEN_TTL_S } from '#shared/domain/session-rules.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findByNumber } from '../users/member-repository.ts'
import { refreshTokenHash } from './open-session.ts'
import {
  endSession,
  findRefreshToken,
  insertRefreshToken,
  markUsed,
  touchSession,
} from './session-repository.ts'
import { inTransaction } from '../../database/transact.ts'

/**
 * Ends a session whose token was copied, and informs the holder by mail. Simultaneous calls send
 * one mail.
 */
const endCopied = (
  deps: Deps,
  sessionId: string,
  memberId: number,
  requestId: string,
): Promise<void> =>
  inTransaction(deps.database.db, async (transaction) => {
    const at = isoNow(deps.clock)
    if (!(await endSession(transaction, sessionId, at, 'refresh-token-reused'))) return
    const member = await findByNumber(transaction, memberId)
    if (member !== undefined)
      await enqueueMail(deps, transaction, {
        to: member.email,
        language: member.language,
        template: 'session-ended-for-safety',
        values: { at },
      })
    await deps.audit.write(
      {
        actor: 'system',
        action: 'session.reuse-detected',
        target: memberActor(memberId),
        detail: { session: sessionId },
        requestId,
      },
      transaction,
    )
  })

/**
 * Rotation without state in the clear: the successor is a MAC of its predecessor, so a client whose
 * reply was lost gets the same one again for 30 seconds. Later reuse means that the token was
 * copied: the session ends.
 */
export const refresh: Handler<typeof route> = async ({ facts }, deps) => {
  const { database, clock, secrets, accessTokens } = deps
  if (facts.bearer === undefined) return refuse('no-refresh-token')
  const hash = refreshTokenHash(facts.bearer)
  const found = await findRefreshToken(database.db, hash)
  if (
    found === undefined ||
    found.ended_at !== null ||
    found.expires_at <= isoNow(clock) ||
    !isActiveStatus(found.status)
  )
    return refuse('session-ended')
  const successor = secrets.mac('refresh-successor', facts.bearer)
  const rotated = await inTransaction(database.db, async (transaction) => {
    if (!(await markUsed(transaction, hash, isoNow(clock)))) return false
    await insertRefreshToken(transaction, {
      hash: refreshTokenHash(successor),
      sessionId: found.session_id,
      at: isoNow(clock),
      expiresAt: isoAfter(clock, REFRESH_TOKEN_TTL_S),
    })
    await touchSession(transaction, found.session_id, isoNow(clock))
    return true
  })
  if (!rotated) {
    const usedAt = (await findRefreshToken(database.db, hash))?.used_at ?? ''
    if (usedAt <= isoAfter(clock, -REFRESH_GRACE_S)) {
      await endCopied(deps, found.session_id, found.member_id, facts.requestId)
      return refuse('session-ended')
    }
  }
  return done({
    accessToken: await accessTokens.issue({
      sessionId: found.session_id,
      memberId: found.member_id,
    }),
    refreshToken: successor,
  })
}
