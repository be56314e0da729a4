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
} from '../card-layout.ts'
import { CARD_HEIGHT_PX, CARD_WIDTH_PX } from '../card-size.ts'
import { paintTray, paintWeave, type TrayColours } from './weave.ts'

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
