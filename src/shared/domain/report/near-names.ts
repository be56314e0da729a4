/**
 * Words that may be a hidden name in another spelling. Staff look at the passages and decide; in a report that nobody has
 * verified they are withheld (ADR 0093).
 */
import { SHORT_NAME_SPELLINGS } from '../text/short-names.ts'
import {
  isArabic,
  isOneName,
  type Sound,
  soundOf,
  soundsAcross,
  withoutJoined,
} from '../text/sounds.ts'
import { FoldedText } from './folded-text.ts'
import { isPartly, nearSpellings, partsOf, type NearSpan } from './near-spellings.ts'
import { WITHHELD } from './report-rules.ts'
import { merged, wordSpans } from './withhold.ts'

/** Shorter words are one letter away from too many others. */
const ONE_LETTER_MIN = 5
const CONTEXT_CHARS = 40
const FOUND_MAX = 50

/** Whether one letter was added, left out, exchanged, or two neighbours swapped. */
function isOneLetterAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] &&
      short[at + 1] === long[at] &&
      short.slice(at + 2) === long.slice(at + 2))
  )
}

interface Name {
  readonly name: string
  readonly folded: string
  readonly sound: Sound
  readonly arabic: boolean
}

function isNear(word: string, { folded, sound, arabic }: Name): boolean {
  if (word === folded) return false // withheld already, or a word that stays readable
  if (isPartly(word, folded)) return true
  if (
    word.length >= ONE_LETTER_MIN &&
    folded.length >= ONE_LETTER_MIN &&
    isOneLetterAway(word, folded)
  )
    return true
  const { same } = soundOf(word)
  return isArabic(word) === arabic && same !== '' && same === sound.same
}

/** The number of the name that a folded word spells, in either script. */
const SHORT_NAMES = new Map(
  SHORT_NAME_SPELLINGS.flatMap((spellings, number) =>
    spellings.map((spelling) => [new FoldedText(spelling).text, `short ${number}`] as const),
  ),
)

/** How a name may sound in the other script. One of short names has no sound that tells it, and is looked up. */
function readingsOf(words: readonly string[]): readonly string[] {
  const short =
    words.length === 1
      ? withoutJoined(words[0] ?? '').flatMap((word) => SHORT_NAMES.get(word) ?? [])
      : []
  return [...short, ...soundsAcross(words)]
}

const NAME_WORDS_MAX = 3
type Words = ReturnType<typeof wordSpans>
/** Blanks and signs that people put inside a name. */
const INSIDE_NAME = /^[\s_.'’-]{1,2}$/u

/** Words, and words beside each other that may be one name. */
function* namesAmong(
  text: string,
  words: Words,
  isWanted: (word: string) => boolean,
): Generator<Words> {
  for (let from = 0; from < words.length; from += 1) {
    if (!isWanted(words[from]?.folded ?? '')) continue
    for (let to = from + 1; to <= Math.min(from + NAME_WORDS_MAX, words.length); to += 1) {
      const run = words.slice(from, to)
      const [before, last] = run.slice(-2)
      if (
        before !== undefined &&
        last !== undefined &&
        !INSIDE_NAME.test(text.slice(before.end, last.start))
      )
        break
      if (run.length === 1 ? run[0]?.isName : isOneName(run.map(({ folded }) => folded))) yield run
    }
  }
}

/** Finds the names in the other script. */
function acrossScripts(phrases: readonly string[]) {
  const [arabic, latin] = [new Map<string, string>(), new Map<string, string>()]
  for (const phrase of phrases)
    for (const run of namesAmong(phrase, wordSpans(phrase), () => true)) {
      const words = run.map(({ folded }) => folded)
      for (const reading of readingsOf(words))
        (words.every(isArabic) ? arabic : latin).set(reading, run.map(({ text }) => text).join(' '))
    }
  const inOther = (word: string) => (isArabic(word) ? latin : arabic)
  const known = new Map<string, string | undefined>()
  const nearest = (words: readonly string[]): string | undefined => {
    const names = inOther(words[0] ?? '')
    if (names.size === 0) return undefined
    const key = words.join(' ')
    if (!known.has(key)) {
      const reading = readingsOf(words).find((one) => names.has(one))
      known.set(key, reading === undefined ? undefined : names.get(reading))
    }
    return known.get(key)
  }
  return {
    nearest,
    find: (text: string, words: Words): NearSpan[] =>
      Array.from(namesAmong(text, words, (word) => inOther(word).size > 0)).flatMap((run) => {
        const name = nearest(run.map(({ folded }) => folded))
        const [first, last] = [run[0], run.at(-1)]
        return name === undefined || first === undefined || last === undefined
          ? []
          : [{ start: first.start, end: last.end, name }]
      }),
  }
}

export interface NearName {
  /** The word as it is written in the text. */
  readonly word: string
  /** The part of a hidden name that it resembles. */
  readonly name: string
  readonly before: string
  readonly after: string
}

/** The places in the order of the text; of those that overlap, the one that begins first. */
function inOrder(spans: readonly NearSpan[]): NearSpan[] {
  const kept: NearSpan[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span)
  return kept
}

/** Reads the hidden names once, for any number of texts. */
function nearSpanFinder(phrases: readonly string[]): (text: string) => readonly NearSpan[] {
  const hidden = partsOf(phrases)
  const names = hidden.flat().map(({ text: name, folded }): Name => ({
    name,
    folded,
    sound: soundOf(folded),
    arabic: isArabic(folded),
  }))
  const across = acrossScripts(phrases)
  const known = new Map<string, string | undefined>()
  const nearest = (word: string): string | undefined => {
    if (!known.has(word))
      known.set(
        word,
        names.find((name) => withoutJoined(word).some((one) => isNear(one, name)))?.name ??
          across.nearest([word]),
      )
    return known.get(word)
  }
  const spelled = nearSpellings(hidden, nearest)
  return (text) => {
    if (phrases.length === 0) return []
    const words = wordSpans(text)
    const near = words.flatMap(({ start, end, folded, isName }) => {
      const name = isName ? nearest(folded) : undefined
      return name === undefined ? [] : [{ start, end, name }]
    })
    return [...near, ...spelled(text), ...across.find(text, words)]
  }
}

export function nearNameFinder(phrases: readonly string[]): (text: string) => NearName[] {
  const find = nearSpanFinder(phrases)
  return (text) =>
    inOrder(find(text))
      .slice(0, FOUND_MAX)
      .map(({ start, end, name }) => ({
        word: text.slice(start, end),
        name,
        before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
        after: text.slice(end, end + CONTEXT_CHARS),
      }))
}

/** Withholds the words that may be a hidden name, all of them. */
export function nearNameWithholder(phrases: readonly string[]) {
  const find = nearSpanFinder(phrases)
  return {
    clean: (text: string): string =>
      merged(find(text)).reduceRight(
        (shown, { start, end }) => `${shown.slice(0, start)}${WITHHELD}${shown.slice(end)}`,
        text,
      ),
    holds: (text: string): boolean => find(text).length > 0,
  }
}
