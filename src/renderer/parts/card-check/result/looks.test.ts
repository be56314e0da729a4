import { readFileSync } from 'node:fs' // oxlint-disable-line no-restricted-imports -- a test, on Node: vitest returns an empty text for style sheets that are imported
import { describe, expect, test } from 'vitest'
import ar from '#locales/ar/verification.json'
import en from '#locales/en/verification.json'
import fr from '#locales/fr/verification.json'
import { VERDICTS } from '#shared/domain/card/verdict.ts'
import { LOOKS, TONES, type Tone } from './looks.ts'
import type { Result } from './result.ts'

const RESULTS = Object.keys(LOOKS) as Result[] // the keys of the table
const ofTone = (tone: Tone): readonly Result[] =>
  RESULTS.filter((result) => LOOKS[result].tone === tone)
const text = (texts: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], texts) // walks JSON

describe('the table of looks', () => {
  test('lets pass only a good card, and stops only what must not pass', () => {
    expect(ofTone('good')).toEqual(['VALID', 'checked', 'offline'])
    expect(ofTone('look')).toEqual(['look', 'noPhoto', 'just'])
    expect(ofTone('stop')).toEqual(['REVOKED', 'FORGED', 'notSaved'])
    expect(ofTone('none')).toEqual(['unchecked'])
  })
  test('a word is in one colour and has one icon, and no two words share an icon', () => {
    const words = new Set(RESULTS.map((result) => LOOKS[result].word))
    const faces = new Set(RESULTS.map((result) => `${LOOKS[result].word} ${LOOKS[result].tone}`))
    expect(faces.size).toBe(words.size)
    expect(new Set(RESULTS.map((result) => LOOKS[result].Icon)).size).toBe(words.size)
  })
  test('each colour has a pattern of its own', () => {
    const edges = Object.values(TONES).map(({ edge }) => edge)
    expect(new Set(edges).size).toBe(edges.length)
  })
  test('nothing but a good card sounds good, and each sound belongs to one colour', () => {
    for (const result of RESULTS) {
      const { signal, tone } = LOOKS[result]
      expect([result, signal === 'good']).toEqual([result, tone === 'good'])
      expect([result, signal === 'stop']).toEqual([result, tone === 'stop'])
      expect([result, signal === 'look' || signal === 'just']).toEqual([result, tone === 'look'])
    }
  })
  test('only a check-in that was not saved stays until staff dismiss it', () => {
    expect(RESULTS.filter((result) => LOOKS[result].holdMs === null)).toEqual(['notSaved'])
  })
  test.each([
    ['en', en],
    ['ar', ar],
    ['fr', fr],
  ])(
    'each word and each instruction is written in %s, and no two words are the same',
    (_, texts) => {
      for (const result of RESULTS) {
        expect(text(texts, LOOKS[result].word)).toMatch(/.{4,}/)
        expect(text(texts, LOOKS[result].instruction)).toMatch(/.{8,}/)
      }
      const words = new Set(RESULTS.map((result) => LOOKS[result].word))
      expect(new Set([...words].map((key) => text(texts, key))).size).toBe(words.size)
    },
  )
  test('each verdict is a result', () => {
    for (const verdict of VERDICTS) expect(LOOKS[verdict].word).toBe(`word.${verdict}`)
  })
})

type Rgb = readonly [number, number, number]
const css = readFileSync(new URL('../../../app/styles/theme.css', import.meta.url), 'utf8')
const linear = (byte: number): number => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
/** Linear light of a token. It must stand once: the dark theme and high contrast do not change it. */
function ground(tone: Tone): Rgb {
  const found = [...css.matchAll(new RegExp(`--color-verdict-${tone}: #([0-9a-f]{6});`, 'g'))]
  expect(found, `--color-verdict-${tone} stands once`).toHaveLength(1)
  const hex = found[0]?.[1] ?? ''
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16)),
  )
  return [red, green, blue]
}
const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue
const ratio = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const EYES = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const
function seenBy(eyes: keyof typeof EYES, rgb: Rgb): Rgb {
  const [red, green, blue] = EYES[eyes].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * (rgb[at] ?? 0), 0),
      ),
    ),
  )
  return [red ?? 0, green ?? 0, blue ?? 0]
}
/** CIE L*a*b*, D65. A distance of 2.3 is just noticeable. */
function lab([red, green, blue]: Rgb): Rgb {
  const f = (value: number): number =>
    value > (6 / 29) ** 3 ? Math.cbrt(value) : value / (3 * (6 / 29) ** 2) + 4 / 29
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const distance = (one: Rgb, other: Rgb): number =>
  Math.hypot(...lab(one).map((value, at) => value - (lab(other)[at] ?? 0)))

const DECIDING = ['good', 'unsure', 'stop'] as const
const ALL = Object.keys(TONES) as Tone[] // the keys of the table
const pairsOf = <T>(list: readonly T[]): readonly (readonly [T, T])[] =>
  list.flatMap((one, at) => list.slice(at + 1).map((other) => [one, other] as const))

describe('the grounds of the results', () => {
  test.each(pairsOf(DECIDING))(
    '%s and %s differ in luminance, for a screen in the sun',
    (one, other) => {
      expect(ratio(luminance(ground(one)), luminance(ground(other)))).toBeGreaterThanOrEqual(1.6)
    },
  )
  test.each(ALL)('the text on %s reaches 7:1', (tone) => {
    const ink = TONES[tone].solid.endsWith('text-black') ? 0 : 1
    expect(ratio(luminance(ground(tone)), ink)).toBeGreaterThanOrEqual(7)
  })
  test.each(
    pairsOf(ALL).flatMap(([one, other]) =>
      (['protanopia', 'deuteranopia'] as const).map((eyes) => [one, other, eyes] as const),
    ),
  )('%s and %s stay apart with %s', (one, other, eyes) => {
    expect(distance(seenBy(eyes, ground(one)), seenBy(eyes, ground(other)))).toBeGreaterThan(20)
  })
})
