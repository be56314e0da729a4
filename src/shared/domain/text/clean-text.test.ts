import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { CLEAN, TEXT_KINDS } from './clean-text.ts'

const c = (code: number): string => String.fromCodePoint(code)
/** One of each family of marks that come along when a text is copied. */
const UNSEEN = [
  0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e,
  0x2060, 0x2061, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0xfe0f, 0xfeff, 0xfff9, 0xe0001, 0xe0041,
].map(c)
const BLANKS = [0x20, 0x09, 0xa0, 0x1680, 0x2000, 0x2009, 0x202f, 0x205f, 0x3000, 0x2800].map(c)
const APOSTROPHES = [..."'`´ʹʻʼʽʾʿˈ‘’‛′‵՚ꞌ＇"]
const HYPHENS = [...'-‐‑‒–—―−﹘﹣－']
const NAMES = [
  'محمد',
  'فاطمة الزهراء',
  'Amna',
  "N'Diaye",
  'Jean-Luc',
  'Élodie',
  'مُحَمَّد',
  'علی‌رضا',
  'Ḥasan',
]
const MIXED = fc.oneof(
  fc.constantFrom(...UNSEEN, ...BLANKS, ...APOSTROPHES, ...HYPHENS, c(0x640), c(0x200c), c(0x200d)),
  fc.constantFrom(...'aéÉنمادﷲ٣۳7+()@:«»!?\n\r', '👩‍⚕️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', 'ﻻ', 'ﷺ'),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const anyText = fc.array(MIXED, { maxLength: 30 }).map((parts) => parts.join(''))

/** The text with marks put in anywhere. */
const withMarks = (text: string, marks: readonly string[], at: readonly number[]): string =>
  marks.reduce((marked, mark, index) => {
    const letters = Array.from(marked)
    const place = (at[index] ?? 0) % (letters.length + 1)
    return [...letters.slice(0, place), mark, ...letters.slice(place)].join('')
  }, text)
const marks = fc.array(fc.constantFrom(...UNSEEN), { maxLength: 6 })
const places = fc.array(fc.nat({ max: 200 }), { minLength: 6, maxLength: 6 })

describe('each kind', () => {
  test.each(TEXT_KINDS)('%s: a clean text stays as it is', (kind) =>
    fc.assert(
      fc.property(anyText, (text) => {
        const once = CLEAN[kind](text)
        expect(CLEAN[kind](once)).toBe(once)
      }),
    ),
  )

  const CLEAN_ALREADY = {
    email: 'amna@example.org',
    phone: '+33612345678',
    'card-number': 'WLD_10004217',
    code: 'ELDER-7',
    search: 'Amna Idris',
    line: 'Khartoum North',
    text: 'One line\nand another',
  } as const
  test.each(Object.entries(CLEAN_ALREADY))('%s: marks that no eye sees go', (kind, text) =>
    fc.assert(
      fc.property(marks, places, (unseen, at) => {
        expect(CLEAN[kind as keyof typeof CLEAN_ALREADY](withMarks(text, unseen, at))).toBe(text)
      }),
    ),
  )
  test('programs, passwords and scans are left as they are', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        for (const kind of ['machine', 'secret', 'scan'] as const)
          expect(CLEAN[kind](text)).toBe(text)
      }),
    ))
})

describe('a name', () => {
  test('is the same with marks, odd blanks and other apostrophes and hyphens', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES),
        marks.filter((unseen) => !unseen.includes(c(0x34f))),
        places,
        fc.constantFrom(...BLANKS),
        fc.constantFrom(...APOSTROPHES),
        fc.constantFrom(...HYPHENS),
        (name, unseen, at, blank, apostrophe, hyphen) => {
          const typed = name
            .replaceAll(' ', blank + blank)
            .replaceAll("'", apostrophe)
            .replaceAll('-', hyphen)
          // A mark beside the break of علی‌رضا would make another text of it.
          const marked = name.includes(c(0x200c)) ? typed : withMarks(typed, unseen, at)
          expect(CLEAN.name(`${blank}${marked}${c(0x200f)}`)).toBe(name)
        },
      ),
    ))
  test.each([
    ['محـمـد', 'محمد'],
    ['ﻣﺤﻤﺪ', 'محمد'],
    ['عبد ﷲ', 'عبد الله'],
    ['محمد ﷺ', 'محمد'],
    ['ﷺ', ''],
    ['ﷻ', ''],
    ['ʿAlī', "'Alī"],
    ['Suʾād', "Su'ād"],
    ['Sanaʼ', "Sana'"],
    ['Abd‐al‑Rahman', 'Abd-al-Rahman'],
    ['ﬁras', 'firas'],
    ['Ａｍｎａ', 'Amna'],
    ['محمد\u200c', 'محمد'],
    ['دا\u200cود', 'داود'],
    ['می\u200cخوش', 'می\u200cخوش'],
    ['Am\u200dna', 'Amna'],
    [' E\u0301lodie \t Zoe\u0308 ', 'Élodie Zoë'],
  ])('%j is kept as %j', (typed, name) => expect(CLEAN.name(typed)).toBe(name))
})

