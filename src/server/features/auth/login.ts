import { login as route } from '#shared/contract/auth.ts'
import { isActiveStatus } from '#shared/domain/member-status.ts'
import { roleOf } from '#shared/domain/roles.ts'
import { memberActor } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import { done, refuse, type Refusal } from '../../outcome.ts'
import { nationalitiesOf, type MemberRow } from '../users/member-repository.ts'
import { presentOwnMember } from '../users/present.ts'
import { findByIdentifier, type Identifier, identifierOf } from './identifier.ts'
import { isKnownDevice, rememberDevice } from './known-devices.ts'
import { openSession } from './open-session.ts'

interface Credentials {
  readonly identifier: string
  readonly password: string
}

const AUTHORIZATION_MAX_CHARS = 2_048

/** RFC 7617: the password may hold colons, the identifier may not. Both are trimmed (docs/spec/sign-in.md, 1). Undefined for anything else. */
export function readBasic(authorization: string | undefined): Credentials | undefined {
  if (authorization === undefined || authorization.length > AUTHORIZATION_MAX_CHARS)
    return undefined
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\0')) return undefined
  return { identifier: text.slice(0, colon).trim(), password: text.slice(colon + 1).trim() }
}

const IDENTIFIER_LIMIT = route.limits.find(({ per }) => per === 'identifier')

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
    const bucket = `${route.id}/identifier/${secrets.mac('lookup', JSON.stringify([key, facts.network]))}`
    const own = await throttle.hit(bucket, IDENTIFIER_LIMIT.max, IDENTIFIER_LIMIT.windowS)
    if (!own.ok) return tooMany(own.retryAfterS)
  }
  if (await isKnownDevice(deps, database.db, member?.id ?? 0, facts)) return undefined
  const all = await throttle.hit(
    `${route.id}/strangers/${secrets.mac('lookup', key)}`,
    STRANGERS.max,
    STRANGERS.windowS,
  )
  return all.ok ? undefined : tooMany(all.retryAfterS)
}

export const login: Handler<typeof route> = async ({ headers, facts }, deps) => {
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
  const checked = await deps.passwords.verify(password, member?.password_hash)
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
    await rememberDevice(deps, transaction, member, facts)
    const { sessionId, accessToken, refreshToken } = await openSession(
      deps,
      member.id,
      facts.device,
      transaction,
    )
    facts.trace({ actor: memberActor(member.id), target: `session:${sessionId}` })
    const nationalities = await nationalitiesOf(transaction, member.id)
    return done({
      valid: true,
      user: presentOwnMember(member, nationalities),
      accessToken,
      refreshToken,
    })
  })
}
