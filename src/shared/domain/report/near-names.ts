/**
 * Words that may be a hidden name in another spelling. Nothing is withheld by it: staff look at the passages and decide.
 */
import { isPartly, nearSpellings, partsOf, type NearSpan } from './near-spellings.ts'
import { wordSpans } from './withhold.ts'

/** Shorter words are one letter away from too many others. */
const ONE_LETTER_MIN = 5
/** A word with fewer consonants matches too many others. */
const CONSONANTS_MIN = { same: 2, across: 3 } as const
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

/** Ways in which French and English write one Arabic sound. Longer ones first. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/tch|ch|sh/g, 'x'],
  [/dj|j/g, 'j'],
  [/kh|ck|q|c/g, 'k'],
  [/gh/g, 'g'],
  [/dh|z/g, 'd'],
  [/th/g, 's'],
  [/ph/g, 'f'],
  [/v/g, 'w'],
  [/ou|oo|o/g, 'u'],
  [/ei|ai|ay|ey|ae/g, 'a'],
  [/ee|e|y/g, 'i'],
]
const ARABIC: Readonly<Record<string, string>> = {
  ب: 'b',
  ت: 't',
  ث: 's',
  ج: 'j',
  ح: 'h',
  خ: 'k',
  د: 'd',
  ذ: 'd',
  ر: 'r',
  ز: 'd',
  س: 's',
  ش: 'x',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'd',
  غ: 'g',
  ف: 'f',
  ق: 'k',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
}
const isArabic = (word: string): boolean => /^\p{Script=Arabic}+$/u.test(word)
const isLatin = (word: string): boolean => /^[a-z]+$/.test(word)

interface Sound {
  /** With the first vowel: "Hassan" is not "Hussein". Blank where the script is neither. */
  readonly same: string
  /** Consonants that both scripts write. */
  readonly across: string
}

function soundOfLatin(word: string): Sound {
  const initial = word.startsWith('y') ? 'y' : ''
  const plain = SOUNDS.reduce(
    (text, [written, sound]) => text.replace(written, sound),
    word.slice(initial.length),
  )
    .replace(/(.)\1+/g, '$1')
    .replace(/h$/, '')
  const consonants = `${initial}${plain.replace(/[aiu]/g, '')}`
  const across = `${consonants.slice(0, 1)}${consonants.slice(1).replace(/[wy]/g, '')}`
  const vowel = /[aiu]/.exec(plain)
  return {
    same:
      consonants.length < CONSONANTS_MIN.same
        ? ''
        : `${vowel?.index === 0 && initial === '' ? '-' : ''}${vowel?.[0] ?? ''} ${consonants}`,
    across,
  }
}

function soundOfArabic(word: string): Sound {
  const letters = Array.from(word.replace(/ه$/, ''))
  const across = letters
    .map(
      (letter, index) =>
        ARABIC[letter] ??
        (index === 0 && letter === 'و' ? 'w' : index === 0 && letter === 'ي' ? 'y' : ''),
    )
    .join('')
    .replace(/(.)\1+/g, '$1')
  return { same: '', across }
}

const soundOf = (word: string): Sound =>
  isLatin(word)
    ? soundOfLatin(word)
    : isArabic(word)
      ? soundOfArabic(word)
      : { same: '', across: '' }

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
export function nearNameFinder(phrases: readonly string[]): (text: string) => NearName[] {
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
    return inOrder([...words, ...spelled(text)])
      .slice(0, FOUND_MAX)
      .map(({ start, end, name }) => ({
        word: text.slice(start, end),
        name,
        before: text.slice(Math.max(0, start - CONTEXT_CHARS), start),
        after: text.slice(end, end + CONTEXT_CHARS),
      }))
  }
}
