/**
 * Sizes of texts that must not break inside a word: a verdict that is torn in two is misread at a door, and the parts
 * of a name are what staff compare. Pure: widths are estimated from above by the kind of letter, and tests measure them
 * in the browser. The nearest `@container` is the width that is there.
 */
import type { CSSProperties } from 'react'

/** Bold Noto Sans and IBM Plex Sans Arabic: each kind has the width of its widest letter, Arabic that of joined ones. */
const KINDS: readonly (readonly [letters: RegExp, ems: number])[] = [
  [/\p{M}/u, 0],
  [/[MWmwŒÆœæ@%]/u, 1],
  [/[\sIJijlfrt.,:;'’()\-–—!|]/u, 0.45],
  [/[DGHNOQU]/u, 0.82],
  [/\p{Lu}/u, 0.7],
  [/\p{Script=Arabic}/u, 0.62],
]
const OTHER_EMS = 0.66

/** How wide a bold text is, in its own font size, at most. An accent is a mark over its letter. */
export const widthInEms = (text: string): number =>
  [...text.normalize('NFD')].reduce(
    (sum, letter) => sum + (KINDS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_EMS),
    0,
  )

/** `longest`: the part of a name that must fit a line, because lines break at blanks only. */
export const nameEms = (name: string): { readonly longest: number; readonly whole: number } => ({
  longest: Math.max(...name.split(/\s+/u).map(widthInEms), 1),
  whole: Math.max(widthInEms(name), 1),
})

/** One line, as large as the container allows, up to the size in `--word-most`. */
export const wordSize = (word: string): CSSProperties => ({
  fontSize: `min(var(--word-most), ${(100 / widthInEms(word)).toFixed(2)}cqi)`,
  whiteSpace: 'nowrap',
})

const MOST_LINES = 3
/** Lines end early where the next part of the name does not fit. */
const FILLED = 0.75

/**
 * Breaks at blanks only: the longest part fits in a line, and the whole name in three.
 *
 * @param most the size of a short name, a length of CSS
 */
export function nameSize(name: string, most: string): CSSProperties {
  const { longest, whole } = nameEms(name)
  const fits = Math.min(100 / longest, (100 * MOST_LINES * FILLED) / whole)
  return {
    fontSize: `min(${most}, ${fits.toFixed(2)}cqi)`,
    overflowWrap: 'normal',
    wordBreak: 'keep-all',
  }
}
