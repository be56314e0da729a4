import type { Kysely } from 'kysely'
import * as contract from '#shared/contract/auth.ts'
import type { ReplyInput } from '#shared/contract/base/define-route.ts'
import {
  FACTOR_KINDS,
  factorStateOf,
  isWaiting,
  WAITING_SESSION_TTL_S,
} from '#shared/domain/access/factor-rules.ts'
import {
  REFRESH_GRACE_S,
  REFRESH_INTERVAL_MS,
  REFRESH_TOKEN_TTL_S,
  sessionEnd,
} from '#shared/domain/access/session-rules.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { roleOf, type RoleId } from '#shared/domain/people/roles.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse, type Refusal } from '../../base/outcome.ts'
import { networkHolder } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts, HandlersOf } from '../../http/handlers.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { mailMember } from '../../parts/mail/outbox.ts'
import { proofMethodsOf } from '../../records/factors/factor-repository.ts'
import {
  nationalitiesOf,
  findByNumber,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { presentOwnMember, presentWaitingMember } from '../../records/members/present.ts'
import { endSessionsOf } from '../../records/sessions/end-sessions.ts'
import {
  findByIdentifier,
  identifierOf,
  type Identifier,
} from '../../records/sessions/identifier.ts'
import { isKnownDevice, rememberDevice } from '../../records/sessions/known-devices.ts'
import { notMe } from '../../records/sessions/not-me.ts'
import { mayEndSession } from '../../records/sessions/policy.ts'
import {
  endSession,
  findRefreshToken,
  insertRefreshToken,
  markUsed,
  touchSession,
  findSession,
  liveSessionsOf,
} from '../../records/sessions/session-repository.ts'
import { openSession, refreshTokenHash } from './open-session.ts'

interface Credentials {
  readonly identifier: string
  readonly password: string
}

const AUTHORIZATION_MAX_CHARS = 2_048

/** RFC 7617: the password may hold colons, the identifier may not. Both are trimmed (docs/spec/sign-in.md, 1). Undefined for anything else. */
function readBasic(authorization: string | undefined): Credentials | undefined {
  if (authorization === undefined || authorization.length > AUTHORIZATION_MAX_CHARS)
    return undefined
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\0')) return undefined
  return { identifier: text.slice(0, colon).trim(), password: text.slice(colon + 1).trim() }
}

const IDENTIFIER_LIMIT = contract.login.limits.find(({ per }) => per === 'identifier')

/**
 * Unknown, wrong, inactive, banned: one response, so that no caller learns whether an account
 * exists. At the administrator sign-in a right password of a member who is no administrator gets
 * the same response, after the same work, and no session.
 */
const refusedFor = (administratorsOnly: boolean): Refusal =>
  refuse(administratorsOnly ? 'invalid-admin-credentials' : 'invalid-credentials', {
    extra: { valid: false },
  })

/**
 * Tries of sign-in, right or wrong, for one account from all devices that never signed in to it.
 */
const STRANGERS = { max: 100, windowS: 3_600 } as const

/**
 * Counted by account and network together, in one spelling of the identifier: a stranger on another
 * network uses up their own tries and not those of the holder. All unknown devices together share a
 * larger number, so that many networks cannot guess at one account without end. A device with an
 * earlier sign-in is not counted there. Unknown accounts are counted in the same way.
 */
async function hitTries(
  deps: Deps,
  facts: RequestFacts,
  { key }: Identifier,
  member: MemberRow | undefined,
): Promise<Refusal | undefined> {
  const { throttle, secrets, database } = deps
  const tooMany = (retryAfterS: number): Refusal =>
    refuse('too-many', { retryAfterS, extra: { valid: false } })
  if (IDENTIFIER_LIMIT !== undefined) {
    const bucket = `${contract.login.id}/identifier/${secrets.mac('lookup', JSON.stringify([key, facts.network]))}`
    const own = await throttle.hit(bucket, IDENTIFIER_LIMIT.max, IDENTIFIER_LIMIT.windowS)
    if (!own.ok) return tooMany(own.retryAfterS)
  }
  if (await isKnownDevice(deps, database.db, member?.id ?? 0, facts)) return undefined
  const all = await throttle.hit(
    `${contract.login.id}/strangers/${secrets.mac('lookup', key)}`,
    STRANGERS.max,
    STRANGERS.windowS,
  )
  return all.ok ? undefined : tooMany(all.retryAfterS)
}

const login: Handler<typeof contract.login> = async ({ headers, facts }, deps) => {
  const administratorsOnly = headers['required-role'] !== undefined
  const refused = refusedFor(administratorsOnly)
  const credentials = readBasic(headers.authorization)
  if (credentials === undefined || credentials.identifier === '' || credentials.password === '')
    return refused
  const { password } = credentials
  const identifier = identifierOf(credentials.identifier)
  const { db } = deps.database
  const member = await findByIdentifier(db, identifier)
  const tooMany = await hitTries(deps, facts, identifier, member)
  if (tooMany !== undefined) return tooMany
  const checked = await deps.passwords.verify(
    password,
    member?.password_hash,
    networkHolder(facts.networks),
  )
  if (!checked.ok) return refuse('busy', { retryAfterS: 2, extra: { valid: false } })
  const mayEnter =
    member !== undefined &&
    isActiveStatus(member.status) &&
    (!administratorsOnly || roleOf(member.role) === 'admin')
  if (!checked.value || !mayEnter)
    return {
      ...refused,
      audit: {
        action: 'session.refused',
        target: member === undefined ? '' : memberActor(member.id),
      },
    }
  return facts.transact(async (transaction) => {
    const secondFactor = await awaitedFactor(deps, transaction, member)
    // The password alone makes no device known: its guesses stay counted as those of a stranger.
    const newDevice =
      secondFactor === undefined && (await rememberDevice(deps, transaction, member, facts))
    const { sessionId, accessToken, refreshToken } = await openSession(
      deps,
      member.id,
      facts.device,
      transaction,
      {
        waitsUntil: secondFactor === undefined ? null : isoAfter(deps.clock, WAITING_SESSION_TTL_S),
        rotates: headers['refresh-rotation'] !== undefined,
      },
    )
    facts.trace({
      actor: memberActor(member.id),
      target: `session:${sessionId}`,
      detail: secondFactor === undefined ? { newDevice } : { secondFactor: secondFactor.state },
    })
    return done({
      valid: true,
      user:
        secondFactor === undefined
          ? presentOwnMember(member, await nationalitiesOf(transaction, member.id))
          : presentWaitingMember(member),
      accessToken,
      refreshToken,
      ...(secondFactor === undefined ? {} : { secondFactor }),
    })
  })
}

/** What a new session of this member has to wait for; undefined: nothing. */
async function awaitedFactor(
  { config }: Deps,
  db: Kysely<Schema>,
  member: MemberRow,
): Promise<ReplyInput<typeof contract.login>['secondFactor']> {
  const methods = [...(await proofMethodsOf(db, member.id))]
  const state = factorStateOf(
    { role: roleOf(member.role), hasFactor: methods.length > 0, factorAt: null },
    config.staffFactor,
  )
  if (!isWaiting(state)) return undefined
  return { state, methods: state === 'enrol' ? [...FACTOR_KINDS] : methods }
}

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
      await mailMember(deps, transaction, member, 'session-ended-for-safety', { at })
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

/** The client tells with each renewal; what it did since the last one is not known. */
const IDLE_GRACE_S = REFRESH_INTERVAL_MS / 1_000 + REFRESH_GRACE_S

/**
 * When a person last used the session, and whether it is over by time. A client that says nothing
 * counts as used now. One that lies keeps an open session open, and no longer than twelve hours for
 * staff: the limit is for the computer that was left alone, not for a thief of tokens.
 */
function usedSession(
  { clock }: Pick<Deps, 'clock'>,
  found: { readonly role: RoleId; readonly created_at: string; readonly active_at: string | null },
  idleS: number,
):
  | { readonly activeAt: string; readonly end: NonNullable<ReturnType<typeof sessionEnd>> }
  | { readonly activeAt: string; readonly end: undefined } {
  const before = found.active_at ?? found.created_at
  const times = { role: roleOf(found.role), createdAt: found.created_at, now: clock.now() }
  const said = isoAfter(clock, -idleS)
  const activeAt = said > before ? said : before
  const end =
    sessionEnd({ ...times, activeAt: before }, IDLE_GRACE_S) ??
    sessionEnd({ ...times, activeAt }, 0)
  return { activeAt, end }
}

/**
 * Rotation without state in the clear: the successor is a MAC of its predecessor, so a client whose
 * reply was lost gets the same one again for 30 seconds. Later reuse means that the token was
 * copied: the session ends. A client that did not ask for rotation at the sign-in never shows a
 * successor, so its token stays (ADR 0080).
 */
const refresh: Handler<typeof contract.refresh> = async ({ headers, caller, facts }, deps) => {
  const { database, clock, secrets } = deps
  if (caller === undefined) return refuse('no-refresh-token')
  const hash = refreshTokenHash(caller.token)
  const found = await findRefreshToken(database.db, hash)
  if (
    found === undefined ||
    found.ended_at !== null ||
    found.expires_at <= isoNow(clock) ||
    !isActiveStatus(found.status) ||
    isWaiting(
      factorStateOf(
        {
          role: roleOf(found.role),
          hasFactor: Boolean(found.has_factor),
          factorAt: found.factor_at,
        },
        deps.config.staffFactor,
      ),
    )
  )
    return refuse('session-ended')
  const used = usedSession(deps, found, headers['x-idle-s'] ?? 0)
  if (used.end !== undefined) {
    await inTransaction(database.db, (transaction) =>
      endSession(transaction, found.session_id, isoNow(clock), used.end),
    )
    return refuse('session-ended')
  }
  if (found.rotates === 0) {
    await touchSession(database.db, found.session_id, {
      at: isoNow(clock),
      activeAt: used.activeAt,
    })
    return renewed(deps, found, caller.token)
  }
  const successor = secrets.mac('refresh-successor', caller.token)
  const rotated = await inTransaction(database.db, async (transaction) => {
    if (!(await markUsed(transaction, hash, isoNow(clock)))) return false
    await insertRefreshToken(transaction, {
      hash: refreshTokenHash(successor),
      sessionId: found.session_id,
      at: isoNow(clock),
      expiresAt: isoAfter(clock, REFRESH_TOKEN_TTL_S),
    })
    await touchSession(transaction, found.session_id, {
      at: isoNow(clock),
      activeAt: used.activeAt,
    })
    return true
  })
  if (!rotated) {
    const usedAt = (await findRefreshToken(database.db, hash))?.used_at ?? ''
    if (usedAt <= isoAfter(clock, -REFRESH_GRACE_S)) {
      await endCopied(deps, found.session_id, found.member_id, facts.requestId)
      return refuse('session-ended')
    }
  }
  return renewed(deps, found, successor)
}

const renewed = async (
  { accessTokens }: Pick<Deps, 'accessTokens'>,
  session: { readonly session_id: string; readonly member_id: number },
  refreshToken: string,
) =>
  done({
    accessToken: await accessTokens.issue({
      sessionId: session.session_id,
      memberId: session.member_id,
    }),
    refreshToken,
  })

const logout: Handler<typeof contract.logout> = ({ caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    await endSession(transaction, caller.sessionId, isoNow(clock), 'signed-out')
    facts.trace({ target: `session:${caller.sessionId}` })
    return done({})
  })

const listSessions: Handler<typeof contract.listSessions> = async (
  { caller },
  { database, clock },
) => {
  const sessions = await liveSessionsOf(database.db, caller.memberId, {
    since: isoAfter(clock, -REFRESH_TOKEN_TTL_S),
    now: isoNow(clock),
  })
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
const endOneSession: Handler<typeof contract.endSession> = ({ params, caller, facts }, { clock }) =>
  facts.transact(async (transaction) => {
    const session = await findSession(transaction, params.id)
    if (session === undefined || session.ended_at !== null || !mayEndSession(caller, session))
      return refuse('not-found')
    await endSession(transaction, session.id, isoNow(clock), 'ended-by-owner')
    facts.trace({ target: `session:${session.id}` })
    return done({})
  })

const endOtherSessions: Handler<typeof contract.endOtherSessions> = (
  { caller, facts },
  { clock },
) =>
  facts.transact(async (transaction) => {
    const ended = await endSessionsOf(transaction, caller.memberId, {
      at: isoNow(clock),
      reason: 'ended-by-owner',
      keep: caller.sessionId,
    })
    facts.trace({ target: `member:${caller.memberId}`, detail: { ended } })
    return done({ ended })
  })

export const authHandlers: HandlersOf<typeof contract.authRoutes> = {
  'auth.login': login,
  'auth.refresh': refresh,
  'auth.logout': logout,
  'auth.sessions': listSessions,
  'auth.endSession': endOneSession,
  'auth.endOtherSessions': endOtherSessions,
  'auth.notMe': notMe,
}
