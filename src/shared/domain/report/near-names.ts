/**
 * Words that may be a hidden name in another spelling. Staff look at the passages and decide; in a report that nobody has
 * verified they are withheld (ADR 0093).
 */
import { CONSONANTS_MIN, isArabic, type Sound, soundOf } from '../text/sounds.ts'
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

/** "And", "to", "the" are joined to the word in Arabic. */
const withoutJoined = (word: string): string[] =>
  isArabic(word)
    ? [...new Set([word, word.replace(/^[وفبلك]/u, ''), word.replace(/^[وفبلك]?ال/u, '')])]
    : [word]

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
  const its = soundOf(word)
  if (isArabic(word) === arabic) return its.same !== '' && its.same === sound.same
  return its.across.length >= CONSONANTS_MIN.across && its.across === sound.across
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
  const known = new Map<string, string | undefined>()
  const nearest = (word: string): string | undefined => {
    if (!known.has(word))
      known.set(
        word,
        names.find((name) => withoutJoined(word).some((one) => isNear(one, name)))?.name,
      )
    return known.get(word)
  }
  const spelled = nearSpellings(hidden, nearest)
  return (text) => {
    if (names.length === 0) return []
    const words = wordSpans(text).flatMap(({ start, end, folded, isName }) => {
      const name = isName ? nearest(folded) : undefined
      return name === undefined ? [] : [{ start, end, name }]
    })
    return [...words, ...spelled(text)]
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
