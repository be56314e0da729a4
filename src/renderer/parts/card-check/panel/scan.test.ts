import { describe, expect, test } from 'vitest'
import { browserFamily } from './browser-family.ts'
import { cardInputOf, readTyped } from './card-input.ts'

test.each([
  ['WLD_10004217', { kind: 'number', text: 'WLD_10004217' }],
  [' 10004217 ', { kind: 'number', text: '10004217' }],
  ['١٠٠٠٤٢١٧', { kind: 'number', text: '١٠٠٠٤٢١٧' }],
  ['10004217|Amna Idris|1990-04-12', { kind: 'scanned', text: '10004217|Amna Idris|1990-04-12' }],
  ['Amna', undefined],
  ['', undefined],
])('typed text %j', (text, input) => {
  expect(readTyped(text)).toEqual(input)
})

describe('what was scanned', () => {
  const CARD = '10004217|Amna Idris|1990-04-12'
  test('is the text of a code, whatever it says, where a camera or a picture gave it', () => {
    for (const source of ['camera', 'image'] as const)
      expect(cardInputOf({ text: '10004217', source, alternatives: [] })).toEqual({
        kind: 'scanned',
        text: '10004217',
      })
  })
  test('is a card number where a hand scanner read a bare one', () => {
    expect(cardInputOf({ text: 'WLD_10004217', source: 'hand-scanner', alternatives: [] })).toEqual(
      { kind: 'number', text: 'WLD_10004217' },
    )
    expect(
      cardInputOf({ text: 'ًمي_10004217', source: 'hand-scanner', alternatives: ['WLD_10004217'] }),
    ).toEqual({ kind: 'number', text: 'WLD_10004217' })
  })
  test('is a card number behind a mark of the scanner', () =>
    expect(cardInputOf({ text: ']C110004217', source: 'hand-scanner', alternatives: [] })).toEqual({
      kind: 'number',
      text: '10004217',
    }))
  test('keeps the other reading of a hand scan', () => {
    expect(cardInputOf({ text: CARD, source: 'hand-scanner', alternatives: ['x'] })).toEqual({
      kind: 'scanned',
      text: CARD,
      alternatives: ['x'],
    })
    expect(cardInputOf({ text: CARD, source: 'hand-scanner', alternatives: [] })).toEqual({
      kind: 'scanned',
      text: CARD,
    })
  })
})

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
    'chrome',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36 Edg/149.0',
    'chrome',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0', 'firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'safari',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/149.0 Mobile/15E148 Safari/604.1',
    'other',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/152.0 Mobile/15E148 Safari/605.1.15',
    'other',
  ],
  ['curl/8', 'other'],
])('browser of %s', (agent, family) => {
  expect(browserFamily(agent)).toBe(family)
})
