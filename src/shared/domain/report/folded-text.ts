import { foldForSearch } from '../text/search-text.ts'
/** A text in the spelling in which names are compared, and where each of its letters stands in the original. One pass, however long it is. */
import { lookAlike } from './look-alikes.ts'

/**
 * Invisible characters that break a search for a name: soft hyphens, zero-width blanks, joiners,
 * direction marks.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|(?![\t\n\r])\p{Cc}/u
const MARKS = /[\p{Mn}\p{Me}]/gu

/** Kind of a unit of the folded text. */
const OTHER = 0
const LETTER = 1
const DIGIT = 2
const AFTER_INVISIBLE = 4
/**
 * In place of a folded unit, where nothing is left: a mark on the letter before it, or an invisible
 * character.
 */
const UNKNOWN = 0
const MARK = 1
const UNSEEN = 2

interface Spelling {
  readonly text: string
  readonly kinds: readonly number[]
}
const kindOf = (letter: string): number =>
  /\p{L}/u.test(letter) ? LETTER : /\p{N}/u.test(letter) ? DIGIT : OTHER

function spell(letter: string): Spelling | typeof MARK | typeof UNSEEN {
  // Before the case is lost: a capital looks like another letter than its small one. After it: full-width and mathematical letters.
  const plain = foldForSearch(lookAlike(letter)).toLowerCase().replace(MARKS, '') // mathematical letters become capitals
  const text = Array.from(plain, lookAlike).join('')
  // The spelling of the search leaves out both.
  if (INVISIBLE.test(letter) && !/\p{M}/u.test(letter)) return UNSEEN
  if (text === '') return MARK
  return {
    text,
    kinds: Array.from(plain).flatMap((unit) =>
      Array.from({ length: unit.length }, () => kindOf(/\p{N}/u.test(letter) ? letter : unit)),
    ),
  }
}

/**
 * Cache for letters that fold to one unit, which are nearly all: the unit and its kind. Filled on
 * first use.
 */
const unitOf = new Uint16Array(0x1_00_00)
const kindOfUnit = new Uint8Array(0x1_00_00)

/**
 * Cache for the other letters. It is bounded, so that a text with all of Unicode does not fill the
 * memory.
 */
const SPELLINGS_MAX = 5_000
const spellings = new Map<string, ReturnType<typeof spell>>()

function spellingOf(letter: string): ReturnType<typeof spell> {
  const known = spellings.get(letter)
  if (known !== undefined) return known
  const spelling = spell(letter)
  const isMany = typeof spelling !== 'number' && spelling.text.length > 1
  if (isMany || /[\ud800-\udfff]/.test(letter)) {
    // one half of a surrogate pair does not tell the letter
    if (spellings.size >= SPELLINGS_MAX) spellings.clear()
    spellings.set(letter, spelling)
  } else {
    unitOf[letter.charCodeAt(0)] =
      typeof spelling === 'number' ? spelling : spelling.text.charCodeAt(0)
    kindOfUnit[letter.charCodeAt(0)] =
      typeof spelling === 'number' ? OTHER : (spelling.kinds[0] ?? OTHER)
  }
  return spelling
}

export class FoldedText {
  readonly text: string
  /** Kind of each unit; OTHER behind the last one. */
  #kinds: Uint8Array
  /** Where the letter that a unit stands for begins in the original, and where it ends with its marks. */
  #starts: Uint32Array
  #ends: Uint32Array
  #units: Uint16Array
  #length = 0
  #afterInvisible = OTHER

  constructor(original: string) {
    const room = original.length
    this.#units = new Uint16Array(room)
    this.#kinds = new Uint8Array(room)
    this.#starts = new Uint32Array(room)
    this.#ends = new Uint32Array(room)
    for (let position = 0; position < original.length;) {
      const unit = original.charCodeAt(position)
      const known = unitOf[unit] ?? UNKNOWN
      if (known > UNSEEN) this.#push(known, kindOfUnit[unit] ?? OTHER, position, position + 1)
      else if (known === MARK) this.#endAt(position + 1)
      else if (known === UNSEEN) this.#afterInvisible = AFTER_INVISIBLE
      position += known === UNKNOWN ? this.#pushSpelled(original, position) : 1
    }
    this.text = new TextDecoder('utf-16le').decode(this.#units.subarray(0, this.#length))
  }

  /**
   * For letters that are not in the cache, and those that take several units. Returns the length of
   * the letter.
   */
  #pushSpelled(original: string, position: number): number {
    const letter = String.fromCodePoint(original.codePointAt(position) ?? 0)
    const spelling = spellingOf(letter)
    const end = position + letter.length
    if (typeof spelling !== 'number') {
      this.#makeRoom(spelling.text.length + original.length - end)
      for (const [index, kind] of spelling.kinds.entries())
        this.#push(spelling.text.charCodeAt(index), kind, position, end)
    } else if (spelling === MARK) this.#endAt(end)
    else this.#afterInvisible = AFTER_INVISIBLE
    return letter.length
  }

  #push(unit: number, kind: number, start: number, end: number): void {
    this.#units[this.#length] = unit
    this.#kinds[this.#length] = kind | this.#afterInvisible
    this.#starts[this.#length] = start
    this.#ends[this.#length] = end
    this.#length += 1
    this.#afterInvisible = OTHER
  }

  #endAt(end: number): void {
    this.#ends[this.#length - 1] = end // nothing is written in front of the first unit
  }

  #makeRoom(units: number): void {
    const wanted = this.#length + units
    if (wanted <= this.#units.length) return
    const grown = <T extends Uint8Array | Uint16Array | Uint32Array>(larger: T, held: T): T => {
      larger.set(held)
      return larger
    }
    const room = 2 * wanted
    this.#units = grown(new Uint16Array(room), this.#units)
    this.#kinds = grown(new Uint8Array(room), this.#kinds)
    this.#starts = grown(new Uint32Array(room), this.#starts)
    this.#ends = grown(new Uint32Array(room), this.#ends)
  }

  #kindAt(at: number): number {
    return this.#kinds[at] ?? OTHER
  }

  /** Neither a letter nor a digit; also before the beginning and behind the end. */
  isBetween(at: number): boolean {
    return (this.#kindAt(at) & ~AFTER_INVISIBLE) === OTHER
  }

  isLetter(at: number): boolean {
    return (this.#kindAt(at) & LETTER) !== 0
  }

  /** Whether an invisible character precedes it: a word may begin there, or continue. */
  followsInvisible(at: number): boolean {
    return (this.#kindAt(at) & AFTER_INVISIBLE) !== 0
  }

  /** The part of the original that these units come from, in whole letters with their marks. */
  originalOf(start: number, end: number): { readonly start: number; readonly end: number } {
    return { start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0 }
  }
}
