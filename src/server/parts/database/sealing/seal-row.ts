/** Seals and opens the values of one row, and makes the indexes that find sealed words. */
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { keyIdOf, type KeyRing } from './key-ring.ts'
import {
  isBlank,
  sealedColumnsOf,
  WHOLE_INDEXES,
  WORD_INDEXES,
  type SealedTable,
} from './sealed-columns.ts'

/** Separates the words that may be stored from the words that become tokens. */
const SECRET_MARK = '\u001f'

/**
 * Tokens are written in Hangul syllables. Folding takes these apart, so that no folded word of
 * people contains one: a search for a part of a word never meets a token by chance, as it would in
 * base32. Both engines index them as letters. The digits of the key come first.
 */
const DIGITS_FROM = 0xad_00
const BYTES_FROM = 0xac_00
const [KEY_BEGINS, KEY_ENDS] = ['\uAD10', '\uAD11']

/** Text for an index column: `open` is stored as it is, the words of `secret` as tokens alone. */
export const secretWords = (open: string, secret: string): string =>
  secret.trim() === '' ? open : `${open}${SECRET_MARK}${secret}`

export const contextOf = (table: SealedTable, column: string, id: number | string): string =>
  `${table}/${column}/${id}`

const wordsOf = (text: string): string[] =>
  foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const letters = (from: number, numbers: Iterable<number>): string =>
  String.fromCodePoint(...Array.from(numbers, (number) => from + number))

/** What every token of one key begins with, and no token of another key contains. */
export const tokenBeginning = (key: number): string =>
  KEY_BEGINS + letters(DIGITS_FROM, Array.from(String(key), Number)) + KEY_ENDS

const tokenOf = (ring: KeyRing, key: number, table: SealedTable, word: string): string =>
  tokenBeginning(key) + letters(BYTES_FROM, ring.indexOf(key, `word/${table}`, word))

/** The tokens of a searched text under every key that may be in use; empty for a text without words. */
export const searchTokens = (
  ring: KeyRing,
  table: SealedTable,
  text: string,
): readonly (readonly string[])[] =>
  wordsOf(text).map((word) => ring.ids.map((key) => tokenOf(ring, key, table, word)))

const wholeKey = (ring: KeyRing, key: number, use: string, text: string): string => {
  const folded = foldForSearch(text).trim()
  return folded === '' ? '' : `${key}.${ring.indexOf(key, use, folded).toString('base64url')}`
}

/** What an index column may hold for this text, one for each key that may be in use. */
export const wholeKeys = (
  ring: KeyRing,
  table: SealedTable,
  column: string,
  text: string,
): readonly string[] => ring.ids.map((key) => wholeKey(ring, key, `whole/${table}.${column}`, text))

/** An index column as it is stored: sorted and each token once, so that order and number tell nothing. */
const storedWords = (ring: KeyRing, table: SealedTable, text: string): string => {
  const [open = '', ...secret] = text.split(SECRET_MARK)
  if (secret.length === 0) return text
  const tokens = new Set(
    wordsOf(secret.join(' ')).map((word) => tokenOf(ring, ring.current, table, word)),
  )
  return [open.trimEnd(), ...[...tokens].toSorted()].join(' ')
}

/**
 * The values of a write as they are stored; columns that are not sealed pass through.
 * @param id undefined where the row has none yet: then its sealed columns must be blank
 */
export function sealValues(
  ring: KeyRing,
  table: SealedTable,
  id: number | string | undefined,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const stored: Record<string, unknown> = { ...values }
  for (const { column, of } of WHOLE_INDEXES[table] ?? []) {
    const text = values[of]
    if (typeof text === 'string')
      stored[column] = wholeKey(ring, ring.current, `whole/${table}.${column}`, text)
  }
  for (const column of WORD_INDEXES[table] ?? []) {
    const text = values[column]
    if (typeof text === 'string') stored[column] = storedWords(ring, table, text)
  }
  for (const column of sealedColumnsOf(table)) {
    const text = values[column]
    if (typeof text !== 'string' || isBlank(text)) continue
    if (id === undefined)
      throw new Error(`${table}.${column} is sealed: write it by the id of one row`)
    stored[column] = ring.seal(text, contextOf(table, column, id))
  }
  return stored
}

/** True where a stored value or index was made with another key than the newest, or is plain. */
export function isOutdated(
  ring: KeyRing,
  table: SealedTable,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const isOld = (value: unknown): boolean =>
    typeof value === 'string' && !isBlank(value) && keyIdOf(value) !== ring.current
  if (sealedColumnsOf(table).some((column) => isOld(row[column]))) return true
  const isOldKey = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && !value.startsWith(`${ring.current}.`)
  if ((WHOLE_INDEXES[table] ?? []).some(({ column }) => isOldKey(row[column]))) return true
  const hasOldToken = (value: unknown): boolean =>
    typeof value === 'string' &&
    value.replaceAll(tokenBeginning(ring.current), '').includes(KEY_BEGINS)
  return (WORD_INDEXES[table] ?? []).some((column) => hasOldToken(row[column]))
}