test.each([
  ['\u202d+249 91 234 5678\u202c', '+249912345678'],
  ['\u200e+33612345678', '+33612345678'],
  ['٠٠٢٤٩٩١٢٣٤٥٦٧٨', '+249912345678'],
  ['۰۰۳۳۶۱۲۳۴۵۶۷۸', '+33612345678'],
  ['249912345678+', '+249912345678'],
  ['＋33 6.12.34‑56/78', '+33612345678'],
  ['tel:+33612345678', '+33612345678'],
  ['Tel. +33 6 12 34 56 78', '+33612345678'],
  ['جوال: +249912345678', '+249912345678'],
  ['https://wa.me/33612345678', '33612345678'],
  ['06 12 34 56 78', '0612345678'],
  ['call me', 'callme'],
])('the phone number %j is %j', (typed, phone) => expect(CLEAN.phone(typed)).toBe(phone))

test.each([
  ['Amna <amna@example.org>', 'amna@example.org'],
  ['"Idris, Amna" <mailto:amna@example.org>,', 'amna@example.org'],
  ['mailto:amna@example.org', 'amna@example.org'],
  ['amna@example.org;', 'amna@example.org'],
  ['ａｍｎａ＠example.org.', 'amna@example.org'],
  ['a@example.org b@example.org', 'a@example.org b@example.org'],
])('the address %j is %j', (typed, email) => expect(CLEAN.email(typed)).toBe(email))

test.each([
  ['N° 10000005', '10000005'],
  ['№ WLD-10000005.', 'WLD10000005'],
  ['#10000005', '10000005'],
  ['WLD-10000005', 'WLD10000005'],
  ['WLD 10000005', 'WLD10000005'],
  ['1000 0005', '10000005'],
  ['wld_١٠٠٠٠٠٠٥', 'wld_10000005'],
  ['\u2068WLD_10000005\u2069', 'WLD_10000005'],
  ['REQ 1000 0005', 'REQ10000005'],
  ['1990-04-12', '1990-04-12'],
  ['-1', '-1'],
])('the card number %j is %j', (typed, number) => expect(CLEAN['card-number'](typed)).toBe(number))

test.each([
  ['۱۲۳ ۴۵۶', '123456'],
  ['\u200f123456\u200f', '123456'],
  ['ELDER‑7', 'ELDER-7'],
])('the code %j is %j', (typed, code) => expect(CLEAN.code(typed)).toBe(code))

describe('a text that is shown', () => {
  test.each([
    ['\u202bالخرطوم\u202c', 'الخرطوم'],
    [
      'Assemblée\u00a0: 1\u202f000 « oui »'.replace('« oui', '«\u00a0oui'),
      'Assemblée\u00a0: 1\u202f000 «\u00a0oui »',
    ],
    ['Khartoum\u00a0North\u3000\u3000Bahri\n', 'Khartoum North Bahri'],
    ['👩‍⚕️ ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣', '👩‍⚕️ ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣'],
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्‍ष'],
    ['ab\u200dc', 'abc'],
    ['محـمد', 'محـمد'],
  ])('%j is the line %j', (typed, line) => expect(CLEAN.line(typed)).toBe(line))
  test('keeps its lines, its typography and its pictures', () =>
    expect(CLEAN.text(' \u200fun\u00a0: deux\r\n\r\ntrois 👨‍👩‍👧\u202c ')).toBe(
      'un\u00a0: deux\n\ntrois 👨‍👩‍👧',
    ))
})
