import { readFileSync } from 'node:fs' // oxlint-disable-line no-restricted-imports -- a test runs in Node only
import { describe, expect, it } from 'vitest'

/** html2canvas 1.4.1 reads no newer CSS; what it cannot read it draws wrongly or not at all (see card.css). */
describe('the card’s style sheet', () => {
  const css = readFileSync(new URL('card.css', import.meta.url), 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\//g,
    '',
  )

  it.each([
    ['letter-spacing', /letter-spacing/],
    ['pseudo-elements', /::?(before|after)/],
    ['colour functions', /\b(rgba?|hsla?|oklch|oklab|lab|lch|color|color-mix|var)\(/],
    ['relative lengths', /\d(rem|em|vw|vh|%|ch)\b/],
    ['logical sides, flex and grid', /inline-|block-|display:\s*(flex|grid)/],
  ])('uses no %s', (_, pattern) => {
    expect(css).not.toMatch(pattern)
  })

  it('is exactly 400 by 250 px', () => {
    expect(css).toMatch(/\.idc-card \{[^}]*width: 400px;\s*height: 250px;/)
  })
})
