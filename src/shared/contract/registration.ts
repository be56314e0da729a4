import * as z from 'zod'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { ProofHeader } from './email-code.ts'
import {
  applicantFields,
  FileReference,
  InvitationCode,
  NewPassword,
  withBirthDateAlias,
} from './base/person-fields.ts'

/** What an applicant sends. Role, status, isActive and validated are not read: the server sets them. */
export const NewMemberInput = z.object({
  ...applicantFields,
  password: NewPassword,
  recommendedBy: InvitationCode,
  connectionMethod: z.enum(['email', 'phone']).default('email'),
  newsletter: z.boolean().default(false),
  language: z.enum(LANGUAGES).optional(),
  termsAccepted: z
    .literal(true, 'The terms must be accepted')
    .optional()
    .describe('Sent by this interface; older clients hold it back'),
  idProofPhotoFront: FileReference,
  idProofPhotoBack: FileReference,
  wldCardPhoto: FileReference,
})
export type NewMemberInput = z.output<typeof NewMemberInput>

export const createRegistration = defineRoute({
  id: 'registration.create',
  method: 'POST',
  path: '/api/user/register/create',
  summary:
    'Send the registration. The e-mail must be the one that the ticket proved; all three photos must have been uploaded with it.',
  access: 'ticket',
  request: { headers: ProofHeader, body: withBirthDateAlias(NewMemberInput) },
  reply: z.object({
    created: z.literal(true),
    id: z.string().describe('Number of the request, to quote in questions'),
  }),
  limits: [{ per: 'network', max: 40, windowS: 3_600 }, MAILS_OF_ROUTE],
  audit: 'registration.created',
  errors: ['user-exists', 'proof-required', 'busy'],
})

export const registrationRoutes = [createRegistration] as const
