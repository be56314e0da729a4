/** Maps the protection of a report between its row and the rule. */
import {
  isOpen,
  namesSomebody,
  nameWithholder,
  publicWords,
  withheldParts,
  type Protection,
  type ReportWords,
  type Withholding,
} from '#shared/domain/report/report-protection.ts'
import { isVerified } from '#shared/domain/report/report-rules.ts'
import { UNREADABLE } from '../../parts/database/sealing/sealed-columns.ts'
import { categoryIn } from './categories.ts'
import type { EvidenceRow } from './evidence-repository.ts'
import type { ReportRow } from './report-repository.ts'

interface CachedReport<T> {
  readonly from: readonly string[]
  readonly made: T
  readonly chars: number
}

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index])

/**
 * A cache of results that are slow to compute and requested often: returns the result for the same
 * texts from the cache, or computes it. The texts are compared, not
 * a version, so that no old result is returned after a change.
 */
export class KeptTexts<T> {
  readonly #entries = new Map<number, CachedReport<T>>()
  readonly #charsMax: number
  #chars = 0

  constructor(charsMax: number) {
    this.#charsMax = charsMax
  }

  /** One entry for each number; the least recently used one is dropped first. */
  of(id: number, from: readonly string[], make: () => T): T {
    const entry = this.#entries.get(id)
    const isKept = entry !== undefined && sameTexts(entry.from, from)
    if (entry !== undefined) this.#drop(id, entry)
    const next = isKept
      ? entry
      : { from, made: make(), chars: 2 * from.reduce((sum, text) => sum + text.length, 0) } // the result is about as long as the texts
    this.#entries.set(id, next)
    this.#chars += next.chars
    for (const [oldest, old] of this.#entries) {
      if (this.#chars <= this.#charsMax) break
      this.#drop(oldest, old)
    }
    return next.made
  }

  #drop(id: number, { chars }: CachedReport<T>): void {
    this.#entries.delete(id)
    this.#chars -= chars
  }
}

/** Stands for withheld words that cannot be opened. */
const UNKNOWN_WORDS: readonly string[] = [UNREADABLE]
const hidesUnknownWords = ({ hiddenWords }: Protection): boolean =>
  hiddenWords.length === 1 && hiddenWords[0] === UNREADABLE

/** Which words are withheld is not known, so the public reads none about people. */
const wordsOfNobody = (words: ReportWords): ReportWords => ({
  ...words,
  description: UNREADABLE,
  actor: UNREADABLE,
  actorName: UNREADABLE,
  actorDesc: UNREADABLE,
  victim: UNREADABLE,
  googleMapLink: '',
})

/** Does what `publicWords` does, also where the withheld words cannot be opened. */
export function publicCopy(words: ReportWords, protection: Withholding): ReportWords {
  if (hidesUnknownWords(protection)) return wordsOfNobody(words)
  const shown = publicWords(words, protection)
  // The title of a category is not the reporter's, and holds no name that they know.
  return protection.unverified === true && categoryIn(words.type) !== null
    ? { ...shown, type: publicWords(words, { ...protection, unverified: false }).type }
    : shown
}

type ProtectionColumns = Pick<
  ReportRow,
  'redact_victim' | 'redact_actor' | 'place_detail' | 'region' | 'hide_map_link' | 'hidden_words'
>

export const protectionOf = (row: ProtectionColumns): Protection => ({
  redactVictim: row.redact_victim === 1,
  redactActor: row.redact_actor === 1,
  placeDetail: row.place_detail,
  region: row.region,
  hideMapLink: row.hide_map_link === 1,
  hiddenWords:
    row.hidden_words === UNREADABLE ? UNKNOWN_WORDS : (JSON.parse(row.hidden_words) as string[]), // written by the function below
})

export const protectionColumns = (protection: Protection): ProtectionColumns => ({
  redact_victim: protection.redactVictim ? 1 : 0,
  redact_actor: protection.redactActor ? 1 : 0,
  place_detail: protection.placeDetail,
  region: protection.region,
  hide_map_link: protection.hideMapLink ? 1 : 0,
  hidden_words: hidesUnknownWords(protection) ? UNREADABLE : JSON.stringify(protection.hiddenWords),
})

