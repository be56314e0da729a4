/**
 * The fields of an application, as the form holds them: text as typed. `toRegistration` converts them for the call.
 */
import * as z from 'zod'
import {
  DEFAULT_COUNTRY,
  MARITAL_STATUSES,
  OCCUPATIONS,
} from '#shared/domain/people/registration-rules.ts'

export const OTHER_OCCUPATION = 'Other'
export const OCCUPATION_CHOICES = [...OCCUPATIONS, OTHER_OCCUPATION] as const
export const SEXES = ['f', 'm'] as const

const text = z.string().max(2_000).catch('').default('')
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.literal(''), z.enum(values)])
    .catch('')
    .default('')

/**
 * The part that a draft keeps. Read leniently: a draft of an older version, or a changed one, loses only the fields
 * that do not fit.
 */
export const Answers = z.object({
  firstName: text,
  lastName: text,
  sex: choice(SEXES),
  maritalStatus: choice(MARITAL_STATUSES),
  numberOfKids: z.string().max(3).catch('0').default('0'),
  tribe: text,
  phoneCountry: z.string().max(2).catch(DEFAULT_COUNTRY).default(DEFAULT_COUNTRY),
  phone: text,
  /** `YYYY-MM-DD`; while it is typed, parts are missing or short: see `birth-date-parts.ts`. */
  birthDate: text,
  birthCountry: z.string().max(2).catch(DEFAULT_COUNTRY).default(DEFAULT_COUNTRY),
  birthCity: text,
  birthVillage: text,
  currentCountry: text,
  currentCity: text,
  currentVillage: text,
  mothersFirstName: text,
  mothersLastName: text,
  occupation: choice(OCCUPATION_CHOICES),
  otherOccupation: text,
  nationalities: z.array(z.string().max(2)).max(10).catch([]).default([]),
  recommendedBy: text,
  comments: text,
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
