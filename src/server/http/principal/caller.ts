/**
 * The caller: resolved from the bearer once for each request, against the session row, so that a
 * ban takes effect within a second, and at once for calls that change something.
 */
import type { FastifyRequest } from 'fastify'
import { factorStateOf, type FactorState } from '#shared/domain/access/factor-rules.ts'
import { ACCESS_TOKEN_TTL_S, sessionEnd } from '#shared/domain/access/session-rules.ts'
import { isActiveStatus } from '#shared/domain/people/member-status.ts'
import { roleOf, type Role } from '#shared/domain/people/roles.ts'
import { isoNow } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { CountedNetwork } from '../../parts/security/throttle.ts'

export interface Caller {
  readonly kind: 'member'
  readonly memberId: number
  readonly role: Role
  readonly sessionId: string
  /** Read at each call: a session waits from the moment on at which its account gets a factor, or must have one. */
  readonly factor: FactorState
}

/**
 * The networks that quotas count, narrowest first. An IPv4 address or the /64 of an IPv6 address is
 * one household. The wider ones share a higher limit: a customer of a hosting company holds a whole
 * /48, which is 65,536 times a /64, or all addresses of a /24. Many users share one /24 of a mobile
 * network, so its limit is higher than that of a /48.
 */
export function networksOf(address: string): readonly [CountedNetwork, ...CountedNetwork[]] {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (!plain.includes(':'))
    return [
      { network: plain, factor: 1 },
      { network: `${plain.split('.').slice(0, 3).join('.')}.0/24`, factor: 8 },
    ]
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back].map((group) =>
    Number.parseInt(group, 16),
  )
  const prefix = (numbers: readonly number[], bits: number): string =>
    `${numbers.map((number) => number.toString(16)).join(':')}::/${bits}`
  const first = groups.slice(0, 3)
  const fourth = groups[3] ?? 0
  return [
    { network: prefix([...first, fourth], 64), factor: 1 },
    { network: prefix([...first, fourth & 0xff00], 56), factor: 2 },
    { network: prefix(first, 48), factor: 4 },
  ]
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')
  return match?.[1]
}

/**
 * Undefined when there is no bearer, or the token, the session or the member is not valid.
 * @param isFresh for a call that changes something: what was read a moment ago does not count
 */
export async function resolveCaller(
  { accessTokens, clock, config, sessionRows }: Deps,
  bearer: string | undefined,
  isFresh: boolean,
): Promise<Caller | undefined> {
  if (bearer === undefined) return undefined
  const claims = await accessTokens.read(bearer)
  if (claims === undefined) return undefined
  const row = await sessionRows.read(claims, isFresh)
  if (row === undefined || row.ended_at !== null || !isActiveStatus(row.status)) return undefined
  if (row.waits_until !== null && row.waits_until <= isoNow(clock)) return undefined
  const role = roleOf(row.role)
  const times = { role, createdAt: row.created_at, activeAt: row.active_at ?? row.created_at }
  // An access token lives a little longer than the time between two renewals.
  if (sessionEnd({ ...times, now: clock.now() }, 2 * ACCESS_TOKEN_TTL_S) !== undefined)
    return undefined
  return {
    kind: 'member',
    memberId: row.id,
    role,
    sessionId: claims.sessionId,
    factor: factorStateOf(
      { role, hasFactor: Boolean(row.has_factor), factorAt: row.factor_at },
      config.staffFactor,
    ),
  }
}
