import * as z from 'zod'
import { LANGUAGES } from '../domain/languages.ts'
import { defineRoute, MAILS_OF_ROUTE } from './define-route.ts'
import {
  AdultBirthDate,
  Comment,
  Country,
  Email,
  FileReference,
  InvitationCode,
  MaritalStatus,
  Nationalities,
  NewPassword,
  NumberOfKids,
  PersonName,
  Phone,
  RequiredText,
  Sex,
  ShortText,
  withBirthDateAlias,
} from './person-fields.ts'

const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Six digits')
  .meta({ examples: ['123456'] })
/** Solution of the challenge that a 428 carried; asked for above the normal rate only. */
const ProofHeader = z.object({ 'x-proof-of-work': z.string().max(4_096).optional() })

export const validateEmail = defineRoute({
  id: 'email.validate',
  method: 'POST',
  path: '/api/user/email/validate',
  summary:
    'Whether an address is well formed and not a throw-away one. Says nothing about who is registered.',
  access: 'public',
  request: {
    body: z.object({
      email: z
        .string()
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
  errors: [],
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
    'Check a code: five tries, 300 seconds. Signed out, a right one gives the registration ticket; signed in, it proves the address for this session.',
  access: 'optional-member',
  request: { body: z.object({ email: Email, code: Code }) },
  reply: z.object({
    verified: z.boolean(),
    ticket: z.string().optional().describe('Send it as Bearer on upload and create; lives 2 hours'),
    reason: z.enum(['invalid', 'expired', 'too-many-tries']).optional(),
    message: z.string().optional(),
  }),
  limits: [{ per: 'network', max: 60, windowS: 300 }],
  audit: null,
  errors: [],
})

/** What an applicant sends. Role, status, isActive and validated are not read: the server sets them. */
export const NewMemberInput = z.object({
  firstName: PersonName,
  lastName: PersonName.meta({ examples: ['Idris'] }),
  email: Email,
  password: NewPassword,
  phone: Phone.default(''),
  tribe: RequiredText.meta({ examples: ['Zaghawa'] }),
  currentCountry: Country,
  currentCity: RequiredText.meta({ examples: ['Lyon'] }),
  currentVillage: RequiredText.meta({ examples: ['Villeurbanne'] }),
  birthDate: AdultBirthDate,
  birthCountry: Country,
  birthCity: RequiredText.meta({ examples: ['Nyala'] }),
  birthVillage: RequiredText.meta({ examples: ['Kass'] }),
  maritalStatus: MaritalStatus,
  numberOfKids: NumberOfKids.default(0),
  occupation: ShortText.default(''),
  sex: Sex,
  mothersFirstName: PersonName.meta({ examples: ['Zeinab'] }),
  mothersLastName: PersonName.meta({ examples: ['Musa'] }),
  recommendedBy: InvitationCode,
  connectionMethod: z.enum(['email', 'phone']).default('email'),
  nationalities: Nationalities,
  comments: Comment.default(''),
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
