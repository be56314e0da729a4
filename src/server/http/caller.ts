/** Who calls: resolved from the bearer once per request, against the session row, so a ban works within a second. */
import type { FastifyRequest } from 'fastify'
import { isActiveStatus } from '#shared/domain/member-status.ts'
import { roleCode, type RoleCode } from '#shared/domain/roles.ts'
import type { Deps } from '../deps.ts'

export interface Caller {
  readonly memberId: number
  readonly role: RoleCode
  readonly sessionId: string
}

/**
 * What a quota counts as one network: an IPv4 address, or the /64 of an IPv6 address, which one household or one
 * attacker has to itself.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back]
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')
  return match?.[1]
}

/** Undefined when there is no bearer, or the token, the session or the member is no longer good. */
export async function resolveCaller({ accessTokens, database }: Deps, bearer: string | undefined): Promise<Caller | undefined> {
  if (bearer === undefined) return undefined
  const claims = await accessTokens.read(bearer)
  if (claims === undefined) return undefined
  const row = await database.db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'members.role', 'members.status', 'sessions.ended_at'])
    .where('sessions.id', '=', claims.sessionId)
    .where('members.id', '=', claims.memberId)
    .executeTakeFirst()
  if (row === undefined || row.ended_at !== null || !isActiveStatus(row.status)) return undefined
  return { memberId: row.id, role: roleCode(row.role), sessionId: claims.sessionId }
}
