import * as z from 'zod'
import { LINK_CODE } from '../domain/access/code-rules.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { NewPassword } from './base/person-fields.ts'
import { machineText, textOf, proofHeader } from './base/text-fields.ts'

const who = {
  // Cleaned where its bytes are read as UTF-8: headers arrive as Latin-1.
  identifier: textOf('machine').min(3, 'Give an e-mail address or phone number').max(254),
  'connection-method': z.enum(['email', 'phone'], 'Give email or phone').optional(),
} as const

export const sendResetCode = defineRoute({
  id: 'password.reset',
  method: 'GET',
  path: '/api/user/password/reset',
  summary:
    'Mail a code for a new password, to staff a link. The answer is the same for every identifier.',
  access: 'public',
  request: {
    headers: z.object({
      ...who,
      'accept-language': textOf('machine').optional().describe('Of the mail'),
      ...proofHeader,
    }),
  },
  reply: z.object({ send: z.boolean(), message: z.string() }),
  limits: [{ per: 'network', max: 40, windowS: 3_600 }, MAILS_OF_ROUTE],
  audit: 'code.sent',
  changes: true,
  errors: ['proof-required'],
})

export const validateResetCode = defineRoute({
  id: 'password.validate',
  method: 'GET',
  path: '/api/user/password/validate',
  summary:
    'Check the code; the `userId` of a right one is a grant of 256 bits for one use within ten minutes.',
  access: 'public',
  request: {
    headers: z.object({
      ...who,
      code: textOf('code').regex(
        new RegExp(`^\\d{6}$|${LINK_CODE.source}`),
        'Six digits, or the code of the link',
      ),
    }),
  },
  reply: z.object({
    verified: z.boolean(),
    userId: z.string().optional(),
    reason: z.enum(['invalid', 'expired', 'too-many-tries']).optional(),
    message: z.string(),
  }),
  limits: [{ per: 'network', max: 60, windowS: 300 }],
  audit: null,
})

export const setNewPassword = defineRoute({
  id: 'password.update',
  method: 'POST',
  path: '/api/user/password/update/:userId',
  summary:
    'Set the new password with the grant. Ends every session and mails a notice. A weak password leaves the grant usable.',
  access: 'public',
  request: {
    params: z.object({ userId: machineText(64) }),
    body: z.object({ password: NewPassword }),
  },
  reply: z.object({ updated: z.literal(true) }),
  limits: [{ per: 'network', max: 20, windowS: 300 }],
  audit: 'password.reset',
  errors: ['not-found', 'busy'],
})

export const passwordResetRoutes = [sendResetCode, validateResetCode, setNewPassword] as const
