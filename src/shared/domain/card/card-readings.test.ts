import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import { ALTERNATIVES_MAX, bestReading, cardReadings, swapCase } from './card-readings.ts'
import type { Judgement } from './verdict.ts'

const SEAL = `1.k1.1760000000.1790000000.12.${'aB-_9'.repeat(17)}c`
const UNSIGNED = '10004217|Amna Idris|1990-04-12'
const SIGNED = `${UNSIGNED}|${SEAL}`

/** Faults of the way from the code to the judge. */
const BEFORE = {
  nothing: '',
  blank: ' ',
  STX: '\u0002',
  'AIM of a QR code': ']Q1',
  'AIM of another QR code': ']Q3',
  'AIM of a bar code': ']C1',
  'byte order mark': '\uFEFF',
  'left-to-right mark': '\u200E',
  'prefix that staff set': 'QR:',
  'prefix of the number': 'WLD_',
}
const AFTER = {
  nothing: '',
  blank: ' ',
  CR: '\r',
  LF: '\n',
  'CR and LF': '\r\n',
  TAB: '\t',
  ETX: '\u0003',
  'no-break space': '\u00A0',
  'suffix that staff set': '#',
}
const INSIDE = {
  nothing: (text: string) => text,
  'no-break space in the name': (text: string) => text.replace(' ', '\u00A0'),
  'two blanks in the name': (text: string) => text.replace(' ', '  '),
  'a tab in the name': (text: string) => text.replace(' ', '\t'),
  'blanks at the bars': (text: string) => text.replaceAll('|', ' | '),
  'a line break in the seal': (text: string) => text.replace('.k1', '.k1\n'),
  'Arabic digits': (text: string) => text.replace('10004217', '١٠٠٠٤٢١٧'),
  'direction marks': (text: string) => text.replace('Idris', '\u202AIdris\u202C'),
  'Caps Lock': swapCase,
  'UTF-8 read as Windows-1252': (text: string) =>
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(text)),
}
const arbitraryOf = <T>(rows: Readonly<Record<string, T>>) =>
  fc.constantFrom(...Object.values(rows))

describe('the true text is among the readings', () => {
  test.each([
    ['signed', SIGNED],
    ['unsigned', UNSIGNED],
    ['signed, with a name in Arabic', SIGNED.replace('Amna Idris', 'آمنة إدريس')],
  ])('of a card that is %s, whatever happened to it on its way', (_kind, text) =>
    fc.assert(
      fc.property(
        arbitraryOf(BEFORE),
        arbitraryOf(INSIDE),
        arbitraryOf(AFTER),
        (before, inside, after) => {
          expect(cardReadings([before + inside(text) + after])).toContain(text)
        },
      ),
      { numRuns: 300 },
    ),
  )

  test.each([
    [']C110004217\r', '10004217'],
    [' WLD_10004217 ', 'WLD_10004217'],
    ['wld_10004217\u00A0', 'wld_10004217'],
  ])('of a bare number %j', (text, number) => expect(cardReadings([text])).toContain(number))
})

describe('readings', () => {
  test('of a text that arrived whole begin with that text', () =>
    expect(cardReadings([SIGNED])).toEqual([SIGNED, swapCase(SIGNED)]))
  test('never leave out or change a field', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (one, other) => {
        for (const reading of cardReadings([`${one}|${other}|x|y|z`]))
          expect(reading.split('|')).toHaveLength(`${one}|${other}|x|y|z`.split('|').length)
      }),
    ))
  test('are few, and a text that is too long for a card stays alone', () => {
    expect(cardReadings(['a', 'b', 'c', 'd', 'e'])).toHaveLength(2 * (1 + ALTERNATIVES_MAX))
    const long = `${SIGNED}${' '.repeat(5_000)}`
    expect(cardReadings([long])).toEqual([long])
  })
  test('exist for every text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(cardReadings([text])[0]).toBe(text)
      }),
    ))
})

const genuine: Judgement = { verdict: 'REVOKED', reason: 'card-replaced' }
const gone: Judgement = { verdict: 'UNKNOWN', reason: 'no-such-member' }
const unsigned: Judgement = { verdict: 'UNSIGNED', reason: 'needs-the-server' }
const forged: Judgement = { verdict: 'FORGED', reason: 'bad-signature' }
const nonsense: Judgement = { verdict: 'UNKNOWN', reason: 'not-a-card' }

test.each([
  ['a genuine card, even if it is revoked', genuine, [forged, nonsense, unsigned, gone]],
  ['a code without a seal', unsigned, [forged, nonsense, gone]],
  ['a genuine card of a member who is gone', gone, [forged, nonsense]],
  ['a forged card', forged, [nonsense]],
])('%s counts before worse readings, in any order', (_what, best, worse) => {
  for (const other of worse) {
    expect(bestReading([best, other])).toBe(best)
    expect(bestReading([other, best])).toBe(best)
  }
})
test('of equal readings the first counts', () =>
  expect(bestReading([{ ...forged, reason: 'unknown-key' }, forged]).reason).toBe('unknown-key'))
