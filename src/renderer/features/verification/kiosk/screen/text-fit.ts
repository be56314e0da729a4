/** How wide a text is at most, in its own font size. Pure: the style sheet divides the room by it. */
import { nameScript } from './name-script.ts'

/** Bold Noto Sans and IBM Plex Sans Arabic, measured in the browser, with some room: "UNKNOWN" has the widest letters. */
const CAPITAL_EM = 0.74
const SMALL_EM = 0.62
/** A part of a name has fewer narrow letters to even out an "m". */
const PART_EM = 0.68
const ARABIC_EM = 0.58
/** Lines that a long name may take. The last one is never full. */
const NAME_LINES = 1.9

const emsOf = (text: string, latinEm: number): number =>
  [...text].length * (nameScript(text).lang === 'ar' ? ARABIC_EM : latinEm)

/** One line, with an icon before it. */
export const wordEms = (word: string): number => 1.3 + emsOf(word, CAPITAL_EM)

/** `part`: the longest part, which must fit a line. */
export function nameEms(name: string): { readonly part: number; readonly line: number } {
  const parts = name
    .trim()
    .split(/\s+/)
    .map((part) => emsOf(part, PART_EM))
  return { part: Math.max(...parts), line: emsOf(name, SMALL_EM) / NAME_LINES }
}
