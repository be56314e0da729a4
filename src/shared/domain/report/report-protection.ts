/**
 * The public copy of a report: the one rule behind list, evidence, search, statistics and preview.
 */
import { readCountry } from '../people/countries.ts'
import { nearNameFinder, nearNameWithholder, type NearName } from './near-names.ts'
import {
  isUnknown,
  READ_FOR_NAMES,
  WITHHELD,
  type PlaceDetail,
  type WithheldPart,
} from './report-rules.ts'
import { namesIn, withhold, withholder, withParts } from './withhold.ts'

export interface ReportWords {
  readonly type: string
  readonly description: string
  readonly country: string
  readonly city: string
  readonly actor: string
  readonly actorName: string
  readonly actorDesc: string
  readonly victim: string
  readonly googleMapLink: string
}

/** Set by staff, report by report. The words of the reporter are not touched. */
export interface Protection {
  readonly redactVictim: boolean
  readonly redactActor: boolean
  readonly placeDetail: PlaceDetail
  /** Shown in place of the city when the detail is `region`. */
  readonly region: string
  readonly hideMapLink: boolean
  /** Names and other words that appear nowhere in public. */
  readonly hiddenWords: readonly string[]
}

/** What the public copy leaves out now: what staff set and, until staff verify the report, its names (ADR 0093). */
export interface Withholding extends Protection {
  readonly unverified?: boolean
}

export const OPEN: Protection = {
  redactVictim: false,
  redactActor: false,
  placeDetail: 'city',
  region: '',
  hideMapLink: false,
  hiddenWords: [],
}

export const isOpen = ({
  redactVictim,
  redactActor,
  placeDetail,
  hideMapLink,
  hiddenWords,
  unverified = false,
}: Withholding): boolean =>
  !unverified &&
  !redactVictim &&
  !redactActor &&
  placeDetail === 'city' &&
  !hideMapLink &&
  hiddenWords.length === 0

const COARSENESS = { city: 0, region: 1, country: 2 } as const satisfies Record<PlaceDetail, number>

/** Whether something that was withheld is not any more. */
export const isLooser = (before: Protection, after: Protection): boolean =>
  (before.redactVictim && !after.redactVictim) ||
  (before.redactActor && !after.redactActor) ||
  (before.hideMapLink && !after.hideMapLink) ||
  COARSENESS[after.placeDetail] < COARSENESS[before.placeDetail] ||
  before.hiddenWords.some((word) => !after.hiddenWords.includes(word))

/** The form sends a word for what the reporter does not know: that names nobody. */
const isNamed = (text: string): boolean => text.trim() !== '' && !isUnknown(text)

/** Fields that are withheld as a whole until staff verify the report. */
const NAMING_FIELDS = ['victim', 'actorName', 'actorDesc'] as const
type NamingWords = Pick<ReportWords, (typeof NAMING_FIELDS)[number]>

/** Whether a report names somebody who is withheld until it is verified. */
export const namesSomebody = (words: NamingWords): boolean =>
  NAMING_FIELDS.some((field) => isNamed(words[field]))

const waitsForCheck = (
  words: NamingWords,
  field: (typeof NAMING_FIELDS)[number],
  { unverified = false }: Withholding,
): boolean => unverified && isNamed(words[field])

/** Words that staff named, and the names in the withheld fields. */
const hiddenNames = (words: NamingWords, protection: Withholding): string[] => [
  ...protection.hiddenWords,
  ...(protection.redactVictim || waitsForCheck(words, 'victim', protection)
    ? namesIn(words.victim)
    : []),
  ...(protection.redactActor || waitsForCheck(words, 'actorName', protection)
    ? namesIn(words.actorName)
    : []),
]

/** Words to withhold from every text. */
export const phrasesToHide = (
  words: NamingWords & Pick<ReportWords, 'city'>,
  protection: Withholding,
): string[] => [
  ...withParts(hiddenNames(words, protection)),
  ...(protection.placeDetail === 'city' ? [] : [words.city]),
]

/** Escapes inside escapes occur in addresses that lead on to others. */
const ESCAPED_TIMES_MAX = 3
const utf8 = new TextDecoder()

