/** Letters and digits that look like another letter: a name written with them can still be read. */

/** Each group: the letter that is compared, and what looks like it. Capitals are listed where they differ from their small letters. */
const GROUPS: readonly (readonly [string, string])[] = [
  ['a', 'аАαΑɑᴀ4'],
  ['b', 'вВьЬβΒʙᴃ8'],
  ['c', 'сСϲᴄ'],
  ['d', 'ԁđĐᴅð'],
  ['e', 'еЕєЄεΕəᴇ3'],
  ['f', 'ғꜰ'],
  ['g', 'ɡɢ9'],
  ['h', 'нНһҺΗħĦհʜ'],
  ['i', 'іІїιΙıɪ1'],
  ['j', 'јЈᴊ'],
  ['k', 'кКκΚᴋ'],
  ['l', 'ӏłŁʟ'],
  ['m', 'мМΜᴍ'],
  ['n', 'пПηΝɴ'],
  ['o', 'оОοΟσøØօᴏ0'],
  ['p', 'рРρΡᴘ'],
  ['q', 'ԛ'],
  ['r', 'гГʀ'],
  ['s', 'ѕЅꜱ5'],
  ['t', 'тТτΤᴛ7'],
  ['u', 'υμսᴜ'],
  ['v', 'νѵᴠ'],
  ['w', 'ωԝᴡ'],
  ['x', 'хХχΧ'],
  ['y', 'уУγΥʏ'],
  ['z', 'Ζᴢ'],
  ['ك', 'کڪگ'],
  ['ي', 'یېےۍ'],
  ['ه', 'ہھەۀۃ'],
  ['و', 'ۆۇۋ'],
  ['ن', 'ں'],
]
const LETTER_OF = new Map(
  GROUPS.flatMap(([letter, alike]) => Array.from(alike, (one) => [one, letter] as const)),
)

/** The letter that `letter` looks like; itself where it looks like no other. Digits in the ASCII form. */
export const lookAlike = (letter: string): string => LETTER_OF.get(letter) ?? letter

const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '§': 's',
  '€': 'e',
  '£': 'l',
  '¢': 'c',
  '¥': 'y',
  '!': 'i',
  '¡': 'i',
}

/**
 * The text with signs read as the letters that they stand for, of the same length: `ibr@him`, `$ara`. An exclamation
 * mark is read so between letters alone, because it ends sentences.
 */
export const withSigns = (text: string): string =>
  text.replace(/[@$§€£¢¥]|(?<=\p{L})[!¡](?=\p{L})/gu, (sign) => LETTER_OF_SIGN[sign] ?? sign)

/**
 * The text as it is, and with the letters that look like a small L read as one: `1`, `|` and the capital I are read as
 * an i otherwise. Every reading has the same length, so a place in one is the same place in all.
 */
export const readings = (text: string): string[] => [
  ...new Set([
    text,
    text.replace(/[1|]/g, 'l'),
    text.replaceAll('I', 'l'),
    text.replace(/[1|I]/g, 'l'),
  ]),
]
