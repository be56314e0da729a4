import { login as route } from '#shared/contract/auth.ts'
import { isActiveStatus } from '#shared/domain/member-status.ts'
import { roleCode } from '#shared/domain/roles.ts'
import { memberActor } from '../../audit/audit-log.ts'
import type { Deps } from '../../deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse, type Refusal } from '../../http/outcome.ts'
import { nationalitiesOf } from '../users/member-repository.ts'
import { presentOwnMember } from '../users/present.ts'
import { findByIdentifier, type Identifier, identifierOf } from './identifier.ts'
import { openSession } from './open-session.ts'

interface Credentials {
  readonly identifier: string
  readonly password: string
}

/** RFC 7617: the password may hold colons, the identifier may not. Both are trimmed (spec members §5). */
export function readBasic(authorization: string): Credentials | undefined {
  const bytes = Buffer.from(authorization.slice('Basic '.length), 'base64')
  const text = bytes.toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || text.includes('\0')) return undefined
  return { identifier: text.slice(0, colon).trim(), password: text.slice(colon + 1).trim() }
}

const IDENTIFIER_LIMIT = route.limits.find(({ per }) => per === 'identifier')

/**
 * Unknown, wrong, inactive, banned: one answer, so that nobody learns who is a member. At the administrator sign-in a
 * right password of somebody else gets that answer too, after the same work, and no session is ever opened for it.
 */
const refusedFor = (administratorsOnly: boolean): Refusal =>
  refuse(administratorsOnly ? 'invalid-admin-credentials' : 'invalid-credentials', { extra: { valid: false } })

/** By account, however its identifier is spelled. */
async function hitIdentifier({ throttle, secrets }: Deps, { key }: Identifier): Promise<Refusal | undefined> {
  if (IDENTIFIER_LIMIT === undefined) return undefined
  const bucket = `${route.id}/identifier/${secrets.mac('lookup', key)}`
  const hit = await throttle.hit(bucket, IDENTIFIER_LIMIT.max, IDENTIFIER_LIMIT.windowS)
  return hit.ok ? undefined : refuse('too-many', { retryAfterS: hit.retryAfterS, extra: { valid: false } })
}

export const login: Handler<typeof route> = async ({ headers, facts }, deps) => {
  const administratorsOnly = headers['required-role'] !== undefined
  const refused = refusedFor(administratorsOnly)
  const credentials = readBasic(headers.authorization)
  if (credentials === undefined || credentials.identifier === '' || credentials.password === '') return refused
  const { password } = credentials
  const identifier = identifierOf(credentials.identifier)
  const tooMany = await hitIdentifier(deps, identifier)
  if (tooMany !== undefined) return tooMany
  const { db } = deps.database
  const member = await findByIdentifier(db, identifier)
  const checked = await deps.passwords.verify(password, member?.password_hash)
  if (!checked.ok) return refuse('busy', { retryAfterS: 2, extra: { valid: false } })
  const mayEnter = member !== undefined && isActiveStatus(member.status) && (!administratorsOnly || roleCode(member.role) === 'A')
  if (!checked.value || !mayEnter) {
    await deps.audit.write({
      actor: 'anonymous',
      action: 'session.refused',
      target: member === undefined ? '' : memberActor(member.id),
      requestId: facts.requestId,
    })
    return refused
  }
  const { sessionId, accessToken, refreshToken } = await openSession(deps, member.id, facts.device)
  facts.trace({ actor: memberActor(member.id), target: `session:${sessionId}` })
  const nationalities = await nationalitiesOf(db, member.id)
  return done({ valid: true, user: presentOwnMember(member, nationalities), accessToken, refreshToken })
}
