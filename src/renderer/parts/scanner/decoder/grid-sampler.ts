import { projectionOf, type Projection, type Quad } from './geometry.ts'
import { MARGIN, type GridTemplate } from './grid-template.ts'
import type { GrayImage } from './image.ts'

// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

/** Gray at a point of the picture (pixel centres at .5), bilinear, the edge repeated. */
function grayAt(image: GrayImage, x: number, y: number): number {
  const { width, height, data } = image
  let left = x - 0.5
  let top = y - 0.5
  if (!(left > 0)) left = 0 // also NaN
  else if (left > width - 1.001) left = width - 1.001
  if (!(top > 0)) top = 0
  else if (top > height - 1.001) top = height - 1.001
  const column = left | 0
  const row = top | 0
  const fx = left - column
  const fy = top - row
  const at = row * width + column
  const upper = data[at]! * (1 - fx) + data[at + 1]! * fx
  const lower = data[at + width]! * (1 - fx) + data[at + width + 1]! * fx
  return upper * (1 - fy) + lower * fy
}

function sampleAt(image: GrayImage, map: Projection, u: number, v: number): number {
  const w = map.g * u + map.h * v + 1
  return grayAt(image, (map.a * u + map.b * v + map.c) / w, (map.d * u + map.e * v + map.f) / w)
}

/**
 * How well the known modules agree with the picture there: correlation, -1 to 1; negative for a light-on-dark code.
 * `every` thins the modules out, for a first estimate.
 */
export function gridAgreement(
  image: GrayImage,
  quad: Quad,
  template: GridTemplate,
  every = 1,
): number {
  const { cells, centresU, centresV, known } = template
  const map = projectionOf(quad, template.size)
  let sum = 0
  let sumSquares = 0
  let knownSum = 0
  let product = 0
  let count = 0
  for (let i = 0; i < cells.length; i += every) {
    const gray = sampleAt(image, map, centresU[i]!, centresV[i]!)
    const light = -known[cells[i]!]!
    count++
    sum += gray
    sumSquares += gray * gray
    knownSum += light
    product += gray * light
  }
  const covariance = product - (sum * knownSum) / count
  const variances = (sumSquares - (sum * sum) / count) * (count - (knownSum * knownSum) / count)
  return variances > 0 ? covariance / Math.sqrt(variances) : 0
}

/** Corners come as whole pixels of a coarse fit, wrong by up to about a module: from large steps to small, in modules. */
const REFINE_STEPS = [
  { step: 0.8, every: 4 },
  { step: 0.4, every: 3 },
  { step: 0.2, every: 2 },
  { step: 0.1, every: 1 },
] as const
const ROUNDS_A_STEP = 2
const CORNERS = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const
const DIRECTIONS = [
  { dx: 1, dy: 0 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: 0, dy: -1 },
] as const

/** Moves the corners, one coordinate at a time, to where the known modules agree best. */
export function refineQuad(
  image: GrayImage,
  start: Quad,
  template: GridTemplate,
): { quad: Quad; agreement: number } {
  const sign = gridAgreement(image, start, template) < 0 ? -1 : 1
  const modulePx =
    Math.hypot(start.topRight.x - start.topLeft.x, start.topRight.y - start.topLeft.y) /
    template.size
  let quad = start
  let best = 0
  for (const { step, every } of REFINE_STEPS) {
    best = gridAgreement(image, quad, template, every) * sign
    for (let round = 0; round < ROUNDS_A_STEP; round++) {
      const before = best
      for (const corner of CORNERS) {
        for (const { dx, dy } of DIRECTIONS) {
          const { x, y } = quad[corner]
          const moved = {
            ...quad,
            [corner]: { x: x + dx * step * modulePx, y: y + dy * step * modulePx },
          }
          const agreement = gridAgreement(image, moved, template, every) * sign
          if (agreement > best) {
            best = agreement
            quad = moved
          }
        }
      }
      if (best === before) break
    }
  }
  return { quad, agreement: best * sign }
}

const TAP = 0.22 // of a module, off its centre: averages noise, stays clear of the neighbours

/** Mean gray of every module, margin included, into `out` (side * side). */
export function sampleGrid(
  image: GrayImage,
  quad: Quad,
  template: GridTemplate,
  out: Float32Array,
): void {
  const { side, size } = template
  const map = projectionOf(quad, size)
  let cell = 0
  for (let row = 0; row < side; row++) {
    const v = row - MARGIN + 0.5
    for (let column = 0; column < side; column++) {
      const u = column - MARGIN + 0.5
      const sum =
        sampleAt(image, map, u, v) +
        sampleAt(image, map, u - TAP, v - TAP) +
        sampleAt(image, map, u + TAP, v - TAP) +
        sampleAt(image, map, u - TAP, v + TAP) +
        sampleAt(image, map, u + TAP, v + TAP)
      out[cell] = sum / 5
      cell++
    }
  }
}
