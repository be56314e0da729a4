import { readFileSync } from 'node:fs' // oxlint-disable-line no-restricted-imports -- a test, on Node: vitest returns an empty text for style sheets that are imported
import { describe, expect, test } from 'vitest'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const css = read('./theme.css')

/** `--color-name: #hex` of a block. */
const colours = (block: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...block.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})\s*;/g)].map(
      ([, name = '', hex = '']) => [name, hex],
    ),
  )

const darkStart = css.indexOf("[data-theme='dark'] {")
const light = colours(css.slice(0, darkStart))
const dark = { ...light, ...colours(css.slice(darkStart, css.indexOf('}', darkStart))) }

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** WCAG 2.2 contrast ratio. */
function contrast(first: string, second: string): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken']
const TEXT_ON_GROUND = [
  'ink',
  'muted',
  'brand',
  'brand-strong',
  'accent',
  'success',
  'warning',
  'danger',
  'info',
]
const SOLIDS = ['brand', 'brand-strong', 'accent', 'success', 'warning', 'danger', 'info']
const TONES = ['success', 'warning', 'danger', 'info', 'brand']

/** Text needs 4.5, the edge of a control and the focus mark 3 (WCAG 1.4.3, 1.4.11). */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...GROUNDS.flatMap((ground) => TEXT_ON_GROUND.map((text) => [text, ground, 4.5] as const)),
  ...SOLIDS.map((solid) => ['on-brand', solid, 4.5] as const),
  ...TONES.flatMap((tone) => [tone, 'ink'].map((text) => [text, `${tone}-soft`, 4.5] as const)),
  ['on-sun', 'sun', 4.5],
  ...['on-night', 'night-muted', 'sun'].flatMap((text) => [
    [text, 'night', 4.5] as const,
    [text, 'night-raised', 4.5] as const,
  ]),
  ...GROUNDS.flatMap((ground) => [
    ['line-strong', ground, 3] as const,
    ['focus', ground, 3] as const,
  ]),
]

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the %s theme', (_, theme) => {
  test.each(PAIRS)('%s on %s reaches %d', (text, ground, least) => {
    const [first, second] = [theme[text], theme[ground]]
    expect(first, `--color-${text} is missing`).toBeDefined()
    expect(second, `--color-${ground} is missing`).toBeDefined()
    expect(contrast(first ?? '', second ?? '')).toBeGreaterThanOrEqual(least)
  })
})

test('the style sheets hold no colour that the drawing library of the card cannot read', () => {
  for (const sheet of [css, read('./base.css'), read('./fonts.css')]) {
    const rules = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    expect(rules).not.toMatch(/oklch|oklab|color-mix|\blab\(|\blch\(|color\(/)
  }
})

test('dark names no colour that light does not have', () => {
  expect(Object.keys(dark).filter((name) => !(name in light))).toEqual([])
})
