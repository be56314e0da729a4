/**
 * Makes any text fit its place on the card, by steps that are measured: first one line, smaller and smaller, then
 * more. Only a text that fits nowhere is cut, and says so; the list under the card holds it whole.
 */
interface FitStep {
  readonly fontPx: number
  readonly lines: number
}
export interface FittedText {
  readonly fontPx: number
  readonly lines: readonly string[]
  readonly cut: boolean
}
export type FitSteps = readonly [FitStep, ...FitStep[]]
const stepsOf = (lines: number, sizes: readonly number[]): FitSteps =>
  sizes.map((fontPx) => ({ fontPx, lines })) as unknown as FitSteps // as many steps as sizes, and there is one at least
export const oneLine = (...sizes: readonly [number, ...number[]]): FitSteps => stepsOf(1, sizes)
export const twoLines = (...sizes: readonly [number, ...number[]]): FitSteps => stepsOf(2, sizes)
export const threeLines = (...sizes: readonly [number, ...number[]]): FitSteps => stepsOf(3, sizes)

/** Width in px of a text at a font size. */
export type Measure = (text: string, fontPx: number) => number

export function fitText(
  text: string,
  widthPx: number,
  steps: FitSteps,
  measure: Measure,
): FittedText {
  for (const { fontPx, lines } of steps) {
    const wrapped = wrap(text, lines, (part) => measure(part, fontPx))
    if (wrapped.every((line) => measure(line, fontPx) <= widthPx))
      return { fontPx, lines: wrapped, cut: false }
  }
  const last = steps.at(-1) ?? steps[0]
  const lines = wrap(text, last.lines, (part) => measure(part, last.fontPx))
  return {
    fontPx: last.fontPx,
    lines: lines.map((line) => cutLine(line, widthPx, last.fontPx, measure)),
    cut: true,
  }
}

/** At most `lines` lines, broken between words so that the longest is as short as can be. */
function wrap(text: string, lines: number, width: (part: string) => number): readonly string[] {
  const words = text.split(' ')
  if (lines === 1 || words.length === 1) return [text]
  let best: readonly string[] = [text]
  let bestWidth = Number.POSITIVE_INFINITY
  for (let split = 1; split < words.length; split += 1) {
    const first = words.slice(0, split).join(' ')
    const rest = wrap(words.slice(split).join(' '), lines - 1, width)
    const widest = Math.max(width(first), ...rest.map(width))
    if (widest < bestWidth) [best, bestWidth] = [[first, ...rest], widest]
  }
  return best
}

function cutLine(line: string, widthPx: number, fontPx: number, measure: Measure): string {
  if (measure(line, fontPx) <= widthPx) return line
  const letters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`, fontPx) > widthPx)
    letters.pop()
  return `${letters.join('').trimEnd()}…`
}

export interface FittedPair {
  readonly fontPx: number
  /** Side by side on one line, or one above the other. */
  readonly stacked: boolean
}

export interface PairSteps {
  readonly gapPx: number
  /** Sizes to try beside each other, then one above the other. */
  readonly besidePx: readonly number[]
  readonly stackedPx: readonly number[]
}

/** The same value in two languages: side by side while there is room, else one above the other. */
export function fitPair(
  widths: (fontPx: number) => readonly [number, number],
  widthPx: number,
  { gapPx, besidePx, stackedPx }: PairSteps,
): FittedPair {
  for (const fontPx of besidePx) {
    const [one, other] = widths(fontPx)
    if (one + gapPx + other <= widthPx) return { fontPx, stacked: false }
  }
  const fontPx =
    stackedPx.find((size) => Math.max(...widths(size)) <= widthPx) ?? stackedPx.at(-1) ?? 0
  return { fontPx, stacked: true }
}
