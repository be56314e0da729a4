import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'
import { Empty, IsoInstant, MailedToken, OwnMember } from './base/schemas.ts'
import { textOf } from './base/text-fields.ts'
import { SecondFactor } from './factors.ts'

// The identifier in it is cleaned where the bytes are read.
const BasicAuthorization = textOf('machine')
  .optional() // without it the call is refused like a wrong password: 401 with valid:false
  .describe(
    '`Basic` + base64 of UTF-8 `identifier:password`; an identifier with @ is an e-mail, else a phone number',
  )

export const login = defineRoute({
  id: 'auth.login',
  method: 'GET',
  path: '/api/auth/login',
  summary: 'Sign in. Every failure has the same answer: 401 with valid:false.',
  access: 'public',
  request: {
    headers: z.object({
      authorization: BasicAuthorization,
      'connection-method': z.enum(['email', 'phone']).optional(),
      'required-role': z
        .literal('ROLE_ADMIN')
        .optional()
        .describe(
          'The administrator sign-in: everybody else is refused, as if the password were wrong',
        ),
      'refresh-rotation': z
        .literal('every-use')
        .optional()
        .describe(
          'For clients that keep the `refreshToken` of each renewal: a copied one is then found out. Without it the token of the sign-in stays until the session ends',
        ),
    }),
  },
  reply: z.object({
    valid: z.literal(true),
    user: OwnMember,
    accessToken: z.string().describe('JWT (EdDSA), 15 minutes'),
    refreshToken: z
      .string()
      .describe('Opaque; replaced on every use where the sign-in asked for it'),
    secondFactor: SecondFactor.optional().describe(
      'The session waits: nothing but the second factor and the sign-out is open to it, for ten minutes. `user` then holds name, role and number alone.',
    ),
  }),
  limits: [
    { per: 'network', max: 30, windowS: 60 },
    { per: 'identifier', max: 10, windowS: 300 },
  ],
  audit: 'session.opened',
  changes: true,
  errors: ['invalid-credentials', 'invalid-admin-credentials', 'busy'],
})

export const refresh = defineRoute({
  id: 'auth.refresh',
  method: 'GET',
  path: '/api/auth/refresh',
  summary:
    'Renew the access token. Where the sign-in asked for rotation the refresh token is replaced: the replaced one answers the same successor for 30 seconds; used later, it ends the session. Otherwise the reply holds the same one, which works until 30 days after the sign-in.',
  access: 'refresh-token',
  request: {
    headers: z.object({
      'x-idle-s': z.coerce
        .number()
        .int()
        .min(0)
        .max(31_536_000)
        .optional()
        .catch(undefined)
        .describe('Seconds since a person last used the client; without it the call is the use'),
    }),
  },
  reply: z.object({ accessToken: z.string(), refreshToken: z.string() }),
  limits: [{ per: 'network', max: 60, windowS: 60 }],
  audit: null,
  errors: ['session-ended', 'no-refresh-token'],
})

export const logout = defineRoute({
  id: 'auth.logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session: its refresh token and access tokens stop working at once.',
  access: 'member',
  beforeFactor: ['prove', 'enrol'],
  reply: Empty,
  limits: [],
  audit: 'session.closed',
})

export const listSessions = defineRoute({
  id: 'auth.sessions',
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'The live sessions of the caller, newest use first.',
  access: 'member',
  reply: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      device: z.string().describe('What the browser or app calls itself'),
      createdAt: IsoInstant,
      lastUsedAt: IsoInstant,
    }),
  ),
  limits: [],
  audit: null,
})

export const endSession = defineRoute({
  id: 'auth.endSession',
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of the caller’s sessions.',
  access: 'member',
  policy: 'own-session',
  request: { params: z.object({ id: z.uuid() }) },
  reply: Empty,
  limits: [],
  audit: 'session.closed',
  errors: ['not-found'],
})

export const endOtherSessions = defineRoute({
  id: 'auth.endOtherSessions',
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End every session of the caller but this one.',
  access: 'member',
  reply: z.object({ ended: z.int().describe('How many there were') }),
  limits: [],
  audit: 'session.closed',
})

export const notMe = defineRoute({
  id: 'auth.notMe',
  method: 'POST',
  path: '/api/auth/not-me',
  summary:
    'Tell with the token of the mail that a new sign-in was somebody else: ends every session and device of the account, forgets its known devices, and mails how to set a new password. Once, within seven days.',
  access: 'public',
  request: {
    body: MailedToken,
  },
  reply: z.object({ ended: z.literal(true) }),
  limits: [{ per: 'network', max: 20, windowS: 300 }],
  audit: 'session.not-me',
  errors: ['not-found'],
})

export const authRoutes = [
  login,
  refresh,
  logout,
  listSessions,
  endSession,
  endOtherSessions,
  notMe,
] as const
