/** The card's two families, as `card.css` names them: one measure for the screen, the download and the paper. */
export const CARD_FONTS = {
  latin: "'Noto Sans Variable', 'IBM Plex Sans Arabic', sans-serif",
  arabic: "'IBM Plex Sans Arabic', 'Noto Sans Variable', sans-serif",
} as const

type Script = keyof typeof CARD_FONTS

let pen: CanvasRenderingContext2D | null | undefined
let penFont = ''

function measure(
  text: string,
  script: Script,
  weight: number,
  fontPx: number,
): TextMetrics | undefined {
  pen ??= document.createElement('canvas').getContext('2d')
  if (pen === null) return undefined
  const font = `${weight} ${fontPx}px ${CARD_FONTS[script]}`
  if (font !== penFont) pen.font = font // to set it, the browser looks the family up again
  penFont = font
  return pen.measureText(text)
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
