import * as z from 'zod'
import { LANGUAGES } from '../domain/text/languages.ts'
import { defineRoute, MAILS_OF_ROUTE } from './base/define-route.ts'
import { ProofHeader } from './email-code.ts'
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
} from './base/person-fields.ts'

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

export const registrationRoutes = [createRegistration] as const
