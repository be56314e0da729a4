import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { projectionOf, type Quad } from './geometry.ts'
import { solveSymmetric } from './grid-equaliser.ts'
import { refineQuad } from './grid-sampler.ts'
import { alignmentCentres, gridTemplate, MARGIN } from './grid-template.ts'
import type { GrayImage } from './image.ts'

/** Versions with their numbers of alignment marks as in annex E of the standard. */
test.each([
  [1, []],
  [2, [6, 18]],
  [7, [6, 22, 38]],
  [10, [6, 28, 50]],
  [22, [6, 26, 50, 74, 98]],
  [32, [6, 34, 60, 86, 112, 138]],
  [40, [6, 30, 58, 86, 114, 142, 170]],
])('alignment marks of version %i', (version, centres) => {
  expect(alignmentCentres(version)).toEqual(centres)
})

test.each([1, 2, 7, 8, 10, 25, 40])(
  'known modules of version %i agree with a drawn code',
  (version) => {
    const { size, data } = QRCode.create('WLD', { version, errorCorrectionLevel: 'L' }).modules
    const template = gridTemplate(version)
    if (template === null) throw new Error('no template')
    expect(template.size).toBe(size)
    const wrong = [...template.cells].filter((cell) => {
      const row = Math.floor(cell / template.side) - MARGIN
      const column = (cell % template.side) - MARGIN
      const inside = row >= 0 && column >= 0 && row < size && column < size
      return (template.known[cell] === 1) !== (inside && Boolean(data[row * size + column]))
    })
    expect(wrong).toEqual([])
  },
)

test('there is no template for a version that does not exist', () => {
  expect([0, 41, 1.5, Number.NaN].map(gridTemplate)).toEqual([null, null, null, null])
})

const QUAD: Quad = {
  topLeft: { x: 40, y: 30 },
  topRight: { x: 230, y: 42 },
  bottomRight: { x: 215, y: 240 },
  bottomLeft: { x: 36, y: 222 },
}

test('the projection maps the corners of the grid onto those of the quad', () => {
  const { a, b, c, d, e, f, g, h } = projectionOf(QUAD, 45)
  const map = (u: number, v: number): number[] => [
    (a * u + b * v + c) / (g * u + h * v + 1),
    (d * u + e * v + f) / (g * u + h * v + 1),
  ]
  for (const [u, v, corner] of [
    [0, 0, QUAD.topLeft],
    [45, 0, QUAD.topRight],
    [45, 45, QUAD.bottomRight],
    [0, 45, QUAD.bottomLeft],
  ] as const) {
    const [x, y] = map(u, v)
    expect(x).toBeCloseTo(corner.x, 6)
    expect(y).toBeCloseTo(corner.y, 6)
  }
})

test('refineQuad finds the corners from half a module off', () => {
  const { size, data } = QRCode.create('WLD', { version: 7, errorCorrectionLevel: 'L' }).modules
  const modulePx = 5
  const at = 40
  const side = size * modulePx + 2 * at
  const image: GrayImage = {
    width: side,
    height: side,
    data: new Uint8ClampedArray(side * side).fill(230),
  }
  for (let y = 0; y < size * modulePx; y++) {
    for (let x = 0; x < size * modulePx; x++) {
      if (data[Math.floor(y / modulePx) * size + Math.floor(x / modulePx)])
        image.data[(y + at) * side + x + at] = 30
    }
  }
  const end = at + size * modulePx
  const start: Quad = {
    topLeft: { x: at + 2, y: at - 2 },
    topRight: { x: end - 2, y: at + 2 },
    bottomRight: { x: end + 2, y: end - 1 },
    bottomLeft: { x: at - 2, y: end + 2 },
  }
  const template = gridTemplate(7)
  if (template === null) throw new Error('no template')
  const { quad, agreement } = refineQuad(image, start, template)
  expect(agreement).toBeGreaterThan(0.98)
  // Modules without blur look the same from any point inside them: half a module is the best possible accuracy.
  expect(Math.abs(quad.topLeft.x - at)).toBeLessThan(modulePx / 2)
  expect(Math.abs(quad.bottomRight.y - end)).toBeLessThan(modulePx / 2)
})

test('solveSymmetric solves', () => {
  const right = Float64Array.of(1, 2, 3)
  solveSymmetric(Float64Array.of(4, 0, 0, 1, 3, 0, 0.5, 0.2, 2), right, 3)
  const [x = 0, y = 0, z = 0] = right
  expect(
    [4 * x + y + 0.5 * z, x + 3 * y + 0.2 * z, 0.5 * x + 0.2 * y + 2 * z].map(
      (value) => Math.round(value * 1e9) / 1e9,
    ),
  ).toEqual([1, 2, 3])
})
