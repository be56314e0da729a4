import { CARD_PREFIX } from '../people/member-id.ts'
import { oneLine } from '../text/clean-text.ts'
import { toLatinDigits } from '../text/digits.ts'
import { undoMisreadUtf8 } from '../text/misread-utf8.ts'
import { CARD_PAYLOAD_MAX_CHARS } from './card-payload.ts'
/**
 * What arrives of a code is not always what the code holds: a hand scanner types on the keyboard layout of the computer,
 * Caps Lock swaps capitals, scanners put marks before and after the text, and a form may change a blank. None of this
 * says anything about the card. So every text is read in several ways, and a card counts as forged only where no reading
 * of what arrived is genuine.
 *
 * This helps no forger: a reading is judged like any other text, and only the seal of our server, or the details in the
 * register, make it genuine.
 */
import type { Judgement } from './verdict.ts'
import { provesSomething } from './verdict.ts'

/** Readings of the keys of one scan, besides the likeliest one. */
export const ALTERNATIVES_MAX = 3

/** What scanners put before a text to name the kind of the code, e.g. `]Q1` (AIM, ISO/IEC 15424). */
const AIM_MARK = /^\][A-Za-z][\dA-Za-z]/
/** Longest prefix or suffix that staff set in a scanner. */
const OWN_MARK_MAX = 8
const OWN_PREFIX = new RegExp(`^\\D{1,${OWN_MARK_MAX}}(?=\\d{1,15}$)`)
const SEAL_THEN_SUFFIX = new RegExp(
  `^(1\\.[\\w-]{1,16}\\.\\d+\\.\\d+\\.\\d+\\.[\\w-]{86}).{1,${OWN_MARK_MAX}}$`,
)
const DATE_THEN_SUFFIX = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})\\D{1,${OWN_MARK_MAX}}$`)

/** Without what no card holds: control characters (STX, CR), and marks that cannot be seen, but for those of joining letters. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, (mark) =>
      /\s/.test(mark) ? ' ' : /[\u200c\u200d]/.test(mark) ? mark : '',
    )
    .trim()
    .replace(AIM_MARK, '')

/** The text as our server writes it, where only marks and blanks were changed on the way. */
function mended(text: string): string {
  const [id = '', ...rest] = toLatinDigits(withoutMarks(text)).split('|')
  const [name, birthDate, seal, ...more] = rest
  const number = id.trim().replace(CARD_PREFIX, '')
  if (name === undefined || birthDate === undefined || more.length > 0)
    return [id.trim(), ...rest].join('|')
  const unsigned = [
    number.replace(OWN_PREFIX, ''),
    oneLine(name),
    birthDate.replaceAll(/\s/g, '').replace(DATE_THEN_SUFFIX, '$1'),
  ]
  return (
    seal === undefined
      ? unsigned
      : [...unsigned, seal.replaceAll(/\s/g, '').replace(SEAL_THEN_SUFFIX, '$1')]
  ).join('|')
}

function otherCase(letter: string): string {
  if (letter === 'İ') return 'i' // on a Turkish keyboard; its own small form has two characters
  const other = letter.toLowerCase() === letter ? letter.toUpperCase() : letter.toLowerCase()
  return other.length === letter.length ? other : letter
}
/** Small letters for capitals and the reverse: what Caps Lock does. */
export const swapCase = (text: string): string => [...text].map(otherCase).join('')

/** What may have happened to a text on its way, undone; a new fault is a new row. */
const UNDO: readonly ((text: string) => string)[] = [
  (text) => text,
  mended,
  (text) => swapCase(mended(text)),
  (text) => mended(undoMisreadUtf8(text)),
]

/** No card with all its marks is longer. */
const LONGEST = 2 * CARD_PAYLOAD_MAX_CHARS

/**
 * All readings of one scan, the likelier ones first and none twice. A longer text stays as it is: it is no card.
 * @param texts what arrived, and other readings of the same keys
 */
export function cardReadings(texts: readonly string[]): string[] {
  const given = texts.slice(0, 1 + ALTERNATIVES_MAX)
  return [
    ...new Set(
      UNDO.flatMap((undo) => given.map((text) => (text.length > LONGEST ? text : undo(text)))),
    ),
  ]
}

/** Lower is better. */
function rankOf(judgement: Judgement): number {
  const { verdict, reason } = judgement
  if (provesSomething(judgement)) return verdict === 'UNSIGNED' ? 1 : 0
  if (reason === 'no-such-member') return 2
  // A text with the form of a card and a bad seal is forged, even if another reading of it makes no sense.
  return verdict === 'FORGED' ? 3 : 4
}

/** The reading that counts: a genuine one before all others, and the likelier of equals. */
export const bestReading = <T extends Judgement>(judged: readonly [T, ...T[]]): T =>
  judged.reduce((best, next) => (rankOf(next) < rankOf(best) ? next : best))
