/** The card's two families, as `card.css` names them: one measure for the screen, the download and the paper. */
export const CARD_FONTS = {
  latin: "'Noto Sans Variable', 'IBM Plex Sans Arabic', sans-serif",
  arabic: "'IBM Plex Sans Arabic', 'Noto Sans Variable', sans-serif",
} as const

type Script = keyof typeof CARD_FONTS

let pen: CanvasRenderingContext2D | null | undefined
let penFont = ''

/**
 * By font and text. A card has 230 of them and asks 630 times: a label is measured for its place and for its line, each
 * line needs its baseline, and a face is drawn again when the photo comes. To change the font is what takes the time.
 */
const measured = new Map<string, TextMetrics>()
const MOST_MEASURED = 2_000

/** Fonts that come after the card was drawn have other widths. */
function forgetWhenFontsCome(): void {
  document.fonts.addEventListener('loadingdone', () => measured.clear())
}

function measure(
  text: string,
  script: Script,
  weight: number,
  fontPx: number,
): TextMetrics | undefined {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d')
    forgetWhenFontsCome()
  }
  if (pen === null) return undefined
  const font = `${weight} ${fontPx}px ${CARD_FONTS[script]}`
  const key = `${font}|${text}`
  const known = measured.get(key)
  if (known !== undefined) return known
  if (font !== penFont) pen.font = font // to set it, the browser looks the family up again
  penFont = font
  const metrics = pen.measureText(text)
  if (measured.size >= MOST_MEASURED) measured.clear()
  measured.set(key, metrics)
  return metrics
}

export const measureText = (text: string, script: Script, weight: number, fontPx: number): number =>
  measure(text, script, weight, fontPx)?.width ?? 0

/**
 * How far below the top of its line a text stands: browsers round ascent and descent and share the rest of the line
 * between above and below. Known, so that English and Arabic beside each other stand on one baseline.
 */
export function baselineInLine(
  script: Script,
  weight: number,
  fontPx: number,
  lineHeightPx: number,
): number {
  const metrics = measure('A', script, weight, fontPx)
  const ascent = Math.round(metrics?.fontBoundingBoxAscent ?? fontPx)
  const descent = Math.round(metrics?.fontBoundingBoxDescent ?? 0)
  return Math.floor((lineHeightPx - ascent - descent) / 2) + ascent
}
