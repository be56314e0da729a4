/** Withholds names from a public text. The stored text is not changed. */
import { decoded } from './decoded-text.ts'
import { FoldedText } from './folded-text.ts'
import { readings, withSigns } from './look-alikes.ts'
import { WITHHELD } from './report-rules.ts'
import { LettersOf, readApart, type ApartPhrase } from './spelled-apart.ts'

interface Piece {
  readonly text: string
  /** Whether something must stand between it and the piece before. */
  readonly isSeparate: boolean
}
interface Phrase {
  readonly first: string
  readonly rest: readonly Piece[]
  /**
   * At most so many letters may be joined to the name: Arabic writes "and", "to", "the" in front of a name and
   * "his" behind it.
   */
  readonly before: number
  readonly after: number
  /** Finds the phrase where its letters are spelled apart, as "I b r a h i m"; undefined where it is too short for that. */
  readonly spelledApart: ApartPhrase | undefined
}

/** Prepares a phrase for the search, which finds it as whole words, whatever separates them. */
function readPhrase(original: string): Phrase | undefined {
  const folded = new FoldedText(original)
  const { text } = folded
  const pieces: Piece[] = []
  let isSeparate = true
  for (let from = 0; from < text.length;) {
    let to = from
    while (!folded.isBetween(to) && (to === from || !folded.followsInvisible(to))) to += 1
    if (to > from) pieces.push({ text: text.slice(from, to), isSeparate })
    isSeparate = to === from
    from = Math.max(to, from + 1)
  }
  const [first, ...rest] = pieces
  if (first === undefined) return undefined
  const arabic = /\p{Script=Arabic}/u.test(text)
  const words: string[] = []
  for (const piece of pieces)
    if (piece.isSeparate || words.length === 0) words.push(piece.text)
    else words.push(`${words.pop() ?? ''}${piece.text}`)
  return {
    first: first.text,
    rest,
    before: arabic ? 4 : 0,
    after: arabic ? 3 : 0,
    spelledApart: readApart(words, original),
  }
}

/** Where the word around a name begins; undefined where more letters than these stand before the name. */
function startOfWord(folded: FoldedText, name: number, lettersMax: number): number | undefined {
  for (let at = name; name - at <= lettersMax; at -= 1) {
    if (folded.isBetween(at - 1) || folded.followsInvisible(at)) return at
    if (!folded.isLetter(at - 1)) return undefined
  }
  return undefined
}

const endsWord = (folded: FoldedText, at: number): boolean =>
  folded.isBetween(at) || folded.followsInvisible(at)

function endOfWord(folded: FoldedText, name: number, { after }: Phrase): number | undefined {
  for (let at = name; at - name <= after; at += 1) {
    if (endsWord(folded, at)) return at
    if (!folded.isLetter(at)) return undefined
  }
  // An s may follow a name: "the Ibrahims".
  return folded.text[name] === 's' && endsWord(folded, name + 1) ? name + 1 : undefined
}

/**
 * The first piece of the phrase ends at `from`. Returns where its last word ends; undefined where the text goes on with
 * other words.
 */
function endOfPhrase(folded: FoldedText, from: number, phrase: Phrase): number | undefined {
  let end = from
  for (const piece of phrase.rest) {
    let next = end
    while (next < folded.text.length && folded.isBetween(next)) next += 1
    if (
      (piece.isSeparate && next === end && !folded.followsInvisible(next)) ||
      !folded.text.startsWith(piece.text, next)
    )
      return undefined
    end = next + piece.text.length
  }
  return endOfWord(folded, end, phrase)
}

/** An address that leads on to another one holds codes inside codes. So many are read. */
const CODES_INSIDE_MAX = 3

interface Range {
  readonly start: number
  readonly end: number
}

function* rangesOf(folded: FoldedText, phrase: Phrase): Generator<Range> {
  const { text } = folded
  for (let at = text.indexOf(phrase.first); at !== -1; at = text.indexOf(phrase.first, at + 1)) {
    const start = startOfWord(folded, at, phrase.before)
    if (start === undefined) continue
    const end = endOfPhrase(folded, at + phrase.first.length, phrase)
    if (end !== undefined) yield folded.originalOf(start, end)
  }
}

export function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last !== undefined && range.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    else result.push(range)
  }
  return result
}

