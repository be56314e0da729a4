/**
 * Sizes of texts that must not break inside a word: a verdict that is torn in two is misread at a door, and the parts
 * of a name are what staff compare. Pure: widths are estimated from above by the kind of letter, and tests measure them
 * in the browser. The nearest `@container` is the width that is there.
 */
import type { CSSProperties } from 'react'

const WIDE = /[MWMŒÆ@%]/u
const NARROW = /[\sIijlft.,:;'’()\-–—!|]/u
const CAPITAL = /\p{Lu}/u
const ARABIC = /\p{Script=Arabic}/u
const MARK = /\p{M}/u

function emsOf(letter: string): number {
  if (MARK.test(letter)) return 0
  if (WIDE.test(letter)) return 1
  if (NARROW.test(letter)) return 0.44
  if (CAPITAL.test(letter)) return 0.78
  return ARABIC.test(letter) ? 0.62 : 0.66
}

/** How wide a bold text is, in its own font size, at most. */
export const widthInEms = (text: string): number =>
  [...text].reduce((sum, letter) => sum + emsOf(letter), 0)

/** One line, as large as the container allows, up to the size in `--word-most`. */
export const wordSize = (word: string): CSSProperties => ({
  fontSize: `min(var(--word-most), ${(100 / widthInEms(word)).toFixed(2)}cqi)`,
  whiteSpace: 'nowrap',
})

const MOST_LINES = 3
/** Lines end early where the next part of the name does not fit. */
const FILLED = 0.75

/** Breaks at blanks only: the longest part fits in a line, and the whole name in three. */
export function nameSize(name: string, maxRem: number): CSSProperties {
  const longest = Math.max(...name.split(/\s+/u).map(widthInEms), 1)
  const whole = Math.max(widthInEms(name), 1)
  const fits = Math.min(100 / longest, (100 * MOST_LINES * FILLED) / whole)
  return {
    fontSize: `min(${maxRem}rem, ${fits.toFixed(2)}cqi)`,
    overflowWrap: 'normal',
    wordBreak: 'keep-all',
  }
}
