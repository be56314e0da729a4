/**
 * Names whose letters are taken apart, glued together or numbered: `K.h.a.d.i.j.a`, `Kha dija`, `khadijaibrahim`,
 * `Khadija123`. The letters are compared without what stands between them; what stood there then decides, because
 * ordinary words side by side hold many short names ("I am in a house" holds Amina).
 */
import type { FoldedText } from './folded-text.ts'

/** Only such a long name is covered where a blank stands inside it; a shorter one is shown to staff. */
const ACROSS_BLANK_MIN = 7
const ACROSS_SIGN_MIN = 4
const ONE_BY_ONE_MIN = 3
/** First and last name as one word. */
const GLUED_MIN = 5
/** First and last name inside a longer word, as in the name of an account. */
const INSIDE_MIN = 8
/** More digits around a name are a number of their own. */
const DIGITS_MAX = 12
const NUMBER_MIN = 7

export interface ApartPhrase {
  readonly letters: string
  /** Places between two words of the phrase. */
  readonly boundaries: ReadonlySet<number>
  readonly isNumber: boolean
}

/** @param original the phrase before its digits were read as the letters that they look like */
export function readApart(words: readonly string[], original: string): ApartPhrase | undefined {
  const letters = words.join('')
  const [hasLetters, hasDigits] = [/\p{L}/u.test(original), /\p{N}/u.test(original)]
  const isNumber = hasDigits && !hasLetters && letters.length >= NUMBER_MIN
  if (!isNumber && (letters.length < ONE_BY_ONE_MIN || hasDigits)) return undefined
  let at = 0
  const boundaries = words.slice(0, -1).map((word) => (at += word.length))
  return { letters, boundaries: new Set(boundaries), isNumber }
}

/** Between words of ordinary texts. */
const BETWEEN_WORDS = /[\s'’/,;:()!?"«»“”،؛؟]/u
/** A word that was broken at the end of its line. */
const BROKEN_AT_LINE_END = /^[-\u2010\u2011\u00AD][^\S\n]*\r?\n\s*$/u

/** The letters and digits of a text, and their places in it. */
export class LettersOf {
  readonly text: string
  readonly #places: Uint32Array
  readonly #folded: FoldedText

  constructor(folded: FoldedText) {
    const { length } = folded.text
    const [units, places] = [new Uint16Array(length), new Uint32Array(length)]
    let count = 0
    for (let at = 0; at < length; at += 1) {
      if (folded.isBetween(at)) continue
      units[count] = folded.text.charCodeAt(at)
      places[count] = at
      count += 1
    }
    this.text = new TextDecoder('utf-16le').decode(units.subarray(0, count))
    this.#places = places
    this.#folded = folded
  }

  #place(at: number): number {
    return this.#places[at] ?? -1
  }

  /** Whether the letters from `from` are written in a way that shows the phrase. */
  #isShown(
    from: number,
    { letters, boundaries, isNumber }: ApartPhrase,
    isWhole: boolean,
  ): boolean {
    const { length } = letters
    let [blanks, signs, glued] = [0, 0, false]
    for (let at = 1; at < length; at += 1) {
      const [before, after] = [this.#place(from + at - 1), this.#place(from + at)]
      if (after === before + 1) glued ||= boundaries.has(at)
      else if (!boundaries.has(at)) {
        const gap = this.#folded.text.slice(before + 1, after)
        if (BETWEEN_WORDS.test(gap) && !BROKEN_AT_LINE_END.test(gap)) blanks += 1
        else signs += 1
      }
    }
    if (isNumber) return isWhole
    const splits = blanks + signs
    if (splits === 0) return isWhole ? !glued || length >= GLUED_MIN : glued && length >= INSIDE_MIN
    if (!isWhole) return false
    if (splits + boundaries.size === length - 1) return length >= ONE_BY_ONE_MIN
    return blanks === 0 ? length >= ACROSS_SIGN_MIN : blanks === 1 && length >= ACROSS_BLANK_MIN
  }

  /** Where the word begins whose first letter is at `place`, with digits and joined letters before it. */
  #startOf(place: number, joined: number): number | undefined {
    for (let at = place; place - at <= DIGITS_MAX; at -= 1) {
      if (this.#folded.isBetween(at - 1) || this.#folded.followsInvisible(at)) return at
      if (this.#folded.isLetter(at - 1) && place - at >= joined) return undefined
    }
    return undefined
  }

  #endOf(place: number, joined: number): number | undefined {
    for (let at = place; at - place <= DIGITS_MAX; at += 1) {
      if (this.#folded.isBetween(at) || this.#folded.followsInvisible(at)) return at
      if (this.#folded.isLetter(at) && at - place >= joined) return undefined
    }
    return undefined
  }

  /** @param joined letters that may be joined to a name: Arabic writes "and" and "his" so */
  *rangesOf(
    phrase: ApartPhrase,
    joined: { readonly before: number; readonly after: number },
  ): Generator<{ readonly start: number; readonly end: number }> {
    const { letters, isNumber } = phrase
    for (let at = this.text.indexOf(letters); at !== -1; at = this.text.indexOf(letters, at + 1)) {
      const [first, last] = [this.#place(at), this.#place(at + letters.length - 1) + 1]
      const start = isNumber ? first : this.#startOf(first, joined.before)
      const end = isNumber ? last : this.#endOf(last, joined.after)
      const isWhole = isNumber
        ? this.#folded.isBetween(first - 1) && this.#folded.isBetween(last)
        : start !== undefined && end !== undefined
      if (this.#isShown(at, phrase, isWhole))
        yield this.#folded.originalOf(start ?? first, end ?? last)
    }
  }
}
