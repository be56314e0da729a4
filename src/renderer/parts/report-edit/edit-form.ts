/** A report as staff edit it: its texts, its state, and what is withheld from the public. */
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import type { Report, updateReport } from '#shared/contract/reports.ts'
import { OPEN, type Protection } from '#shared/domain/report/report-protection.ts'
import {
  HIDDEN_WORDS_MAX,
  isVerified,
  type PlaceDetail,
  type ReportStatus,
} from '#shared/domain/report/report-rules.ts'
import {
  type ReportWords,
  WORD_FIELDS,
  type WordField,
  wordsToSend,
} from '../report-form/report-form.ts'

export interface EditForm extends ReportWords {
  readonly status: ReportStatus
  readonly verifierComment: string
  readonly redactVictim: boolean
  readonly redactActor: boolean
  readonly placeDetail: PlaceDetail
  readonly region: string
  readonly hideMapLink: boolean
  /** One a line. */
  readonly hiddenWords: string
}
export const EDIT_FIELDS = [
  ...WORD_FIELDS,
  'status',
  'verifierComment',
  'redactVictim',
  'redactActor',
  'placeDetail',
  'region',
  'hideMapLink',
  'hiddenWords',
] as const satisfies readonly (keyof EditForm)[]
export type EditField = (typeof EDIT_FIELDS)[number]

const HIDDEN_WORD_MAX_CHARS = 100
export const COMMENT_MAX_CHARS = 2_000
export const REGION_MAX_CHARS = 120

export function formOf(report: Report): EditForm {
  const { redactVictim, redactActor, placeDetail, region, hideMapLink, hiddenWords } =
    report.protection ?? OPEN
  return {
    ...(Object.fromEntries(
      WORD_FIELDS.map((field) => [
        field,
        field === 'country' ? (report.countryCode ?? '') : (report[field] ?? ''),
      ]),
    ) as ReportWords), // every field of the table
    status: report.status,
    verifierComment: report.verifierComment ?? '',
    redactVictim,
    redactActor,
    placeDetail,
    region,
    hideMapLink,
    hiddenWords: hiddenWords.join('\n'),
  }
}

const hiddenList = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
const plain = (form: EditForm, field: EditField): string | boolean => {
  const value = form[field]
  return typeof value === 'boolean'
    ? value
    : field === 'hiddenWords'
      ? hiddenList(String(value)).join('\n')
      : String(value).trim()
}

export const changedFields = (base: EditForm, form: EditForm): EditField[] =>
  EDIT_FIELDS.filter((field) => plain(base, field) !== plain(form, field))
export const isWordField = (field: EditField): field is WordField =>
  WORD_FIELDS.some((name) => name === field)

type Body = NonNullable<CallArguments<typeof updateReport>['body']>

/** Only what was changed; a difference in blanks alone is no change. */
export function changeOf(base: EditForm, form: EditForm): Body {
  const words = wordsToSend(form)
  const parts = changedFields(base, form).map((field): Body => {
    if (isWordField(field)) return { [field]: words[field] }
    if (field === 'status') return { status: form.status, verified: isVerified(form.status) }
    if (field === 'hiddenWords') return { hiddenWords: hiddenList(form.hiddenWords) }
    return { [field]: plain(form, field) }
  })
  return Object.assign({}, ...parts) as Body // parts of one
}

export type EditFault = 'region' | 'hiddenWords' | 'comment'
export function editFaults(form: EditForm): EditFault[] {
  const words = hiddenList(form.hiddenWords)
  return [
    ...(form.placeDetail === 'region' && form.region.trim() === '' ? (['region'] as const) : []),
    ...(words.length > HIDDEN_WORDS_MAX || words.some((word) => word.length > HIDDEN_WORD_MAX_CHARS)
      ? (['hiddenWords'] as const)
      : []),
    ...(form.verifierComment.trim().length > COMMENT_MAX_CHARS ? (['comment'] as const) : []),
  ]
}

export const protectionIn = (form: EditForm): Protection => ({
  redactVictim: form.redactVictim,
  redactActor: form.redactActor,
  placeDetail: form.placeDetail,
  region: form.region,
  hideMapLink: form.hideMapLink,
  hiddenWords: hiddenList(form.hiddenWords),
})

export type Side = 'mine' | 'theirs'
export type Choices = Readonly<Partial<Record<EditField, Side>>>

/**
 * The fields where two versions differ, with a default choice: a field that only the other editor changed is taken from
 * them.
 */
export function conflictsOf(base: EditForm, mine: EditForm, theirs: EditForm): Choices {
  const touched = new Set(changedFields(base, mine))
  return Object.fromEntries(
    changedFields(mine, theirs).map((field) => [field, touched.has(field) ? 'mine' : 'theirs']),
  )
}

export const withChoices = (mine: EditForm, theirs: EditForm, choices: Choices): EditForm => ({
  ...mine,
  ...Object.fromEntries(
    EDIT_FIELDS.flatMap((field) => (choices[field] === 'theirs' ? [[field, theirs[field]]] : [])),
  ),
})
