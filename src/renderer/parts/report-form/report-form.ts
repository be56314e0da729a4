/** The fields of a report; the same when it is filed and when staff edit it. */
import { countryNameInEnglish } from '#shared/domain/people/countries.ts'
import {
  isHttpsLink,
  isIncidentDay,
  placeSearchLink,
  UNKNOWN,
} from '#shared/domain/report/report-rules.ts'

export const LINE_MAX_CHARS = 300
export const PARAGRAPH_MAX_CHARS = 10_000
const LINK_MAX_CHARS = 2_000

/** In the order of the page, which is the order in which faults get the focus. */
export const WORD_FIELDS = [
  'type',
  'description',
  'victim',
  'incidentDate',
  'country',
  'city',
  'googleMapLink',
  'actor',
  'actorName',
  'actorDesc',
  'actorAccount',
] as const
export type WordField = (typeof WORD_FIELDS)[number]
/** `country` is an ISO code here. */
export type ReportWords = Readonly<Record<WordField, string>>

const MAX_CHARS: Readonly<Record<WordField, number>> = {
  type: LINE_MAX_CHARS,
  country: LINE_MAX_CHARS,
  city: LINE_MAX_CHARS,
  googleMapLink: LINK_MAX_CHARS,
  description: PARAGRAPH_MAX_CHARS,
  actor: LINE_MAX_CHARS,
  actorName: LINE_MAX_CHARS,
  actorDesc: PARAGRAPH_MAX_CHARS,
  actorAccount: LINE_MAX_CHARS,
  victim: LINE_MAX_CHARS,
  incidentDate: LINE_MAX_CHARS,
}

export const NO_WORDS: ReportWords = {
  type: '',
  country: 'SD',
  city: '',
  googleMapLink: '',
  description: '',
  actor: '',
  actorName: '',
  actorDesc: '',
  actorAccount: '',
  victim: '',
  incidentDate: '',
}
export const isBlank = (words: ReportWords): boolean =>
  WORD_FIELDS.every((field) => field === 'country' || words[field].trim() === '')

/** Each has its text in `reportWrite`, under `fault`. */
type WordFault = `missing.${Exclude<WordField, 'incidentDate'>}` | 'link' | 'tooLong' | 'day'
export type WordFaults = Readonly<Partial<Record<WordField, WordFault>>>

/** The country of the reader. */
export const today = (): string =>
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

function faultOf(field: WordField, text: string): WordFault | undefined {
  if (field === 'incidentDate')
    return text === '' || isIncidentDay(text, today()) ? undefined : 'day'
  if (text === '') return `missing.${field}`
  if (text.length > MAX_CHARS[field]) return 'tooLong'
  return field === 'googleMapLink' && !isHttpsLink(text) ? 'link' : undefined
}

/** @param only fields that were changed: staff need not correct what was there before */
export function wordFaults(
  words: ReportWords,
  only: readonly WordField[] = WORD_FIELDS,
): WordFaults {
  const faults: Partial<Record<WordField, WordFault>> = {}
  for (const field of only) {
    const fault = faultOf(field, words[field].trim())
    if (fault !== undefined) faults[field] = fault
  }
  return faults
}

/** Whether a field is blank, and not only written wrongly: the notice above the fields says which. */
export const isLacking = (faults: WordFaults): boolean =>
  Object.values(faults).some((fault) => fault.startsWith('missing'))

/** Required by the calls of the specification, but not known to every witness. */
export const UNSAID_FIELDS = [
  'googleMapLink',
  'actor',
  'actorName',
  'actorDesc',
  'actorAccount',
] as const satisfies readonly WordField[]
export type UnsaidField = (typeof UNSAID_FIELDS)[number]

/** The value of fields that are ticked as not known. Text that was typed before is not sent. */
export const withUnsaid = (words: ReportWords, unsaid: readonly UnsaidField[]): ReportWords => ({
  ...words,
  ...Object.fromEntries(
    unsaid.map((field) => [
      field,
      field === 'googleMapLink'
        ? placeSearchLink(words.city.trim(), countryNameInEnglish(words.country))
        : UNKNOWN,
    ]),
  ),
})

/** In the shape of the calls of the specification: the country by its English name. */
export const wordsToSend = (
  words: ReportWords,
): Omit<ReportWords, 'incidentDate'> & { readonly incidentDate: string | null } => ({
  ...(Object.fromEntries(WORD_FIELDS.map((field) => [field, words[field].trim()])) as ReportWords), // every field of the table
  country: countryNameInEnglish(words.country),
  incidentDate: words.incidentDate === '' ? null : words.incidentDate,
})
