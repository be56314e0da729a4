import type {
  endOtherSessions as othersRoute,
  endSession as endRoute,
  listSessions as listRoute,
  logout as logoutRoute,
} from '#shared/contract/auth.ts'
import { REFRESH_TOKEN_TTL_S } from '#shared/domain/session-rules.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { endSessionsOf } from './end-sessions.ts'
import { mayEndSession } from './policy.ts'
import { endSession, findSession, liveSessionsOf } from './session-repository.ts'

export const logout: Handler<typeof logoutRoute> = ({ caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    await endSession(transaction, caller.sessionId, isoNow(clock), 'signed-out')
    facts.trace({ target: `session:${caller.sessionId}` })
    return done({})
  })

export const listSessions: Handler<typeof listRoute> = async ({ caller }, { database, clock }) => {
  const sessions = await liveSessionsOf(
    database.db,
    caller.memberId,
    isoAfter(clock, -REFRESH_TOKEN_TTL_S),
  )
  return done(
    sessions.map(({ id, device, created_at: createdAt, last_used_at: lastUsedAt }) => ({
      id,
      current: id === caller.sessionId,
      device,
      createdAt,
      lastUsedAt,
    })),
  )
}

/** The response for another member's session is the one for a session that does not exist. */
export const endOneSession: Handler<typeof endRoute> = ({ params, caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    const session = await findSession(transaction, params.id)
    if (session === undefined || session.ended_at !== null || !mayEndSession(caller, session))
      return refuse('not-found')
    await endSession(transaction, session.id, isoNow(clock), 'ended-by-owner')
    facts.trace({ target: `session:${session.id}` })
    return done({})
  })

export const endOtherSessions: Handler<typeof othersRoute> = ({ caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    const ended = await endSessionsOf(transaction, caller.memberId, {
      at: isoNow(clock),
      reason: 'ended-by-owner',
      keep: caller.sessionId,
    })
    facts.trace({ target: `member:${caller.memberId}`, detail: { ended } })
    return done({ ended })
  })