type WordColumns = Pick<
  ReportRow,
  | 'type'
  | 'description'
  | 'country'
  | 'city'
  | 'actor'
  | 'actor_name'
  | 'actor_desc'
  | 'victim'
  | 'google_map_link'
>

export const wordsOf = (row: WordColumns): ReportWords => ({
  type: row.type,
  description: row.description,
  country: row.country,
  city: row.city,
  actor: row.actor,
  actorName: row.actor_name,
  actorDesc: row.actor_desc,
  victim: row.victim,
  googleMapLink: row.google_map_link,
})

type StateColumns = Pick<ReportRow, 'names_withheld' | 'status'>

/** What the public copy leaves out of a report in its present state. */
export function withholdingOf(row: ProtectionColumns & StateColumns & WordColumns): Withholding {
  const protection = protectionOf(row)
  return row.names_withheld === 1 && !isVerified(row.status) && namesSomebody(wordsOf(row))
    ? { ...protection, unverified: true }
    : protection
}

/** Whether a change of state withholds names that were shown. */
export const withdrawsNames = (before: ReportRow, after: ReportRow): boolean =>
  withholdingOf(before).unverified !== true && withholdingOf(after).unverified === true

interface ShownReport {
  readonly words: ReportWords
  readonly withheld: ReturnType<typeof withheldParts>
}

/** The words take at most 48 MB in total, with two bytes for each letter. */
const WORDS_CHARS_MAX = 16_000_000
const EVIDENCE_CHARS_MAX = 8_000_000
const keptWords = new KeptTexts<ShownReport>(WORDS_CHARS_MAX)
const keptEvidence = new KeptTexts<string>(EVIDENCE_CHARS_MAX)

/** The copy of a report with this withheld, and the list of it. */
export function shownOf(row: ReportRow, protection: Withholding): ShownReport {
  const words = wordsOf(row)
  if (isOpen(protection)) return { words, withheld: [] }
  return keptWords.of(
    row.id,
    [...Object.values<string>({ ...words }), JSON.stringify(protection)],
    () => ({ words: publicCopy(words, protection), withheld: withheldParts(words, protection) }),
  )
}

/** Every reply that the public may get goes through it. */
export const publicWordsOf = (row: ReportRow): ReportWords => shownOf(row, withholdingOf(row)).words

/** Withholds what is withheld of a report from other texts about it, such as a reply under it. */
export function textCleanerOf(
  report: ReportRow,
  protection: Withholding,
): (text: string) => string {
  if (isOpen(protection)) return (text) => text
  if (hidesUnknownWords(protection)) return () => UNREADABLE
  return nameWithholder(wordsOf(report), protection).clean
}

/** The descriptions of its evidence with this withheld, in the order of the rows. */
export function shownDescriptionsOf(
  report: ReportRow,
  rows: readonly EvidenceRow[],
  protection: Withholding,
): string[] {
  if (rows.length === 0 || isOpen(protection)) return rows.map(({ description }) => description)
  const from = [report.victim, report.actor_name, report.city, JSON.stringify(protection)]
  const clean = textCleanerOf(report, protection)
  return rows.map(({ id, description }) =>
    keptEvidence.of(id, [description, ...from], () => clean(description)),
  )
}

/**
 * Whether the public copy after a change has a name or place that was withheld before. Names are withheld as the fields of the
 * report spell them, so another name in a field shows the one in the text. Names that waited for the check are shown by it.
 */
export function showsWithheld(
  before: ReportRow,
  after: ReportRow,
  evidence: readonly EvidenceRow[],
): boolean {
  const withheld = isVerified(after.status) ? protectionOf(before) : withholdingOf(before)
  if (isOpen(withheld)) return false
  const { holds } = nameWithholder(wordsOf(before), withheld)
  const present = withholdingOf(after)
  return [
    ...Object.values<string>({ ...publicCopy(wordsOf(after), present) }),
    ...shownDescriptionsOf(after, evidence, present),
  ].some(holds)
}