/** An address as people read it. Invalid escapes are left as they are. */
function spelledOut(link: string): string {
  let text = link
  for (let times = 0; times < ESCAPED_TIMES_MAX; times += 1)
    text = text.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
      utf8.decode(
        Uint8Array.from(escapes.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)),
      ),
    )
  return text
}

type Withholder = ReturnType<typeof withholder>

/**
 * Withholds the names of a report from any text about it. Nobody has read a report that is not verified, so there
 * other spellings of a name are withheld as well; else staff see them and decide.
 */
export function nameWithholder(
  words: NamingWords & Pick<ReportWords, 'city'>,
  protection: Withholding,
): Withholder {
  const hidden = withholder(phrasesToHide(words, protection))
  if (protection.unverified !== true) return hidden
  const near = nearNameWithholder(hiddenNames(words, protection))
  return {
    clean: (text) => near.clean(hidden.clean(text)),
    holds: (text) => hidden.holds(text) || near.holds(text),
  }
}

/**
 * A link that points at the house would reveal a place that is published roughly, and a link with a
 * name would reveal the name.
 */
const hidesMapLink = (
  { hideMapLink, placeDetail }: Protection,
  link: string,
  hidden: Withholder,
): boolean => hideMapLink || placeDetail !== 'city' || hidden.holds(spelledOut(link))

export function withheldParts(words: ReportWords, protection: Withholding): WithheldPart[] {
  if (isOpen(protection)) return []
  const table = [
    ['victim', protection.redactVictim],
    ['actor', protection.redactActor],
    ['place', protection.placeDetail !== 'city'],
    ['mapLink', hidesMapLink(protection, words.googleMapLink, nameWithholder(words, protection))],
    ['words', protection.hiddenWords.length > 0],
    ['unverified', protection.unverified === true],
  ] as const
  return table.flatMap(([part, hidden]) => (hidden ? [part] : []))
}

const PLACE = {
  city: ({ city }: ReportWords) => city,
  region: (_words: ReportWords, { region }: Protection) => region,
  country: () => '',
} as const

/** The texts as the public reads them. */
export function publicWords(words: ReportWords, protection: Withholding): ReportWords {
  if (isOpen(protection)) return words
  const hidden = nameWithholder(words, protection)
  const { clean } = hidden
  const place = PLACE[protection.placeDetail](words, protection)
  return {
    type: clean(words.type),
    description: clean(words.description),
    country: readCountry(words.country) === undefined ? clean(words.country) : words.country,
    city:
      protection.unverified === true && protection.placeDetail === 'city'
        ? clean(place)
        : withhold(place, withParts(protection.hiddenWords)),
    actor: clean(words.actor),
    actorName:
      protection.redactActor || waitsForCheck(words, 'actorName', protection)
        ? WITHHELD
        : clean(words.actorName),
    actorDesc: waitsForCheck(words, 'actorDesc', protection) ? WITHHELD : clean(words.actorDesc),
    victim:
      protection.redactVictim || waitsForCheck(words, 'victim', protection)
        ? WITHHELD
        : clean(words.victim),
    googleMapLink: hidesMapLink(protection, words.googleMapLink, hidden) ? '' : words.googleMapLink,
  }
}

export interface NearNameIn extends NearName {
  readonly field: (typeof READ_FOR_NAMES)[number]
}

/**
 * Words of the public copy that may be a hidden name in another spelling, for staff to check before
 * it is published.
 */
export function nearNamesIn(
  words: ReportWords,
  protection: Protection,
  evidence: readonly string[],
): NearNameIn[] {
  const names = hiddenNames(words, protection)
  if (names.length === 0) return []
  const [shown, find, hidden] = [
    publicWords(words, protection),
    nearNameFinder(names),
    phrasesToHide(words, protection),
  ]
  return READ_FOR_NAMES.flatMap((field) => {
    const texts =
      field === 'evidence'
        ? evidence.map((description) => withhold(description, hidden))
        : [shown[field]]
    return texts.flatMap((text) => find(text).map((near) => ({ field, ...near })))
  })
}
