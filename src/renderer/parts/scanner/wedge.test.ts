import fc from 'fast-check'
import { expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { cardReadings, swapCase } from '#shared/domain/card/card-readings.ts'
import {
  characterOn,
  type PressedKey,
  SCANNER_LAYOUTS,
  type ScannerLayout,
} from './keyboard-layouts.ts'
import { createWedge, type WedgeKey, type WedgeVerdict } from './wedge.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const PAYLOAD = '10004217|Amna Idris|1990-04-12'
const SIGNATURE = 'b'.repeat(86)
const SIGNED = `${PAYLOAD}|1.k1.1760000000.1790000000.12.${SIGNATURE}`

const CODES = [
  ...'Backquote Minus Equal BracketLeft BracketRight Backslash Semicolon Quote'.split(' '),
  ...'IntlBackslash Comma Period Slash Space'.split(' '),
  ...[...'0123456789'].map((digit) => `Digit${digit}`),
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`),
]
/** The key that a scanner with this setting presses for a character. */
function keyOf(character: string, layout: ScannerLayout = 'us'): PressedKey {
  for (const [shiftKey, altGraph] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const)
    for (const code of CODES)
      if (characterOn(layout, { code, shiftKey, altGraph }) === character)
        return { code, shiftKey, altGraph }
  return { code: '', shiftKey: false, altGraph: false }
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
      altGraph: false,
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
          altGraph: false,
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
      altGraph: false,
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
        altGraph: false,
        capsLock: false,
        shortcut: false,
        repeat: false,
        timeMs: 50,
      }),
    ).toEqual({ kind: 'ignore' })
  },
)

const typedOn = (layout: ScannerLayout, pressed: PressedKey): string =>
  characterOn(layout, pressed) ?? 'Unidentified'

const LOCKS = {
  off: { capsLock: false, scannerTurnsShift: false, turnsDigits: false },
  on: { capsLock: true, scannerTurnsShift: false, turnsDigits: false },
  'on, and it turns digits too': { capsLock: true, scannerTurnsShift: false, turnsDigits: true },
  'on, and the scanner sends Shift the other way': {
    capsLock: true,
    scannerTurnsShift: true,
    turnsDigits: false,
  },
} as const
const isLetter = (text: string): boolean => swapCase(text) !== text

interface HandScan {
  readonly text: string
  readonly scanner: ScannerLayout
  readonly computer: ScannerLayout
  readonly lock: (typeof LOCKS)[keyof typeof LOCKS]
  /** What comes after the text; without it a pause ends the scan. */
  readonly ends?: readonly ('Enter' | 'Tab')[]
  readonly gapsMs?: readonly number[]
}
const NONE = { shiftKey: false, altGraph: false }

/** The scanner of one setting at a computer with another one. */
function scan({ text, scanner, computer, lock, ends = ['Enter'], gapsMs = [8] }: HandScan) {
  const wedge = createWedge(() => NOW)
  const rest = { capsLock: lock.capsLock, shortcut: false, repeat: false }
  let timeMs = 1_000
  for (const [at, character] of Array.from(text).entries()) {
    const key = keyOf(character, scanner)
    const shiftKey = key.shiftKey !== (lock.scannerTurnsShift && isLetter(character))
    const pressed = { ...key, shiftKey }
    const plain = typedOn(computer, pressed)
    const turned =
      lock.turnsDigits && key.code.startsWith('Digit') && !key.altGraph
        ? typedOn(computer, { ...pressed, shiftKey: !shiftKey })
        : plain
    timeMs += gapsMs[at % gapsMs.length] ?? 8
    if (key.altGraph) {
      wedge.press({ key: 'Control', code: 'ControlLeft', timeMs, ...NONE, ...rest })
      wedge.press({ key: 'AltGraph', code: 'AltRight', timeMs, ...NONE, ...rest })
    }
    if (shiftKey) wedge.press({ key: 'Shift', code: 'ShiftLeft', timeMs, ...NONE, ...rest })
    wedge.press({
      key: lock.capsLock ? swapCase(turned) : turned,
      ...pressed,
      timeMs,
      ...rest,
    })
  }
  const [first, ...others] = ends.map((end) =>
    wedge.press({ key: end, code: end, timeMs: (timeMs += 8), ...NONE, ...rest }),
  )
  for (const other of others) expect(other).toEqual({ kind: 'rest' })
  const reading = first === undefined ? wedge.pause() : first.kind === 'read' ? first.reading : null
  if (reading === null) throw new Error(`no scan: ${text}`)
  return reading
}
const canType = (scanner: ScannerLayout, text: string): boolean =>
  Array.from(text).every((character) => keyOf(character, scanner).code !== '')

const FORMS = [
  SIGNED,
  SIGNED.replace('Amna Idris', 'Jean-Luc Ahmed'),
  PAYLOAD,
  '10004217|امنه ادريس|1990-04-12',
  '10004217',
]
const layoutOf = fc.constantFrom(...SCANNER_LAYOUTS)
const endsOf = fc.constantFrom<NonNullable<HandScan['ends']>>(
  ['Enter'],
  ['Tab'],
  ['Enter', 'Enter'],
  ['Enter', 'Tab'],
  [],
)
const gapsOf = fc.oneof(
  fc.constant([8]),
  fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 3, maxLength: 9 }),
  fc.array(fc.integer({ min: 30, max: 60 }), { minLength: 3, maxLength: 9 }),
  fc.constant([60]),
)

test('a card is read by its keys: any scanner, any computer, any Caps Lock, any pace and end', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...FORMS),
      layoutOf,
      layoutOf,
      fc.constantFrom(...Object.values(LOCKS)),
      fc.constantFrom('', ']Q1', ']d2', ']C1'),
      fc.constantFrom('', ' '),
      endsOf,
      gapsOf,
      (text, scanner, computer, lock, before, after, ends, gapsMs) => {
        // A pause ends what is a card, and not what a person may still be typing.
        const isSlowNumber = !text.includes('|') && ends.length === 0 && Math.max(...gapsMs) > 35
        const whole = before + text + after
        fc.pre(canType(scanner, whole) && !isSlowNumber)
        const reading = scan({ text: whole, scanner, computer, lock, ends, gapsMs })
        expect(cardReadings([reading.text, ...reading.alternatives])).toContain(text)
        expect(reading.capsLock).toBe(lock.capsLock)
      },
    ),
    { numRuns: 500 },
  ))

test.each([...SCANNER_LAYOUTS].filter((layout) => canType(layout, SIGNED)))(
  'a signed card that a scanner set to %s types is read on every layout of the computer, whatever Caps Lock does',
  (scanner) => {
    for (const computer of SCANNER_LAYOUTS)
      for (const [name, lock] of Object.entries(LOCKS)) {
        const { text, alternatives } = scan({ text: SIGNED, scanner, computer, lock })
        expect(
          cardReadings([text, ...alternatives]),
          `${scanner} on ${computer}, Caps Lock ${name}`,
        ).toContain(SIGNED)
      }
  },
)

test('a pause reads nothing that is no card', () => {
  const wedge = createWedge(() => NOW)
  for (const [at, character] of [...'Mohammed Ali'].entries()) press(wedge, character, at * 8)
  expect(wedge.pause()).toBeNull()
})
test('a pause leaves a number alone that a person may still be typing', () => {
  const wedge = createWedge(() => NOW)
  for (const [at, character] of [...'10004217'].entries()) press(wedge, character, at * 55)
  expect(wedge.pause()).toBeNull()
})
test('Enter long after a scan is a key of a person', () => {
  const wedge = createWedge(() => NOW)
  typeInto(wedge, PAYLOAD)
  const enter = { key: 'Enter', code: 'Enter', ...NONE, timeMs: 9_000 }
  expect(wedge.press({ ...enter, capsLock: false, shortcut: false, repeat: false })).toEqual({
    kind: 'ignore',
  })
})

test.each(SCANNER_LAYOUTS.map((layout) => [layout]))(
  'the row of %s names each key once',
  (layout) => {
    for (const shiftKey of [false, true])
      for (const code of CODES)
        expect(characterOn(layout, { code, shiftKey, altGraph: false })).toMatch(/^(?:.|ل[اأإآ])$/u)
  },
)

test('a bare number is read on every layout', () => {
  for (const scanner of SCANNER_LAYOUTS)
    for (const computer of SCANNER_LAYOUTS) {
      const { text, alternatives } = scan({ text: '10004217', scanner, computer, lock: LOCKS.off })
      expect([text, ...alternatives], `${scanner} on ${computer}`).toContain('10004217')
    }
})

test('under an Arabic layout the physical keys come first, and what was typed stays a reading', () => {
  const { text, alternatives } = scan({
    text: PAYLOAD,
    scanner: 'us',
    computer: 'ar',
    lock: LOCKS.off,
  })
  expect(text).toBe(PAYLOAD)
  expect(alternatives).toHaveLength(1)
})
test('a name that a scanner truly typed in Arabic is read as typed', () =>
  expect(textOf(typed('10004217|آمنة إدريس|1990-04-12'))).toBe('10004217|آمنة إدريس|1990-04-12'))
test('where the browser cannot report what a key typed, the physical key says it', () =>
  expect(
    textOf(
      typed(SIGNED, { layout: (character) => (character === 'b' ? 'Unidentified' : character) }),
    ),
  ).toBe(SIGNED))
test('a text that is no card is read as typed, with the keys of a US layout beside it', () =>
  expect(
    scan({ text: 'https://example.org', scanner: 'us', computer: 'fr', lock: LOCKS.off }),
  ).toMatchObject({
    text: 'httpsM!!exq,ple:org',
    alternatives: ['https://example.org'],
  }))