/** Reads the phrases once, for any number of texts. */
export function withholder(phrases: readonly string[]) {
  const read = phrases.flatMap((phrase) => readPhrase(phrase) ?? [])
  // `readings` differ in the letter l alone, so that a name without one needs a single reading.
  const holdsL = read.some(
    ({ first, rest }) => first.includes('l') || rest.some(({ text }) => text.includes('l')),
  )
  const findIn = (original: string): Range[] => {
    const spelled = [original, withSigns(original)].flatMap((text) =>
      holdsL ? readings(text) : [text],
    )
    return [...new Set(spelled)].flatMap((text) => {
      const folded = new FoldedText(text)
      const letters = new LettersOf(folded)
      return read.flatMap((phrase) => [
        ...rangesOf(folded, phrase),
        ...(phrase.spelledApart === undefined ? [] : letters.rangesOf(phrase.spelledApart, phrase)),
      ])
    })
  }
  const find = (original: string, codesInside = CODES_INSIDE_MAX): Range[] => {
    if (read.length === 0) return []
    const code = codesInside === 0 ? undefined : decoded(original)
    const inside = code && find(code.text, codesInside - 1).map(code.originalOf)
    return merged([...findIn(original), ...(inside ?? [])])
  }
  return {
    /** The text with each of the phrases withheld. */
    clean: (original: string): string => {
      let result = ''
      let position = 0
      for (const { start, end } of find(original)) {
        result += `${original.slice(position, start)}${WITHHELD}`
        position = end
      }
      return result + original.slice(position)
    },
    /** Whether one of the phrases occurs in the text. */
    holds: (original: string): boolean => find(original).length > 0,
  }
}

/** The text with each of the phrases withheld. */
export const withhold = (original: string, phrases: readonly string[]): string =>
  withholder(phrases).clean(original)

/**
 * Words in names that are not names themselves, and words beside names: they stay readable. Parts
 * of one or two letters stay readable as well.
 */
const NO_NAMES = new Set(
  `abd abu abou bin bint ibn ben ould oum umm aboul mrs miss madame monsieur mademoiselle mister sheikh cheikh hajj hadj doctor docteur
  and the for with from her his their les des une aux avec dans pour par son ses leur not all who
  family families famille familles child children enfant enfants civilian civilians civil civils people personnes person woman women femme femmes man men homme
  hommes girl girls boy boys fille filles village town quarter quartier school ecole market unknown inconnu group groupe armed
  من في على الى عن مع عبد الله ابو ابن بنت ام ال بن السيد السيدة الشيخ الحاج عائلة اسرة مدنيون مدنيين اطفال نساء رجال قرية حي مدرسة سوق مجهول`
    .split(/\s+/)
    .map((word) => new FoldedText(word).text),
)
const PART_LETTERS_MIN = 3

interface Word extends Range {
  readonly text: string
  readonly folded: string
  /** Whether the word alone may be a name. */
  readonly isName: boolean
}

const isPart = (text: string, folded: string): boolean =>
  folded.length >= PART_LETTERS_MIN &&
  /^\p{L}+$/u.test(folded) &&
  /\p{L}{2}/u.test(text.normalize('NFKD').replace(/\p{M}|\p{Cf}/gu, '')) &&
  !NO_NAMES.has(folded)

/** The words of a text and their positions. */
export function wordSpans(original: string): Word[] {
  const read = new FoldedText(original)
  const words: Word[] = []
  for (let from = 0, to = 0; to <= read.text.length; to += 1) {
    if (!read.isBetween(to)) continue
    const range = read.originalOf(from, to)
    const [text, folded] = [original.slice(range.start, range.end), read.text.slice(from, to)]
    if (to > from) words.push({ ...range, text, folded, isName: isPart(text, folded) })
    from = to + 1
  }
  return words
}

/** Words of the phrases that alone may be names. */
export const nameParts = (phrases: readonly string[]): Word[] =>
  phrases.flatMap((phrase) => wordSpans(phrase).filter(({ isName }) => isName))

/**
 * The phrases, each also with its words in reverse order, and each word that alone may be a name:
 * "Mrs Ibrahim" is found as well.
 */
export function withParts(phrases: readonly string[]): string[] {
  const all = phrases.flatMap((phrase) => {
    const words = wordSpans(phrase)
    const reversed = words.map(({ text }) => text).toReversed()
    const parts = words.filter(({ isName }) => isName).map(({ text }) => text)
    return [phrase, reversed.join(' '), ...parts]
  })
  return [...new Set(all)]
}

/** Parts of a field that may each be a name: "Khadija Ibrahim, 34, and Adam Musa" holds two. */
export const namesIn = (field: string): string[] =>
  field
    .split(/[,;،؛()/|\n]|\s(?:and|et|و|with|avec)\s/u)
    .map((part) => part.trim())
    // Vowel signs stand between the letters of a name; without them two letters are neighbours.
    .filter((part) => /\p{L}{2}/u.test(part.normalize('NFKD').replace(/\p{M}|\p{Cf}/gu, '')))
