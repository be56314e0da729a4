/**
 * Every text that comes in is made clean here, once and by its kind: what no eye sees goes, and signs that look alike
 * become one. So a text that was copied from a message, a document or an address book is the one that its sender sees.
 * What is only compared, and not stored, is folded further by `foldForSearch`.
 */
import { toLatinDigits } from './digits.ts'

/** `machine` is written by programs, `secret` compared as it was typed, `scan` read by `cardReadings`: nothing changes them. */
export const TEXT_KINDS = [
  'name',
  'email',
  'phone',
  'card-number',
  'code',
  'search',
  'line',
  'text',
  'machine',
  'secret',
  'scan',
] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** Blanks of all kinds, those among them that Unicode counts as letters or symbols (Hangul fillers, empty Braille). */
const BLANKS = /[\s\u0085\u2800\u3164\uffa0]+/g
const APOSTROPHES =
  /[`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u055a\ua78b\ua78c\uff07]/g
const HYPHENS = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
const KASHIDA = /\u0640/g
/** Words of praise that one key types, such as ﷺ after the name of the Prophet. They are no part of a person's name. */
const PRAISE = /[\ufd40-\ufd4f\ufdcf\ufdf0\ufdf1\ufdf5\ufdf9-\ufdfb\ufdfd-\ufdff]/g
/** Shaped Arabic letters and Latin ligatures, as PDFs hold them, and full-width forms. */
const SHAPED = /[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc\uff01-\uff5e]/g
/** In the classes Cf and Default_Ignorable: marks of direction, soft hyphens, byte order marks and all others that are not seen. */
const UNSEEN = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}]`
/** These characters of the class Cf are visible: signs of Arabic numbers and of verses. */
const SEEN = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]`
/** These join the next letter, so a break between them (U+200C) is seen. */
const JOINING = String.raw`(?![\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5])[\p{Script=Arabic}]\p{M}*`

const unseenBut = (...kept: readonly string[]): RegExp =>
  new RegExp(`(${[SEEN, ...kept].join('|')})|${UNSEEN}`, 'gu')
const EVERYWHERE = unseenBut()
const IN_NAMES = unseenBut(String.raw`${JOINING}\u200c(?=\p{Script=Arabic})`)
const IN_TEXTS = unseenBut(
  // Persian and Indic letters are written with joiners, pictures of several people and flags are made with them.
  String.raw`(?!\p{Script=Latin})[\p{L}\p{M}][\u200c\u200d](?=(?!\p{Script=Latin})\p{L})`,
  String.raw`\p{Emoji}\ufe0f?\u200d(?=\p{Extended_Pictographic})`,
  String.raw`\p{Emoji}\ufe0f`,
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
)

export const withoutUnseen = (text: string): string => text.replace(EVERYWHERE, '$1')

/** Composed letters, single blanks, none at the ends: the spelling in which a card holds a name under its seal. */
export const oneLine = (text: string): string => text.normalize('NFC').replace(BLANKS, ' ').trim()

/** Letters of one form each; a vowel sign alone loses the blank that carried it. */
const unshaped = (text: string): string =>
  text.replace(SHAPED, (shaped) => shaped.normalize('NFKC').replace(/^ (?=.)/u, ''))

/** One apostrophe and one hyphen for all that people type for them. */
export const plainSigns = (text: string): string =>
  text.replace(APOSTROPHES, "'").replace(HYPHENS, '-')

function cleanName(text: string): string {
  const letters = unshaped(text.normalize('NFC').replace(PRAISE, ' '))
  return oneLine(plainSigns(letters).replace(KASHIDA, '').replace(IN_NAMES, '$1'))
}

/** What has one spelling in Latin signs: numbers, codes and addresses. */
const latin = (text: string): string =>
  toLatinDigits(plainSigns(withoutUnseen(text)).normalize('NFKC'))
    .replace(BLANKS, ' ')
    .trim()

/** The look behind keeps the time linear where a text holds such a run and does not end with it. */
const LIST_END = /(?<![ ,;.])[ ,;.]+$/

/** Mail programs and links copy an address as `Name <a@b.org>` or `mailto:a@b.org`, lists with the sign that parts them. */
function cleanEmail(text: string): string {
  const address = latin(text).replace(LIST_END, '')
  const inside = /<([^<>]+)>$/.exec(address)?.[1] ?? address
  return inside
    .replace(LIST_END, '')
    .replace(/^ ?(?:mailto: ?)+/i, '')
    .trim()
}

function cleanPhone(text: string): string {
  const number = latin(text)
    .replace(/^(?:https?:\/\/)?wa\.me\//i, '') // messengers put a number into a link
    .replace(/[\s()./·-]/g, '')
    .replace(/^(?:[\p{L}:]+(?=\+)|(?:tel:)+)/iu, '') // address books put a word before it
  // A line that runs from right to left shows the plus behind the number, and people type it there.
  return number.replace(/^(\d+)\+$/, '+$1').replace(/^00/, '+')
}

function cleanCardNumber(text: string): string {
  const number = latin(text)
    .replace(/^(?:n(?:[o°]\.?|\.) ?|#)(?=wld|req|\d)/i, '') // "No. 10004217", "N° 10004217", "#10004217"
    .replace(LIST_END, '')
  return /^(?:(?:wld|req)[ _-]*)*\d[\d ]*$/i.test(number) ? number.replace(/[ -]/g, '') : number
}

/** Digits that are read aloud come in groups. */
function cleanCode(text: string): string {
  const code = latin(text)
  return /^\d[\d ]*$/.test(code) ? code.replaceAll(' ', '') : code
}

/** French puts a no-break blank before some signs, after « and inside numbers: it is meant, and stays. */
const isTypography = (blank: string, before: string, after: string): boolean =>
  /^[\u00a0\u202f]$/.test(blank) &&
  (before === '«' || /^[:;?!»%€]/.test(after) || /^\d\d$/.test(before + after))
const cleanLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(IN_TEXTS, '$1')
    .replace(BLANKS, (blank, at: number, whole: string) =>
      isTypography(blank, whole.charAt(at - 1), whole.charAt(at + blank.length)) ? blank : ' ',
    )
    .trim()

const cleanParagraphs = (text: string): string =>
  text
    .normalize('NFC')
    .replace(IN_TEXTS, '$1')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .trim()

const asItIs = (text: string): string => text

/** The spelling of a text of each kind. Cleaning a clean text changes nothing. */
export const CLEAN: Readonly<Record<TextKind, (text: string) => string>> = {
  name: cleanName,
  email: cleanEmail,
  phone: cleanPhone,
  'card-number': cleanCardNumber,
  code: cleanCode,
  search: (text) => oneLine(withoutUnseen(text)),
  line: cleanLine,
  text: cleanParagraphs,
  machine: asItIs,
  secret: asItIs,
  scan: asItIs,
}
