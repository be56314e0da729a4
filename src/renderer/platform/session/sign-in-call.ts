/** The sign-in call as both targets make it. */
import * as z from 'zod'
import { login } from '#shared/contract/auth.ts'
import type { CallResult } from '#shared/contract/base/client.ts'
import { OwnMember } from '#shared/contract/base/schemas.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import type { SessionUser, SignInOptions, SignInResult } from '../platform.ts'

/** Of the whole member, a client takes only what it keeps; the rest of the reply is dropped here. */
const SignedInMember = OwnMember.pick({ firstName: true, lastName: true, role: true, cardId: true })

const { accessToken, refreshToken, secondFactor } = login.reply.shape
const base = z.object({ valid: z.literal(true), user: SignedInMember, secondFactor })
/** On the web the reply carries the tokens. */
export const webLogin = { ...login, reply: base.extend({ accessToken, refreshToken }) } as const
/** In the desktop app the main process takes them out of the reply. */
export const desktopLogin = { ...login, reply: base } as const

export const toSessionUser = ({
  user,
  secondFactor: awaited,
}: Pick<z.output<typeof base>, 'user' | 'secondFactor'>): SessionUser => ({
  firstName: user.firstName,
  name: fullName(user),
  role: roleOf(user.role.id),
  cardId: user.cardId,
  ...(awaited !== undefined && { waits: true }),
})

/** base64 of UTF-8: `btoa` alone refuses a password with a letter outside Latin-1. */
function basicAuthorization(identifier: string, password: string): string {
  const bytes = new TextEncoder().encode(`${identifier}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}`
}

export const loginArguments = (
  identifier: string,
  password: string,
  { administratorsOnly = false }: Partial<SignInOptions> = {},
) => ({
  headers: {
    authorization: basicAuthorization(identifier, password),
    'connection-method': identifier.includes('@') ? ('email' as const) : ('phone' as const),
    'refresh-rotation': 'every-use' as const, // of both targets: each keeps the successor
    ...(administratorsOnly && { 'required-role': 'ROLE_ADMIN' as const }),
  },
})

export function signInFailure(result: Extract<CallResult<unknown>, { ok: false }>): SignInResult {
  if (result.problem === undefined)
    return { kind: result.cause === 'unreadable' ? 'failed' : 'offline' }
  const { status } = result.problem
  if (status === 429) return { kind: 'too-many', retryAfterS: result.retryAfterS }
  // A body or header that the server finds malformed is a wrong identifier or password, seen from the form.
  return { kind: status >= 400 && status < 500 ? 'refused' : 'failed' }
}
