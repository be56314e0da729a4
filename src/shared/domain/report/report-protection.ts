/**
 * The public copy of a report: the one rule behind list, evidence, search, statistics and preview.
 */
import { readCountry } from '../people/countries.ts'
import { nearNameFinder, type NearName } from './near-names.ts'
import { READ_FOR_NAMES, type PlaceDetail, type WithheldPart } from './report-rules.ts'
import { namesIn, WITHHELD, withhold, withholder, withParts } from './withhold.ts'

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
}: Protection): boolean =>
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

/** Words that staff named, and the names in the withheld fields. */
const hiddenNames = (
  { victim, actorName }: Pick<ReportWords, 'victim' | 'actorName'>,
  protection: Protection,
): string[] => [
  ...protection.hiddenWords,
  ...(protection.redactVictim ? namesIn(victim) : []),
  ...(protection.redactActor ? namesIn(actorName) : []),
]

/** Words to withhold from every text. */
export const phrasesToHide = (
  words: Pick<ReportWords, 'victim' | 'actorName' | 'city'>,
  protection: Protection,
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

type Words = ReturnType<typeof withholder>

/**
 * A link that points at the house would reveal a place that is published roughly, and a link with a
 * name would reveal the name.
 */
const hidesMapLink = (
  { hideMapLink, placeDetail }: Protection,
  link: string,
  hidden: Words,
): boolean => hideMapLink || placeDetail !== 'city' || hidden.holds(spelledOut(link))

export function withheldParts(words: ReportWords, protection: Protection): WithheldPart[] {
  if (isOpen(protection)) return []
  const table = [
    ['victim', protection.redactVictim],
    ['actor', protection.redactActor],
    ['place', protection.placeDetail !== 'city'],
    [
      'mapLink',
      hidesMapLink(protection, words.googleMapLink, withholder(phrasesToHide(words, protection))),
    ],
    ['words', protection.hiddenWords.length > 0],
  ] as const
  return table.flatMap(([part, hidden]) => (hidden ? [part] : []))
}

const PLACE = {
  city: ({ city }: ReportWords) => city,
  region: (_words: ReportWords, { region }: Protection) => region,
  country: () => '',
} as const

/** The texts as the public reads them. */
export function publicWords(words: ReportWords, protection: Protection): ReportWords {
  if (isOpen(protection)) return words
  const hidden = withholder(phrasesToHide(words, protection))
  const { clean } = hidden
  return {
    type: clean(words.type),
    description: clean(words.description),
    country: readCountry(words.country) === undefined ? clean(words.country) : words.country,
    city: withhold(
      PLACE[protection.placeDetail](words, protection),
      withParts(protection.hiddenWords),
    ),
    actor: clean(words.actor),
    actorName: protection.redactActor ? WITHHELD : clean(words.actorName),
    actorDesc: clean(words.actorDesc),
    victim: protection.redactVictim ? WITHHELD : clean(words.victim),
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
