/** What the public sees of a piece of evidence: boxes over parts of a picture, and warnings before it. */

/** A rectangle in fractions of the upright picture, from its upper left corner. */
export interface Box {
  /** Of a document, from 1; left out it is the first, or the picture. */
  readonly page?: number | undefined
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One picture or page holds so many boxes. */
export const BOXES_MAX = 60
/** All pages of a document together hold so many boxes. */
export const BOXES_IN_ALL_MAX = 1_000
/** A smaller box covers nothing, and cannot be grasped. */
export const BOX_MIN = 0.01
/** Four decimals: less than half a pixel of the largest copy. */
const PARTS = 10_000
const rounded = (value: number): number => Math.round(value * PARTS) / PARTS
const between = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value))

export const isOnPage = (box: Box, page: number): boolean => (box.page ?? 1) === page

/** Whether there are more boxes than one page, or all of them, may have. */
export const areTooMany = (boxes: readonly Box[]): boolean =>
  boxes.length > BOXES_IN_ALL_MAX ||
  [...Map.groupBy(boxes, ({ page = 1 }) => page).values()].some(({ length }) => length > BOXES_MAX)

/** The same box inside the picture, not smaller than a box may be. */
export function fitBox({ x, y, width, height, ...page }: Box): Box {
  const [w, h] = [rounded(between(width, BOX_MIN, 1)), rounded(between(height, BOX_MIN, 1))]
  return {
    ...page,
    x: rounded(between(x, 0, 1 - w)),
    y: rounded(between(y, 0, 1 - h)),
    width: w,
    height: h,
  }
}

export const isInside = ({ x, y, width, height }: Box): boolean =>
  x + width <= 1 + 1 / PARTS && y + height <= 1 + 1 / PARTS

/** What a reader is warned of. */
export const CONTENT_WARNINGS = ['violence', 'injury', 'death', 'sexual', 'children'] as const
export type ContentWarning = (typeof CONTENT_WARNINGS)[number]

/** Evidence is blurred until it is opened, unless staff looked at it and found nothing to warn of. */
export const isBlurredAtFirst = (warnings: readonly ContentWarning[] | null): boolean =>
  warnings === null || warnings.length > 0
