/**
 * Fields of a person as clients write them, lenient in form and strict in meaning
 * (docs/spec/registration.md, 3 and 4).
 */
import * as z from 'zod'
import { ageOn, isPlausibleBirthDate } from '../../domain/people/birth-date.ts'
import { readCountry } from '../../domain/people/countries.ts'
import {
  isPasswordAlphabet,
  isStrongPassword,
  PASSWORD_MAX_LENGTH,
} from '../../domain/access/password.ts'
import {
  FIELD_NAMES,
  type FieldKind,
  isRequired,
  type KindOf,
  type MemberField,
  requiredIn,
  type RequiredIn,
  specOf,
  writtenBy,
  type WrittenBy,
} from '../../domain/people/member-fields.ts'
import { canonicalName, isPersonName, NAME_MAX_LENGTH } from '../../domain/people/person-name.ts'
import {
  INVITATION_CODE_MAX_LENGTH,
  isE164,
  MEMBER_MIN_AGE_YEARS,
  readMaritalStatus,
} from '../../domain/people/registration-rules.ts'
import { ROLE_IDS, roleOf, roleId, type RoleId } from '../../domain/people/roles.ts'

const TEXT_MAX = 120
const COMMENT_MAX = 2_000
const KIDS_MAX = 40

export const Email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ error: 'Give an e-mail address such as name@example.org' }))
  .meta({ examples: ['amna@example.org'] })

export const Phone = z
  .string()
  .transform((text) =>
    text
      .normalize('NFKC')
      .replace(/[\s().-]/g, '')
      .replace(/^00/, '+'),
  )
  .refine((text) => text === '' || isE164(text), {
    error: 'Give the number with its country code, such as +33612345678',
  })
  .meta({ examples: ['+33639981234'] })

export const PersonName = z
  .string()
  .max(NAME_MAX_LENGTH * 2)
  .transform(canonicalName)
  .refine(isPersonName, { error: 'Letters, blanks, hyphens and apostrophes only' })
  .meta({ examples: ['Amna'] })

/**
 * Weak passwords and passwords with other characters have two codes, because the remedy differs.
 */
export const NewPassword = z
  .string()
  .max(PASSWORD_MAX_LENGTH)
  .refine(isPasswordAlphabet, { error: 'English letters, digits and symbols only' })
  .refine(isStrongPassword, { error: 'Password is not strong enough' })
  .meta({ examples: ['Long-Enough1'] })

export const BirthDate = z
  .string('Give the date of birth, as YYYY-MM-DD')
  .transform((text) => text.slice(0, 10)) // some forms send an instant; only the day is used
  .refine((text) => isPlausibleBirthDate(text, new Date()), {
    error: 'Give a date that exists, as YYYY-MM-DD',
  })
  .meta({ examples: ['1990-04-12'] })

export const AdultBirthDate = BirthDate.refine(
  (text) => ageOn(text, new Date()) >= MEMBER_MIN_AGE_YEARS,
  {
    error: `Members are at least ${MEMBER_MIN_AGE_YEARS} years old`,
  },
)

/** An English name or an ISO code on the wire; the ISO code inside. */
export const Country = z
  .string()
  .max(80)
  .transform((text, context) => {
    const code = readCountry(text)
    if (code !== undefined) return code
    context.addIssue({ code: 'custom', message: 'Give a country by its English name or ISO code' })
    return z.NEVER
  })
  .meta({ examples: ['Sudan'] })

/** A list, or the comma-separated text of the staff form. */
export const Nationalities = z
  .union([z.array(z.string()), z.string()])
  .transform((value) =>
    (typeof value === 'string' ? value.split(',') : value)
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  )
  .pipe(z.array(Country).min(1, 'Give at least one nationality').max(10))
  .meta({ examples: [['Sudan', 'France']] })

export const MaritalStatus = z
  .string()
  .transform((text, context) => {
    const status = readMaritalStatus(text)
    if (status !== undefined) return status
    context.addIssue({ code: 'custom', message: 'Give Single, Married, Divorced or Widowed' })
    return z.NEVER
  })
  .meta({ examples: ['Married'] })

