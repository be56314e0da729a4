/** Shapes that several routes share. Every field says its unit or form; examples feed the OpenAPI page. */
import * as z from 'zod'
import { parseMemberNumber } from '../../domain/card/read-member-number.ts'
import {
  byKind,
  type FieldKind,
  type KindOf,
  readBy,
  type ReadBy,
  type Reader,
} from '../../domain/people/member-fields.ts'
import { MEMBER_STATUSES } from '../../domain/people/member-status.ts'
import { ROLE_IDS } from '../../domain/people/roles.ts'
import { CONTENT_WARNINGS } from '../../domain/report/public-copy-rules.ts'
import { LANGUAGES } from '../../domain/text/languages.ts'
import { machineText, textOf } from './text-fields.ts'

export const IsoInstant = z.iso
  .datetime()
  .describe('Instant in UTC')
  .meta({ examples: ['2026-05-03T09:00:00.000Z'] })
export const IsoDate = z.iso
  .date()
  .describe('Calendar date, YYYY-MM-DD')
  .meta({ examples: ['1990-04-12'] })
/** Empty for an administrator created at the command line, until they are entered. */
export const IsoDateOrBlank = z
  .union([IsoDate, z.literal('')])
  .describe('Calendar date, or blank while not known')
const SexOrBlank = z.enum(['m', 'f', '']).describe('Blank while not known')

/** The most that an integer column holds on PostgreSQL, 32 bits; ids and byte counts have 64. */
export const COLUMN_INTEGER_MAX = 2_147_483_647
/** A whole number that is stored or compared in an integer column. */
export const ColumnInteger = z
  .int('Give a whole number')
  .max(COLUMN_INTEGER_MAX, `At most ${COLUMN_INTEGER_MAX}`)

export const CardId = textOf('card-number')
  .max(24)
  .describe('Card number, with or without its prefix')
  .meta({ examples: ['WLD_10004217', '10004217'] })

/** A card number as `WLD_…` or bare; anything else is a named fault of this field. */
export const MemberNumber = CardId.refine((text) => parseMemberNumber(text) !== undefined, {
  error: 'Give a card number such as WLD_10004217',
})

export const Role = z
  .object({ id: z.enum(ROLE_IDS) })
  .meta({ id: 'Role', examples: [{ id: 'ROLE_USER' }] })
export const MemberStatus = z.enum(MEMBER_STATUSES)
export const LanguageCode = z.enum(LANGUAGES)
/** Of the person who opens the file: spreadsheets split lines by a setting that depends on it. */
export const ReaderLanguage = LanguageCode.optional().describe(
  'Semicolons for `fr` and `ar`, commas otherwise, so that a spreadsheet in that language shows columns',
)

export const Photo = z
  .object({
    photoUrl: z
      .string()
      .describe('Address of the picture; sign it before use, or already signed where said'),
  })
  .meta({ id: 'Photo' })

/** What a reply holds of a field, by its kind (`MEMBER_FIELDS`). */
const READ = {
  name: z.string(),
  text: z.string(),
  comment: z.string(),
  occupation: z.string(),
  email: z.string(),
  phone: z.string().describe('E.164, or empty'),
  number: z.int(),
  date: IsoDateOrBlank,
  country: z.string().describe('Country name in English'),
  countries: z.array(z.string()).describe('Country names in English'),
  sex: SexOrBlank,
  marital: z.string(),
} as const satisfies Readonly<Record<FieldKind, z.ZodType>>
/**
 * For a decided request moderators and reviewers get only the fields for `decided`, with state,
 * comment and dates; other texts are empty, and these kinds are null.
 */
const READ_IN_REQUEST = {
  ...READ,
  date: IsoDate.nullable().describe('Null where the person is withheld'),
  number: z.int().nullable(),
  sex: z.enum(['m', 'f']).nullable(),
} as const satisfies Readonly<Record<FieldKind, z.ZodType>>

/** The fields that a reader gets. */
export const fieldsFor = <R extends Reader>(reader: R) => byKind(readBy(reader), READ)
export const fieldsInRequest = <R extends 'queue' | 'request'>(reader: R) =>
  byKind(readBy(reader), READ_IN_REQUEST)

export type FieldValues<R extends Reader> = {
  [F in ReadBy<R>]: z.output<(typeof READ)[KindOf<F>]>
}

/** These fields belong to the account and stand beside those of the person. */
const foundAccount = {
  id: z.string().meta({ examples: ['WLD_10004217'] }),
  cardId: z.string().meta({ examples: ['WLD_10004217'] }),
  role: Role,
  status: MemberStatus,
  isActive: z.boolean(),
  createdAt: IsoInstant,
  wldCardPhoto: Photo.nullable(),
} as const
export const listedAccount = { ...foundAccount, validated: z.boolean() } as const
export const ownAccount = {
  ...listedAccount,
  language: LanguageCode,
  newsletter: z.boolean().describe('News by mail'),
  notifications: z
    .boolean()
    .describe('Mails that are neither about security nor asked for, news among them'),
  photoPending: z.boolean().describe('A new portrait waits for review'),
} as const

/** The member as the member's own client sees it (docs/spec/members.md, 1). Identity documents are never part of it. */
export const OwnMember = z.object({ ...ownAccount, ...fieldsFor('own') }).meta({ id: 'OwnMember' })
export type OwnMember = z.output<typeof OwnMember>

/** The member that staff found, to compare with the person at the desk. */
export const FoundMember = z
  .object({
    ...foundAccount,
    ...fieldsFor('found'),
    wldCardPhoto: Photo.nullable().describe('Signed for the caller, 20 minutes'),
  })
  .meta({ id: 'FoundMember' })
export type FoundMember = z.output<typeof FoundMember>

/** The token of a link in a mail: 256 bits, base64url. What is cut off is no token that we know. */
export const MailedToken = z.object({
  token: machineText(64).meta({ examples: ['q3jZ0k9mB2xW7vT5nR8sL1pY4cH6fD0aE3gU9iO2wKs'] }),
})

export const ContentWarnings = z
  .array(z.enum(CONTENT_WARNINGS))
  .max(CONTENT_WARNINGS.length)
  .nullable()
  .describe('What the reader is warned of; none: it is shown at once; null: nobody has looked yet')
  .meta({ examples: [['injury']] })

/** The reply of a call whose act waits for a second administrator. */
export const Proposed = z.object({ consent: z.uuid() })

export const Empty = z.object({}).meta({ id: 'Empty' })
