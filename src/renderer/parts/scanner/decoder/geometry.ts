import type { Rectangle } from './image.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Corners of a code in picture pixels, clockwise as seen on an upright code. */
export interface Quad {
  readonly topLeft: Point
  readonly topRight: Point
  readonly bottomRight: Point
  readonly bottomLeft: Point
}

export function cornersOf(quad: Quad): readonly [Point, Point, Point, Point] {
  return [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft]
}

export function mapQuad(quad: Quad, map: (corner: Point) => Point): Quad {
  return {
    topLeft: map(quad.topLeft),
    topRight: map(quad.topRight),
    bottomRight: map(quad.bottomRight),
    bottomLeft: map(quad.bottomLeft),
  }
}

export function boundingBox(quad: Quad): Rectangle {
  const corners = cornersOf(quad)
  const left = Math.min(...corners.map((corner) => corner.x))
  const top = Math.min(...corners.map((corner) => corner.y))
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map((corner) => corner.x)) - left,
    height: Math.max(...corners.map((corner) => corner.y)) - top,
  }
}

const SMALLEST_AREA_PX = 40 // zxing's local threshold needs five blocks of eight pixels

/** A square around a box, `factor` times its longer side, cut at the picture's edge; even sides, so that it can be halved. */
export function areaAround(
  box: Rectangle,
  factor: number,
  picture: { width: number; height: number },
): Rectangle | null {
  const side = Math.max(box.width, box.height) * factor
  const x = Math.max(0, Math.floor(box.x + box.width / 2 - side / 2))
  const y = Math.max(0, Math.floor(box.y + box.height / 2 - side / 2))
  const width = Math.min(picture.width - x, Math.ceil(side)) & ~1
  const height = Math.min(picture.height - y, Math.ceil(side)) & ~1
  return width > SMALLEST_AREA_PX && height > SMALLEST_AREA_PX ? { x, y, width, height } : null
}

/** A perspective map from the square (0, 0)-(side, side) to the quad: x = (a u + b v + c) / (g u + h v + 1), y alike. */
export interface Projection {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
  readonly g: number
  readonly h: number
}

export function projectionOf(quad: Quad, side: number): Projection {
  const { topLeft, topRight, bottomRight, bottomLeft } = quad
  const dx1 = topRight.x - bottomRight.x
  const dx2 = bottomLeft.x - bottomRight.x
  const dx3 = topLeft.x - topRight.x + bottomRight.x - bottomLeft.x
  const dy1 = topRight.y - bottomRight.y
  const dy2 = bottomLeft.y - bottomRight.y
  const dy3 = topLeft.y - topRight.y + bottomRight.y - bottomLeft.y
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / determinant
  const h = (dx1 * dy3 - dx3 * dy1) / determinant
  return {
    a: (topRight.x - topLeft.x + g * topRight.x) / side,
    b: (bottomLeft.x - topLeft.x + h * bottomLeft.x) / side,
    c: topLeft.x,
    d: (topRight.y - topLeft.y + g * topRight.y) / side,
    e: (bottomLeft.y - topLeft.y + h * bottomLeft.y) / side,
    f: topLeft.y,
    g: g / side,
    h: h / side,
  }
}

/** Mean size of a module along the two upper and left edges, in the units of the quad. */
export function moduleSize({ topLeft, topRight, bottomLeft }: Quad, version: number): number {
  const top = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y)
  const left = Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y)
  return (top + left) / 2 / (17 + 4 * version)
}
