/**
 * Fields of a person as clients write them, lenient in form and strict in meaning
 * (docs/spec/registration.md, 3 and 4).
 */
import * as z from 'zod'
import {
  isPasswordAlphabet,
  isStrongPassword,
  PASSWORD_MAX_LENGTH,
} from '../../domain/access/password.ts'
import { ageOn, isPlausibleBirthDate } from '../../domain/people/birth-date.ts'
import { readCountry } from '../../domain/people/countries.ts'
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
import { isPersonName } from '../../domain/people/person-name.ts'
import {
  INVITATION_CODE_MAX_LENGTH,
  isE164,
  MEMBER_MIN_AGE_YEARS,
  readMaritalStatus,
} from '../../domain/people/registration-rules.ts'
import { ROLE_IDS, roleOf, roleId, type RoleId } from '../../domain/people/roles.ts'
import { CLEAN } from '../../domain/text/clean-text.ts'
import { numeral } from './paging.ts'
import { line, textOf } from './text-fields.ts'

const TEXT_MAX = 120
const COMMENT_MAX = 2_000
const KIDS_MAX = 40

export const Email = textOf('email')
  .max(254)
  .pipe(z.email({ error: 'Give an e-mail address such as name@example.org' }))
  .meta({ examples: ['amna@example.org'] })

/** In the form of a number; the server's library says whether a country has such numbers (`phone-of.ts`). */
export const Phone = textOf('phone')
  .refine((text) => text === '' || isE164(text), {
    error: 'Give the number with its country code, such as +33612345678',
  })
  .meta({ examples: ['+33639981234'] })

export const PersonName = textOf('name')
  .refine(isPersonName, { error: 'Letters, blanks, hyphens and apostrophes only' })
  .meta({ examples: ['Amna'] })

/**
 * Weak passwords and passwords with other characters have two codes, because the remedy differs.
 */
export const NewPassword = textOf('secret')
  .max(PASSWORD_MAX_LENGTH)
  .refine(isPasswordAlphabet, { error: 'English letters, digits and symbols only' })
  .refine(isStrongPassword, { error: 'Password is not strong enough' })
  .meta({ examples: ['Long-Enough1'] })

export const BirthDate = z
  .string('Give the date of birth, as YYYY-MM-DD')
  .overwrite(CLEAN.code)
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
export const Country = line(80)
  .transform((text, context) => {
    const code = readCountry(text)
    if (code !== undefined) return code
    context.addIssue({ code: 'custom', message: 'Give a country by its English name or ISO code' })
    return z.NEVER
  })
  .meta({ examples: ['Sudan'] })

/** A list, or the comma-separated text of the staff form. */
const nationalities = (min: 0 | 1) =>
  z
    .union([z.array(textOf('line')), textOf('line')], 'Give a list of countries')
    .transform((value) =>
      (typeof value === 'string' ? value.split(',') : value)
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    )
    .pipe(z.array(Country).min(min, 'Give at least one nationality').max(10))
    .meta({ examples: [['Sudan', 'France']] })
const Nationalities = nationalities(1)

export const MaritalStatus = textOf('line')
  .transform((text, context) => {
    const status = readMaritalStatus(text)
    if (status !== undefined) return status
    context.addIssue({ code: 'custom', message: 'Give Single, Married, Divorced or Widowed' })
    return z.NEVER
  })
  .meta({ examples: ['Married'] })

export const Sex = z
  .string('Give m or f')
  .overwrite(CLEAN.code)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['m', 'f'], 'Give m or f'))
  .meta({ examples: ['f'] })

export const NumberOfKids = numeral(
  z.coerce.number('Give a whole number').int().min(0, 'Give 0 or more').max(KIDS_MAX),
).meta({ examples: [2] })

export const ShortText = textOf('line').max(TEXT_MAX)
const RequiredText = ShortText.min(1, 'Required')
export const Comment = textOf('text')
  .max(COMMENT_MAX)
  .meta({ examples: ['The documents are readable'] })
export const InvitationCode = textOf('code')
  .min(1, 'Required')
  .max(INVITATION_CODE_MAX_LENGTH)
  .meta({ examples: ['ELDER-7'] })

/** `{id: "ROLE_…"}` or the id alone; the second reviewer id of the specification is the same role. */
export const RoleInput = z
  .union([textOf('machine'), z.looseObject({ id: textOf('machine') })])
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
  .union([textOf('machine'), z.looseObject({ photoUrl: textOf('machine') })])
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

/** Kinds of which an empty text says nothing: it is what an untouched input of a form sends. */
const NEVER_BLANK: readonly FieldKind[] = [
  'name',
  'email',
  'number',
  'date',
  'country',
  'countries',
  'sex',
  'marital',
]
const PHOTOS = ['idProofPhotoFront', 'idProofPhotoBack', 'wldCardPhoto', 'photoUrl']
const saysNothingWhenBlank = new Set<string>([
  ...FIELD_NAMES.filter((field) => NEVER_BLANK.includes(specOf(field).kind)),
  ...PHOTOS,
  'password',
  'role',
  'status',
  'language',
  'connectionMethod',
])

/** Null, or a blank where no blank is stored. A photo without an address is none. */
function isAbsent(field: string, value: unknown): boolean {
  if (value === null) return true
  if (!saysNothingWhenBlank.has(field)) return false
  if (typeof value === 'string') return value.trim() === ''
  return (
    PHOTOS.includes(field) &&
    typeof value === 'object' &&
    'photoUrl' in value &&
    (value.photoUrl === null || value.photoUrl === '')
  )
}

/**
 * A person as forms of other clients send one: a whole row with blanks and nulls in it, and the birth
 * date under either of the names that the specification has for it.
 */
export const personBody = <S extends z.ZodType>(schema: S) =>
  z
    .preprocess((value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const { dateOfBirth, ...given }: Record<string, unknown> = { ...value }
      const renamed =
        dateOfBirth === undefined || 'birthDate' in given
          ? given
          : { ...given, birthDate: dateOfBirth }
      return Object.fromEntries(
        Object.entries(renamed).filter(([field, entry]) => !isAbsent(field, entry)),
      )
    }, schema)
    .meta({ blankIsAbsent: [...saysNothingWhenBlank] })

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
/** Staff may not know one, and take back a wrong one. */
export const editableFields = written(FIELD_NAMES, { ...WRITTEN, countries: nationalities(0) })
export const newMemberFields = written(requiredIn('add'), WRITTEN)
