/**
 * The ground of the card: paper, a woven tray as watermark, header, ribbon and hairlines, in card pixels. A canvas
 * and not CSS, because html2canvas copies a canvas exactly and reads gradients and masks its own way.
 */
import {
  BACK_PANEL_LEFT_PX,
  FOOT_TOP,
  HEADER_PX,
  RIBBON_PX,
  rowPlace,
  TABLE,
  TABLE_WIDTH,
} from '../../model/card-layout.ts'
import { CARD_HEIGHT_PX, CARD_WIDTH_PX } from '../../model/card-size.ts'

type Pen = CanvasRenderingContext2D

const ON_PAPER: TrayColours = ['#0d5f4110', '#d99a1c1c', '#b0212b0f']
const ON_GREEN: TrayColours = ['#ffffff0d', '#f2b62c14', '#ffffff0d']

export function paintFront(pen: Pen): void {
  pen.fillStyle = gradient(pen, [0, HEADER_PX, 0, CARD_HEIGHT_PX], ['#fffffc', '#f5f3e6'])
  pen.fillRect(0, 0, CARD_WIDTH_PX, CARD_HEIGHT_PX)
  paintTray(pen, { x: 262, y: 166, radius: 118, colours: ON_PAPER })
  pen.fillStyle = gradient(pen, [0, 0, CARD_WIDTH_PX, 0], ['#0d5f41', '#07402a'])
  pen.fillRect(0, 0, CARD_WIDTH_PX, HEADER_PX)
  inside(pen, [0, 0, CARD_WIDTH_PX, HEADER_PX], () =>
    paintTray(pen, { x: 222, y: 22, radius: 62, colours: ON_GREEN }),
  )
  paintWeave(pen, { left: 0, top: HEADER_PX, length: CARD_WIDTH_PX, thickness: RIBBON_PX })
  pen.fillStyle = '#d8dacb'
  for (let index = 0; index < 2 * TABLE.rows; index += 1) {
    const { left, top } = rowPlace(index)
    pen.fillRect(left, top - 2, TABLE.columnWidth, 0.5)
  }
  pen.fillRect(TABLE.left, FOOT_TOP - 2, TABLE_WIDTH, 0.5)
}

export function paintBack(pen: Pen): void {
  // Pure white under the code: its quiet zone must not end where a pattern begins.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, CARD_WIDTH_PX, CARD_HEIGHT_PX)
  const width = CARD_WIDTH_PX - BACK_PANEL_LEFT_PX
  pen.fillStyle = gradient(pen, [0, 0, 0, CARD_HEIGHT_PX], ['#0d5f41', '#07402a'])
  pen.fillRect(BACK_PANEL_LEFT_PX, 0, width, CARD_HEIGHT_PX)
  inside(pen, [BACK_PANEL_LEFT_PX, 0, width, CARD_HEIGHT_PX], () =>
    paintTray(pen, { x: BACK_PANEL_LEFT_PX + width, y: 125, radius: 118, colours: ON_GREEN }),
  )
  pen.save()
  pen.translate(BACK_PANEL_LEFT_PX + RIBBON_PX, 0)
  pen.rotate(Math.PI / 2)
  paintWeave(pen, { left: 0, top: 0, length: CARD_HEIGHT_PX, thickness: RIBBON_PX })
  pen.restore()
}

function gradient(
  pen: Pen,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  [from, to]: readonly [string, string],
): CanvasGradient {
  const colours = pen.createLinearGradient(x0, y0, x1, y1)
  colours.addColorStop(0, from)
  colours.addColorStop(1, to)
  return colours
}

function inside(
  pen: Pen,
  [x, y, width, height]: readonly [number, number, number, number],
  paint: () => void,
): void {
  pen.save()
  pen.beginPath()
  pen.rect(x, y, width, height)
  pen.clip()
  paint()
  pen.restore()
}

// The association's woven pattern (the baskets of Darfur and Kordofan, as in the interface's `Tray` and `weave.svg`)
// for a canvas: the band under the header and the tray behind the text.

interface Weave {
  readonly left: number
  readonly top: number
  readonly length: number
  readonly thickness: number
}
const TRIANGLES = ['#0d5f41', '#f2b62c', '#b0212b'] as const

/** A black band of triangles in green, yellow and red, each with a white diamond: the five colours of the flag. */
function paintWeave(pen: Pen, { left, top, length, thickness }: Weave): void {
  pen.save()
  pen.beginPath()
  pen.rect(left, top, length, thickness)
  pen.clip()
  pen.fillStyle = '#101713'
  pen.fillRect(left, top, length, thickness)
  const bottom = top + thickness
  const half = thickness * 0.29
  for (let index = 0; index * 2 * thickness < length; index += 1) {
    const middle = left + (index * 2 + 1) * thickness
    pen.fillStyle = TRIANGLES[index % TRIANGLES.length] ?? TRIANGLES[0]
    polygon(pen, [middle - thickness, bottom], [middle, top], [middle + thickness, bottom])
    pen.fillStyle = '#ffffff'
    polygon(
      pen,
      [middle, bottom - 2 * half],
      [middle + half, bottom - half],
      [middle, bottom],
      [middle - half, bottom - half],
    )
  }
  pen.restore()
}

type TrayColours = readonly [string, string, string]
interface TrayPlace {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colours: TrayColours
}

/** Rings of triangles and diamonds; shares of the radius. */
const RINGS = [
  { shape: 'triangle', count: 36, from: 0.79, to: 0.98, shift: 0, colour: 0 },
  { shape: 'diamond', count: 36, from: 0.9, to: 0.98, shift: 0.5, colour: 1 },
  { shape: 'triangle', count: 24, from: 0.74, to: 0.55, shift: 0, colour: 1 },
  { shape: 'diamond', count: 24, from: 0.58, to: 0.71, shift: 0.5, colour: 2 },
  { shape: 'triangle', count: 18, from: 0.34, to: 0.49, shift: 0, colour: 0 },
  { shape: 'diamond', count: 18, from: 0.41, to: 0.49, shift: 0.5, colour: 1 },
] as const

function paintTray(pen: Pen, { x, y, radius, colours }: TrayPlace): void {
  const at = (share: number, turn: number): readonly [number, number] => {
    const angle = turn * 2 * Math.PI
    return [x + share * radius * Math.sin(angle), y - share * radius * Math.cos(angle)]
  }
  for (const { shape, count, from, to, shift, colour } of RINGS) {
    pen.fillStyle = colours[colour]
    for (let index = 0; index < count; index += 1) {
      const turn = (index + shift) / count
      const aside = 1 / count / (shape === 'triangle' ? 2 : 3)
      const middle = (from + to) / 2
      if (shape === 'triangle')
        polygon(pen, at(from, turn - aside), at(to, turn), at(from, turn + aside))
      else
        polygon(
          pen,
          at(from, turn),
          at(middle, turn - aside),
          at(to, turn),
          at(middle, turn + aside),
        )
    }
  }
}

function polygon(pen: Pen, ...corners: readonly (readonly [number, number])[]): void {
  pen.beginPath()
  for (const [x, y] of corners) pen.lineTo(x, y)
  pen.fill()
}
