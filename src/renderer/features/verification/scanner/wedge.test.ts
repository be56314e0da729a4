import { expect, test } from 'vitest'
import { chooseReading, createWedge, type WedgeKey, type WedgeVerdict } from './wedge.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const PAYLOAD = '10004217|Amna Idris|1990-04-12'
const SIGNATURE = 'b'.repeat(86)
const SIGNED = `${PAYLOAD}|1.k1.1760000000.1790000000.12.${SIGNATURE}`

const SHIFTED = new Map([
  ['|', 'Backslash'],
  ['_', 'Minus'],
  [':', 'Semicolon'],
])
const PLAIN = new Map([
  [' ', 'Space'],
  ['-', 'Minus'],
  ['.', 'Period'],
])

/** The physical key that a scanner with US setting presses for a character. */
function keyOf(character: string): { readonly code: string; readonly shiftKey: boolean } {
  if (/\d/.test(character)) return { code: `Digit${character}`, shiftKey: false }
  if (/[A-Za-z]/.test(character))
    return { code: `Key${character.toUpperCase()}`, shiftKey: /[A-Z]/.test(character) }
  const shifted = SHIFTED.get(character)
  return shifted === undefined
    ? { code: PLAIN.get(character) ?? '', shiftKey: false }
    : { code: shifted, shiftKey: true }
}

interface Typing {
  readonly gapMs?: number
  readonly end?: string
  readonly endGapMs?: number
  /** What the active layout produces from the keys. */
  readonly layout?: (character: string) => string
}

function typeInto(
  wedge: ReturnType<typeof createWedge>,
  text: string,
  { gapMs = 8, end = 'Enter', endGapMs = gapMs, layout = (character) => character }: Typing = {},
) {
  let timeMs = 1_000
  const rest = { capsLock: false, shortcut: false, repeat: false } satisfies Partial<WedgeKey>
  const verdicts: WedgeVerdict[] = []
  for (const character of text) {
    verdicts.push(wedge.press({ key: layout(character), ...keyOf(character), timeMs, ...rest }))
    timeMs += gapMs
  }
  verdicts.push(
    wedge.press({
      key: end,
      code: end,
      shiftKey: false,
      timeMs: timeMs - gapMs + endGapMs,
      ...rest,
    }),
  )
  return verdicts.at(-1)
}

const typed = (text: string, typing?: Typing) =>
  typeInto(
    createWedge(() => NOW),
    text,
    typing,
  )
const textOf = (verdict: WedgeVerdict | undefined) =>
  verdict?.kind === 'read' ? verdict.reading.text : verdict?.kind

test.each([
  ['a USB scanner', PAYLOAD, { gapMs: 2 }],
  ['a Bluetooth scanner', PAYLOAD, { gapMs: 30 }],
  ['a signed card', SIGNED, {}],
  ['one that ends with Tab', PAYLOAD, { end: 'Tab' }],
  ['one that waits before Enter', PAYLOAD, { endGapMs: 120 }],
  ['a bare card number', 'WLD_10004217', {}],
])('%s is read', (_who, text, typing) => {
  expect(textOf(typed(text, typing))).toBe(text)
})

test.each([
  ['a fast typist', 'Mohammed Ali', { gapMs: 70 }],
  ['somebody who searches by number', '10004217', { gapMs: 90 }],
  ['a short fast burst', 'hello', { gapMs: 5 }],
  ['Enter long after the text', PAYLOAD, { endGapMs: 400 }],
])('%s is a person', (_who, text, typing) => {
  expect(textOf(typed(text, typing))).toBe('ignore')
})

const press = (wedge: ReturnType<typeof createWedge>, character: string, timeMs: number) =>
  wedge.press({
    key: character,
    ...keyOf(character),
    timeMs,
    capsLock: false,
    shortcut: false,
    repeat: false,
  })

test.each([1, 5, 9, 15, 27])(
  'one key held up by a busy computer costs nothing: the one at %i',
  (late) => {
    const wedge = createWedge(() => NOW)
    let timeMs = 0
    for (const [at, character] of [...PAYLOAD].entries())
      press(wedge, character, (timeMs += at === late ? 250 : 8))
    expect(
      textOf(
        wedge.press({
          key: 'Enter',
          code: 'Enter',
          shiftKey: false,
          capsLock: false,
          shortcut: false,
          repeat: false,
          timeMs,
        }),
      ),
    ).toBe(PAYLOAD)
  },
)

test('what the user typed before the scan is not part of it', () => {
  const wedge = createWedge(() => NOW)
  for (const [at, character] of [...'amn'].entries()) press(wedge, character, 600 + at * 120)
  expect(textOf(typeInto(wedge, PAYLOAD))).toBe(PAYLOAD)
})

test.each(['ArrowLeft', 'Backspace', 'Escape', 'F5'])(
  '%s ends a burst, as no scanner presses it',
  (key) => {
    const wedge = createWedge(() => NOW)
    for (const [at, character] of [...'10004217'].entries()) press(wedge, character, at * 5)
    wedge.press({
      key,
      code: key,
      shiftKey: false,
      capsLock: false,
      shortcut: false,
      repeat: false,
      timeMs: 45,
    })
    expect(
      wedge.press({
        key: 'Enter',
        code: 'Enter',
        shiftKey: false,
        capsLock: false,
        shortcut: false,
        repeat: false,
        timeMs: 50,
      }),
    ).toEqual({ kind: 'ignore' })
  },
)

/** Part of the Arabic (101) layout: enough for a name, with the key that types lam and alef at once. */
const ARABIC_101 = new Map(
  Object.entries({
    A: 'ِ',
    m: 'ة',
    n: 'ى',
    a: 'ش',
    I: '÷',
    d: 'ي',
    r: 'ق',
    i: 'ه',
    s: 'س',
    b: 'لا',
    k: 'ن',
  }),
)
const inArabic = (character: string): string => ARABIC_101.get(character) ?? character

test('under an Arabic keyboard layout the physical keys are read', () => {
  expect(textOf(typed(PAYLOAD, { layout: inArabic }))).toBe(PAYLOAD)
  expect(textOf(typed(SIGNED, { layout: inArabic }))).toBe(SIGNED)
})

test('also where the browser cannot report what a key typed', () => {
  expect(
    textOf(
      typed(SIGNED, { layout: (character) => (character === 'b' ? 'Unidentified' : character) }),
    ),
  ).toBe(SIGNED)
})

test.each([
  [
    'a name that was typed in Arabic, with keys that say nothing',
    '10004217|آمنة إدريس|1990-04-12',
    '',
    '10004217|آمنة إدريس|1990-04-12',
    true,
  ],
  ['only the physical keys give a card', 'ص10004217', PAYLOAD, PAYLOAD, true],
  [
    'both could be a card: scanners with US setting are the rule',
    '10004217|شةىش|1990-04-12',
    '10004217|amna|1990-04-12',
    '10004217|amna|1990-04-12',
    false,
  ],
  [
    'both could be a card, and nothing is Arabic',
    '10004217|Qmnq|1990-04-12',
    '10004217|Amna|1990-04-12',
    '10004217|Qmnq|1990-04-12',
    false,
  ],
  [
    'neither is a card of ours: as typed',
    'https://exàmple',
    'https://example',
    'https://exàmple',
    false,
  ],
])('%s', (_case, asTyped, asUsLayout, text, sure) => {
  expect(chooseReading(asTyped, asUsLayout, NOW)).toEqual({ text, asTyped, asUsLayout, sure })
})