export const Sex = z
  .string('Give m or f')
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['m', 'f'], 'Give m or f'))
  .meta({ examples: ['f'] })

export const NumberOfKids = z.coerce
  .number('Give a whole number')
  .int()
  .min(0, 'Give 0 or more')
  .max(KIDS_MAX)
  .meta({ examples: [2] })

export const ShortText = z.string().trim().max(TEXT_MAX)
export const RequiredText = ShortText.min(1, 'Required')
export const Comment = z
  .string()
  .trim()
  .max(COMMENT_MAX)
  .meta({ examples: ['The documents are readable'] })
export const InvitationCode = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(INVITATION_CODE_MAX_LENGTH)
  .meta({ examples: ['ELDER-7'] })

/** `{id: "ROLE_…"}` or the id alone; the second reviewer id of the specification is the same role. */
export const RoleInput = z
  .union([z.string(), z.looseObject({ id: z.string() })])
  .transform((value, context): RoleId => {
    const id = typeof value === 'string' ? value : value.id
    if (ROLE_IDS.some((known) => known === id) || id === 'ROLE_MEMBERSHIP_REVIEWER')
      return roleId(roleOf(id))
    context.addIssue({ code: 'custom', message: `Give one of ${ROLE_IDS.join(', ')}` })
    return z.NEVER
  })
  .meta({ examples: [{ id: 'ROLE_USER' }] })

/** Address of an uploaded file, as the upload returned it, or `{photoUrl}` around it. */
export const FileReference = z
  .union([z.string(), z.looseObject({ photoUrl: z.string() })])
  .transform((value, context) => {
    const text = typeof value === 'string' ? value : value.photoUrl
    const match =
      /\/api\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?|$)/.exec(
        text,
      )
    if (match?.[1] !== undefined) return match[1]
    context.addIssue({ code: 'custom', message: 'Give an address that the upload answered' })
    return z.NEVER
  })
  .meta({ examples: ['/api/files/0b8f6f0e-5c1c-4d5e-9b0a-3c1de1a2b3c4'] })

/** The specification writes one field in two ways. */
export const withBirthDateAlias = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (
      typeof value !== 'object' ||
      value === null ||
      !('dateOfBirth' in value) ||
      'birthDate' in value
    )
      return value
    const { dateOfBirth, ...rest } = value
    return { ...rest, birthDate: dateOfBirth }
  }, schema)

type Shapes = Readonly<Record<FieldKind, z.ZodType>>

/** What clients send of a field, by its kind (`MEMBER_FIELDS`). */
const WRITTEN = {
  name: PersonName,
  text: ShortText,
  comment: Comment,
  occupation: ShortText,
  email: Email,
  phone: Phone,
  number: NumberOfKids,
  date: AdultBirthDate,
  country: Country,
  countries: Nationalities,
  sex: Sex,
  marital: MaritalStatus,
} as const satisfies Shapes
const REQUIRED = { ...WRITTEN, text: RequiredText, occupation: RequiredText } as const
/** Where an applicant may leave a field out. */
const OPTIONAL = {
  ...WRITTEN,
  text: ShortText.default(''),
  comment: Comment.default(''),
  occupation: ShortText.default(''),
  phone: Phone.default(''),
  number: NumberOfKids.default(0),
} as const satisfies Shapes

const written = <F extends MemberField, S extends Shapes>(fields: readonly F[], shapes: S) =>
  Object.fromEntries(
    fields.map((field) => {
      const { kind, example } = specOf(field)
      const shape = shapes[kind]
      return [field, example === undefined ? shape : shape.meta({ examples: [example] })]
    }),
  ) as { [K in F]: S[KindOf<K>] } // one entry for each field

type Optional = Exclude<WrittenBy<'applicant'>, RequiredIn<'applicant'>>
/** What an applicant sends; what the staff change; and what they give of a new member at least. */
export const applicantFields = {
  ...written(requiredIn('applicant'), REQUIRED),
  ...written(
    writtenBy('applicant').filter((field): field is Optional => !isRequired(field, 'applicant')),
    OPTIONAL,
  ),
}
export const editableFields = written(FIELD_NAMES, WRITTEN)
export const newMemberFields = written(requiredIn('add'), WRITTEN)
