/**
 * Capitals as strokes, for words that must be readable in a picture (SPECIMEN, DEMO, the name on a document). SVG text
 * depends on the fonts of the machine, and a small server or a container often has none.
 * Each glyph is a list of polylines on a grid 4 wide and 6 high.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '0,6 0,2 2,0 4,2 4,6|0,4 4,4',
  B: '0,0 0,6 3,6 4,5 4,4 3,3 0,3|0,0 3,0 4,1 4,2 3,3',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2,6 4,4 4,2 2,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '1,0 3,0|2,0 2,6|1,6 3,6',
  J: '4,0 4,5 3,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3.5|1.2,2.6 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  Q: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|2.5,4.5 4,6',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  0: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|1,5 3,1',
  1: '1,1 2,0 2,6|1,6 3,6',
  2: '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  3: '0,0 4,0 2,2.5 3,2.5 4,3.5 4,5 3,6 1,6 0,5',
  4: '3,6 3,0 0,4 4,4',
  5: '4,0 0,0 0,2.5 3,2.5 4,3.5 4,5 3,6 0,6',
  6: '4,0 2,0 0,2 0,5 1,6 3,6 4,5 4,4 3,3 0,3',
  7: '0,0 4,0 1.5,6',
  8: '1,0 3,0 4,1 4,2 3,3 1,3 0,2 0,1 1,0|1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3',
  9: '0,6 2,6 4,4 4,1 3,0 1,0 0,1 0,2 1,3 4,3',
  '-': '0.7,3 3.3,3',
  "'": '2,0 1.6,1.5',
  '.': '2,5.7 2,6',
  '/': '0,6 4,0',
  '<': '4,1 0,3 4,5',
  '+': '2,1.5 2,4.5|0.5,3 3.5,3',
  ':': '2,1.8 2,2|2,4.8 2,5',
}
const ADVANCE = 5.6
const GRID_HEIGHT = 6

/** Upper case without accents, only characters that can be drawn. */
export function drawable(text: string): string {
  return text
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .toUpperCase()
    .replace(/[^A-Z0-9 './<+:-]/g, '')
}

export const letteringWidth = (text: string, heightPx: number): number =>
  Math.max(0, drawable(text).length * ADVANCE - (ADVANCE - 4)) * (heightPx / GRID_HEIGHT)

export type LetteringStyle = {
  readonly colour: string
  readonly weightPx?: number
  readonly opacity?: number
}

/** One `<path>` with its upper left corner at (x, y). */
export function lettering(
  text: string,
  x: number,
  y: number,
  heightPx: number,
  style: LetteringStyle,
): string {
  const scale = heightPx / GRID_HEIGHT
  const number = (value: number): string => String(Math.round(value * 100) / 100)
  const strokes = Array.from(drawable(text)).flatMap((character, index) =>
    (GLYPHS[character] ?? '')
      .split('|')
      .filter((line) => line !== '')
      .map((line) => {
        const points = line.split(' ').map((point) => {
          const [gx = '0', gy = '0'] = point.split(',')
          return `${number(x + (index * ADVANCE + Number(gx)) * scale)} ${number(y + Number(gy) * scale)}`
        })
        return `M${points.join('L')}`
      }),
  )
  const weight = style.weightPx ?? heightPx / 7
  return `<path d="${strokes.join('')}" stroke="${style.colour}" stroke-width="${number(weight)}" fill="none" stroke-linecap="round" stroke-linejoin="round" opacity="${style.opacity ?? 1}"/>`
}

/** Shrinks the letters where the text would not fit into `maxWidthPx`. */
export function fittedLettering(
  text: string,
  x: number,
  y: number,
  heightPx: number,
  maxWidthPx: number,
  style: LetteringStyle,
): string {
  const width = letteringWidth(text, heightPx)
  const height = width > maxWidthPx ? (heightPx * maxWidthPx) / width : heightPx
  return lettering(text, x, y + (heightPx - height) / 2, height, {
    ...style,
    weightPx: style.weightPx ?? height / 7,
  })
}
