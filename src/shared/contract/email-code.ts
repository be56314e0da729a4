import * as z from 'zod'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { Email } from './base/person-fields.ts'
import { textOf, proofHeader } from './base/text-fields.ts'

const Code = textOf('code')
  .regex(/^\d{6}$/, 'Six digits')
  .meta({ examples: ['123456'] })
/** Solution of the challenge that a 428 carried; asked for above the normal rate only. */
export const ProofHeader = z.object(proofHeader)

export const validateEmail = defineRoute({
  id: 'email.validate',
  method: 'POST',
  path: '/api/user/email/validate',
  summary:
    'Whether an address is well formed and not a throw-away one. Says nothing about who is registered.',
  access: 'public',
  request: {
    body: z.object({
      email: textOf('email')
        .max(320)
        .meta({ examples: ['amna@example.org'] }),
    }),
  },
  reply: z.object({
    valid: z.boolean(),
    reason: z.enum(['syntax', 'disposable']).optional(),
    message: z.string().optional(),
  }),
  limits: [{ per: 'network', max: 60, windowS: 60 }],
  audit: null,
})

export const sendEmailCode = defineRoute({
  id: 'email.send',
  method: 'POST',
  path: '/api/user/email/send',
  summary:
    'Mail a six-digit code. Signed out: for registration; a registered address is told so by mail and the answer is the same. Signed in: for a new e-mail address, or to the own address for a new phone.',
  access: 'optional-member',
  request: {
    headers: ProofHeader,
    body: z.object({ email: Email, language: z.enum(LANGUAGES).optional() }),
  },
  reply: z.object({ send: z.boolean(), message: z.string().optional() }),
  limits: [{ per: 'network', max: 40, windowS: 3_600 }, MAILS_OF_ROUTE],
  audit: 'code.sent',
  errors: ['proof-required', 'too-many'],
})

export const verifyEmailCode = defineRoute({
  id: 'email.verify',
  method: 'POST',
  path: '/api/user/email/verify',
  summary:
    'Check a code: five tries, 300 seconds. Signed out, a right one gives the registration ticket; signed in, it proves the address for this session. See `carriesTicket` for clients that know no tickets.',
  access: 'optional-member',
  request: {
    body: z.object({
      email: Email,
      code: Code,
      carriesTicket: z
        .boolean()
        .default(false)
        .describe(
          'True: this client sends the ticket, or its session, with what follows. Otherwise the proof also holds without, for half an hour and once, for calls from the same network and program',
        ),
    }),
  },
  reply: z.object({
    verified: z.boolean(),
    ticket: z.string().optional().describe('Send it as Bearer on upload and create; lives 2 hours'),
    reason: z.enum(['invalid', 'expired', 'too-many-tries']).optional(),
    message: z.string().optional(),
  }),
  limits: [{ per: 'network', max: 60, windowS: 300 }],
  audit: null,
})

export const emailCodeRoutes = [validateEmail, sendEmailCode, verifyEmailCode] as const
