/**
 * Spellings of a hidden name that are not covered, because ordinary words look like them, and that staff should see:
 * `K. I.`, `Kha***a`, `Kh. Ibr.`, `umkhadija`, `Khadi-dja`, `Khadidja123`. Each expression reads a bounded number of
 * letters, so a text of one long word costs no more than others.
 */
import { FoldedText } from './folded-text.ts'
import { LettersOf } from './spelled-apart.ts'
import { nameParts } from './withhold.ts'

/** Shorter names stand inside too many ordinary words. */
const INSIDE_MIN = 5
/** A shorter beginning of a name without a sign behind it is an ordinary word too often. */
const BEGINNING_MIN = 5
const MARKED_BEGINNING_MIN = 2

/** A place in a text, and the part of a hidden name that stands there in another spelling. */
export interface NearSpan {
  readonly start: number
  readonly end: number
  readonly name: string
}

interface SpellingPart {
  readonly text: string
  readonly folded: string
}
type Search = (text: string) => Iterable<NearSpan>

/** The letters of a piece of text as names are compared, without the signs between them and the digits around them. */
const lettersOf = (text: string): string =>
  new LettersOf(new FoldedText(text.replaceAll(/^\p{N}+|\p{N}+$/gu, ''))).text

/** Whether the word is a longer one around the name, or a long beginning of it. */
export const isPartly = (word: string, name: string): boolean =>
  word !== name &&
  ((name.length >= INSIDE_MIN && word.includes(name)) ||
    (word.length >= BEGINNING_MIN && name.startsWith(word)))

const spanOf = ({ index, 0: found }: RegExpExecArray, name: string): NearSpan => ({
  start: index,
  end: index + found.length,
  name,
})

/** Letters and the signs that people put inside words, without a blank: compared as one word. */
const ONE_WORD =
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}](?:[-._'’ʼ·]{0,2}[\p{L}\p{M}\p{N}\p{Cf}]){2,60}/gu
/** Single letters with something between them: `خ د ي ج ة`. */
const ONE_BY_ONE = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_·-]{1,2}\p{L}(?![\p{L}\p{N}])){3,40}/gu

/** @param nearest the name that a word resembles */
const inOneWord = (nearest: (word: string) => string | undefined): Search =>
  function* (text) {
    for (const expression of [ONE_WORD, ONE_BY_ONE])
      for (const found of text.matchAll(expression)) {
        const name = nearest(lettersOf(found[0]))
        if (name !== undefined) yield spanOf(found, name)
      }
  }

const MASKED = /(?<!\p{L})(\p{L}{1,40})(?:[*•●█×]{1,40}|…|\.{2,9}|_{2,9}|-{2,9})(\p{L}{0,40})/gu

/** Letters in the middle or at the end are masked. */
const maskedIn = (parts: readonly SpellingPart[]): Search =>
  function* (text) {
    for (const found of text.matchAll(MASKED)) {
      const [begin, end] = [lettersOf(found[1] ?? ''), lettersOf(found[2] ?? '')]
      const part = parts.find(
        ({ folded }) =>
          begin.length + end.length >= MARKED_BEGINNING_MIN &&
          begin.length + end.length < folded.length &&
          folded.startsWith(begin) &&
          folded.endsWith(end),
      )
      if (part !== undefined) yield spanOf(found, part.text)
    }
  }

const SHORTENED = /(?<![\p{L}\p{N}])(\p{L}{1,4})\.[\s-]?(\p{L}{1,4})\.?(?![\p{L}\p{N}])/gu
const CAPITALS = /(?<![\p{L}\p{N}])(\p{Lu})[\s-]?(\p{Lu})(?![\p{L}\p{N}])/gu

/** The beginnings of two parts of one name, in either order. */
const shortenedIn = (phrases: readonly (readonly SpellingPart[])[]): Search =>
  function* (text) {
    for (const expression of [SHORTENED, CAPITALS])
      for (const found of text.matchAll(expression)) {
        const [one, other] = [lettersOf(found[1] ?? ''), lettersOf(found[2] ?? '')]
        const begins = (written: string, parts: readonly SpellingPart[]): number =>
          parts.findIndex(({ folded }) => folded.startsWith(written))
        const phrase = phrases.find((parts) => {
          const [first, second] = [begins(one, parts), begins(other, parts)]
          return first !== -1 && second !== -1 && first !== second
        })
        if (phrase !== undefined) yield spanOf(found, phrase.map((part) => part.text).join(' '))
      }
  }

/** The parts of each hidden name, without words that are no names. */
export const partsOf = (phrases: readonly string[]): readonly (readonly SpellingPart[])[] =>
  phrases.map((phrase) => nameParts([phrase])).filter((parts) => parts.length > 0)

/** Searches for spellings of the names; a place may be found more than once. */
export function nearSpellings(
  phrases: readonly (readonly SpellingPart[])[],
  nearest: (word: string) => string | undefined,
): Search {
  const searches = [inOneWord(nearest), maskedIn(phrases.flat()), shortenedIn(phrases)]
  return (text) => searches.flatMap((search) => [...search(text)])
}
