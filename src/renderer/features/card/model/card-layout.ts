/** Places on the front that both the painted ground and the words keep to, in card pixels. */
import { CARD_WIDTH_PX, MARK_PX } from './card-size.ts'

export const HEADER_PX = 43
export const RIBBON_PX = 6
/** Left column: portrait and badge, centred on the widest portrait. */
export const PORTRAIT = { left: 12, width: 96, middle: 149, gap: 6, badgeHeight: 29 } as const
export const TABLE = {
  left: 120,
  columnWidth: 128,
  gap: 12,
  top: 95,
  rowHeight: 28,
  rows: 4,
} as const
export const TABLE_WIDTH = 2 * TABLE.columnWidth + TABLE.gap
export const FOOT_TOP = TABLE.top + TABLE.rows * TABLE.rowHeight
/** Where the mark stands; the page lays a target for the finger over it. */
export const MARK_BOX = { left: CARD_WIDTH_PX - 12 - MARK_PX, top: 213, side: MARK_PX } as const
/** Left edge of the dark part of the back. */
export const BACK_PANEL_LEFT_PX = 250

/** Left top corner of a row's place, in reading order. */
export const rowPlace = (index: number): { readonly left: number; readonly top: number } => ({
  left: TABLE.left + (index % 2) * (TABLE.columnWidth + TABLE.gap),
  top: TABLE.top + Math.floor(index / 2) * TABLE.rowHeight,
})
