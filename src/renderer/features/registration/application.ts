/**
 * The fields of an application, as the form holds them: text as typed. `personOf` converts them for the call.
 */
import * as z from 'zod'
import { byKind, type KindOf, specOf, writtenBy } from '#shared/domain/people/member-fields.ts'
import {
  DEFAULT_COUNTRY,
  MARITAL_STATUSES,
  OCCUPATIONS,
} from '#shared/domain/people/registration-rules.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { phoneText } from '../../ui/combo/phone-number.ts'
import { writtenDate } from './birth-date-parts.ts'

export const OTHER_OCCUPATION = 'Other'
export const OCCUPATION_CHOICES = [...OCCUPATIONS, OTHER_OCCUPATION] as const
export const SEXES = ['f', 'm'] as const

const text = z.string().max(2_000).catch('').default('')
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.literal(''), z.enum(values)])
    .catch('')
    .default('')

/** The fields that are asked for; the e-mail is proven before. */
export const MEMBER_ANSWERS = writtenBy('applicant').filter((field) => field !== 'email')
export type MemberAnswer = (typeof MEMBER_ANSWERS)[number]

/**
 * The part that a draft keeps. Read leniently: a draft of an older version, or a changed one, loses only the fields
 * that do not fit.
 */
export const Answers = z.object({
  ...byKind(MEMBER_ANSWERS, {
    name: text,
    text,
    comment: text,
    occupation: choice(OCCUPATION_CHOICES),
    email: text,
    phone: text,
    number: z.string().max(3).catch('0').default('0'),
    /** `YYYY-MM-DD`; while it is typed, parts are missing or short: see `birth-date-parts.ts`. */
    date: text,
    country: text,
    countries: z.array(z.string().max(2)).max(10).catch([]).default([]),
    sex: choice(SEXES),
    marital: choice(MARITAL_STATUSES),
  }),
  phoneCountry: z.string().max(2).catch(DEFAULT_COUNTRY).default(DEFAULT_COUNTRY),
  birthCountry: z.string().max(2).catch(DEFAULT_COUNTRY).default(DEFAULT_COUNTRY),
  otherOccupation: text,
  tribeConsent: z.boolean().catch(false).default(false),
  newsletter: z.boolean().catch(false).default(false),
})
export type Answers = z.output<typeof Answers>

export const PHOTO_FIELDS = ['idFront', 'idBack', 'portrait'] as const
export type PhotoName = (typeof PHOTO_FIELDS)[number]
export type Photos = Readonly<Record<PhotoName, File | null>>

/**
 * Never written to any storage: a password, pictures of an identity document, and fields that take a second to fill in.
 */
interface Unkept {
  readonly password: string
  readonly passwordAgain: string
  readonly idFront: File | null
  readonly idBack: File | null
  readonly portrait: File | null
  readonly termsAccepted: boolean
  readonly sum: string
}

export type Application = Answers & Unkept
export type FieldName = keyof Application

const ANSWER_NAMES = Object.keys(Answers.shape) as (keyof Answers)[]

export const answersOf = (application: Application): Answers =>
  Answers.parse(Object.fromEntries(ANSWER_NAMES.map((name) => [name, application[name]])))

export const emptyApplication = (): Application => ({
  ...Answers.parse({}),
  password: '',
  passwordAgain: '',
  idFront: null,
  idBack: null,
  portrait: null,
  termsAccepted: false,
  sum: '',
})

/** True when a field that a draft keeps was filled in. */
export function hasAnswers(answers: Answers): boolean {
  const empty = Answers.parse({})
  return ANSWER_NAMES.some((name) => JSON.stringify(answers[name]) !== JSON.stringify(empty[name]))
}

type Sent = {
  readonly [F in MemberAnswer]: F extends 'nationalities'
    ? string[]
    : KindOf<F> extends 'number'
      ? number
      : string
}

function sentValue(field: MemberAnswer, application: Application): Sent[MemberAnswer] {
  const value = application[field]
  if (typeof value !== 'string') return value
  // Unticked after it was typed: it stays in the form, and is neither shown nor sent.
  if (field === 'tribe' && !application.tribeConsent) return ''
  switch (specOf(field).kind) {
    case 'name':
      return CLEAN.name(value)
    case 'number':
      return Number(CLEAN.code(value))
    case 'date':
      return writtenDate(value) ?? ''
    case 'phone':
      return phoneText({ country: application.phoneCountry, number: value })
    case 'occupation':
      return value === OTHER_OCCUPATION ? CLEAN.line(application.otherOccupation) : value
    case 'comment':
      return CLEAN.text(value)
    default:
      return CLEAN.line(value)
  }
}

/** The person as the association gets it. Countries go as ISO codes: a browser and the server may know a country by different English names. */
export const personOf = (application: Application): Sent =>
  Object.fromEntries(MEMBER_ANSWERS.map((field) => [field, sentValue(field, application)])) as Sent // one value for each
