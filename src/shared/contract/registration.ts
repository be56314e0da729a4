import * as z from 'zod'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import {
  applicantFields,
  FileReference,
  InvitationCode,
  NewPassword,
  personBody,
  ShortText,
} from './base/person-fields.ts'
import { ProofHeader } from './email-code.ts'

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
  tribe: ShortText.default('')
    .describe('Required, unless `tribeConsent` is false')
    .meta({ examples: ['Zaghawa'] }),
  tribeConsent: z
    .boolean('Give true or false')
    .optional()
    .describe(
      'True: the applicant expressly agrees to the use of the tribe. False: no tribe is stored. Without it the member is asked after the first sign-in',
    ),
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
    'Send the registration. The e-mail must be the one that the ticket proved, or without a ticket one that was proven from this network and program within half an hour; all three photos must have been uploaded in the same way.',
  access: 'ticket',
  request: { headers: ProofHeader, body: personBody(NewMemberInput) },
  reply: z.object({
    created: z.literal(true),
    id: z.string().describe('Number of the request, to quote in questions'),
  }),
  limits: [{ per: 'network', max: 40, windowS: 3_600 }, MAILS_OF_ROUTE],
  audit: 'registration.created',
  errors: ['user-exists', 'proof-required', 'busy'],
})

export const registrationRoutes = [createRegistration] as const
