import { isPasswordAlphabet, isStrongPassword } from '#shared/domain/access/password.ts'
/** What is wrong with an application, field by field; each fault is a key under `registration:`. The server judges again. */
import { ageOn, isPlausibleBirthDate } from '#shared/domain/people/birth-date.ts'
import { isRequired, specOf } from '#shared/domain/people/member-fields.ts'
import { isPersonName } from '#shared/domain/people/person-name.ts'
import {
  INVITATION_CODE_MAX_LENGTH,
  isE164,
  MEMBER_MIN_AGE_YEARS,
} from '#shared/domain/people/registration-rules.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { phoneText } from '../../../ui/combo/phone-number.ts'
import {
  type Application,
  type FieldName,
  MEMBER_ANSWERS,
  type MemberAnswer,
  OTHER_OCCUPATION,
} from '../application.ts'
import { partsOfDate, writtenDate } from '../birth-date-parts.ts'
import { type FormSection, SECTIONS, type SectionId } from './sections.ts'

type FieldFault =
  | `required.${FieldName}`
  | `faults.${string}`
  | 'missingPhotos'
  | 'weakPassword'
  | 'passwordMismatch'
  | 'acceptTermsRequired'
  | 'captchaError'
  | 'underAge'
export type Faults = Partial<Record<FieldName, FieldFault>>

export interface FaultContext {
  readonly now: Date
  /** Result of the small sum (a check against bots). */
  readonly sum: number
}

const KIDS_MAX = 40
const TEXT_MAX = 120
const COMMENTS_MAX = 2_000

const isBlank = (text: string): boolean => CLEAN.line(text) === ''

const name = (field: FieldName, text: string): FieldFault | undefined =>
  isBlank(text) ? `required.${field}` : isPersonName(CLEAN.name(text)) ? undefined : 'faults.name'

const written = (field: FieldName, text: string, isNeeded: boolean): FieldFault | undefined =>
  isNeeded && isBlank(text)
    ? `required.${field}`
    : text.trim().length > TEXT_MAX
      ? 'faults.tooLong'
      : undefined

function kids(text: string): FieldFault | undefined {
  const digits = CLEAN.code(text)
  if (digits === '') return 'required.numberOfKids'
  return /^\d+$/.test(digits) && Number(digits) <= KIDS_MAX ? undefined : 'faults.kids'
}

function birth(value: string, now: Date): FieldFault | undefined {
  const { day, month, year } = partsOfDate(value)
  if (day === '' && month === '' && year === '') return 'required.birthDate'
  if (day === '' || month === '' || year === '') return 'faults.datePart'
  const date = writtenDate(value)
  if (date === undefined || !isPlausibleBirthDate(date, now)) return 'faults.date'
  return ageOn(date, now) < MEMBER_MIN_AGE_YEARS ? 'underAge' : undefined
}

function password(text: string): FieldFault | undefined {
  if (text === '') return 'required.password'
  if (!isPasswordAlphabet(text)) return 'faults.passwordAlphabet'
  return isStrongPassword(text) ? undefined : 'weakPassword'
}

function passwordAgain(text: string, first: string): FieldFault | undefined {
  if (text === '') return 'required.passwordAgain'
  return text === first ? undefined : 'passwordMismatch'
}

function invitation(text: string): FieldFault | undefined {
  if (isBlank(text)) return 'required.recommendedBy'
  return CLEAN.code(text).length > INVITATION_CODE_MAX_LENGTH
    ? 'faults.invitationTooLong'
    : undefined
}

function result(text: string, sum: number): FieldFault | undefined {
  const digits = CLEAN.code(text)
  if (digits === '') return 'required.sum'
  return Number(digits) === sum ? undefined : 'captchaError'
}

const photo = (file: File | null): FieldFault | undefined =>
  file === null ? 'missingPhotos' : undefined

/** The fault of a field, by its kind. */
function memberFault(
  field: MemberAnswer,
  application: Application,
  now: Date,
): FieldFault | undefined {
  const value = application[field]
  if (typeof value !== 'string') return value.length === 0 ? `required.${field}` : undefined
  switch (specOf(field).kind) {
    case 'name':
      return name(field, value)
    case 'number':
      return kids(value)
    case 'date':
      return birth(value, now)
    case 'phone':
      // The e-mail is proven, so a phone is welcome but not needed (docs/spec/registration.md, 4).
      return value === '' || isE164(phoneText({ country: application.phoneCountry, number: value }))
        ? undefined
        : 'faults.phone'
    case 'comment':
      return value.trim().length > COMMENTS_MAX ? 'faults.tooLong' : undefined
    default:
      return written(field, value, isRequired(field, 'applicant'))
  }
}

export function faultsOf(application: Application, { now, sum }: FaultContext): Faults {
  const { occupation, otherOccupation } = application
  const all: Readonly<Partial<Record<FieldName, FieldFault | undefined>>> = {
    ...Object.fromEntries(
      MEMBER_ANSWERS.map((field) => [field, memberFault(field, application, now)]),
    ),
    ...(!application.tribeConsent && { tribe: undefined }),
    password: password(application.password),
    passwordAgain: passwordAgain(application.passwordAgain, application.password),
    otherOccupation:
      occupation === OTHER_OCCUPATION
        ? written('otherOccupation', otherOccupation, true)
        : undefined,
    idFront: photo(application.idFront),
    idBack: photo(application.idBack),
    portrait: photo(application.portrait),
    recommendedBy: invitation(application.recommendedBy),
    termsAccepted: application.termsAccepted ? undefined : 'acceptTermsRequired',
    sum: result(application.sum, sum),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, fault]) => fault !== undefined),
  ) as Faults // only the defined ones are left
}

export interface Progress {
  readonly complete: ReadonlySet<SectionId>
  /** Required sections. */
  readonly of: number
  readonly done: number
}

export function progressOf(faults: Faults, application: Application): Progress {
  const isDone = (section: FormSection): boolean =>
    section.fields.every((field) => faults[field] === undefined) &&
    // No field is required there; a mark needs at least one filled field.
    (section.optional !== true || section.fields.some((field) => application[field] !== ''))
  const complete = new Set<SectionId>(SECTIONS.filter(isDone).map(({ id }) => id))
  const needed = SECTIONS.filter((section) => !('optional' in section))
  return { complete, of: needed.length, done: needed.filter(({ id }) => complete.has(id)).length }
}
