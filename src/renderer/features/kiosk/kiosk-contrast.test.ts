import { readFileSync } from 'node:fs' // oxlint-disable-line no-restricted-imports -- a test, on Node: vitest answers an empty text for style sheets that are imported
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./kiosk.css', import.meta.url), 'utf8')
const colours = Object.fromEntries(
  [...css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})\s*;/g)].map(([, name = '', hex = '']) => [
    name,
    hex,
  ]),
)

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(first: string, second: string): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].toSorted(
    (one, other) => other - one,
  )
  return (high + 0.05) / (low + 0.05)
}

const GROUNDS = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'brand-soft',
  'success-soft',
  'warning-soft',
  'danger-soft',
  'info-soft',
]
const TEXTS = [
  'ink',
  'muted',
  'brand',
  'accent',
  'success',
  'warning',
  'danger',
  'info',
  'line-strong',
  'focus',
]
const SOLIDS = ['brand', 'success', 'warning', 'danger', 'info', 'sun']

test.each([
  ...GROUNDS.flatMap((ground) => TEXTS.map((text) => [text, ground] as const)),
  ...SOLIDS.map((solid) => [solid === 'sun' ? 'on-sun' : 'on-brand', solid] as const),
  ['canvas', 'muted'] as const, // a card that was not checked
])('high contrast: %s on %s reaches 7', (text, ground) => {
  const [first, second] = [colours[text], colours[ground]]
  expect(first, `--color-${text} is missing`).toBeDefined()
  expect(second, `--color-${ground} is missing`).toBeDefined()
  expect(contrast(first ?? '', second ?? '')).toBeGreaterThanOrEqual(7)
})

test('the three colours of the verdicts differ from each other on black', () => {
  expect(new Set([colours['success'], colours['warning'], colours['danger']]).size).toBe(3)
})
