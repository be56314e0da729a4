import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import {
  type Crop,
  cropArea,
  firstCrop,
  moveBy,
  PORTRAIT_SHAPE,
  portraitSize,
  ZOOM_MAX,
  zoomTo,
} from './crop.ts'

const LANDSCAPE = { width: 4_000, height: 3_000 }
const TALL = { width: 3_000, height: 4_000 }

test.each([
  ['a wide photo: its whole height', LANDSCAPE, { y: 0, width: 2_400, height: 3_000 }],
  [
    'a tall photo: its whole width, and more of its top than of its bottom',
    TALL,
    { x: 0, y: 75, width: 3_000, height: 3_750 },
  ],
])('the first crop shows, of %s', (_, size, expected) => {
  const area = cropArea(size, firstCrop(size))
  for (const [side, pixels] of Object.entries(expected))
    expect(area[side as keyof typeof area]).toBeCloseTo(pixels, 6)
})

test('pulling to the right shows more of the left', () => {
  const crop = firstCrop(LANDSCAPE)
  expect(moveBy(LANDSCAPE, crop, 0.1, 0).x).toBeLessThan(crop.x)
})

test('zooming keeps what lies under the fingers', () => {
  const before = zoomTo(LANDSCAPE, firstCrop(LANDSCAPE), 2)
  const at = { x: 0.6, y: 0.4 }
  const under = (crop: Crop) => {
    const area = cropArea(LANDSCAPE, crop)
    return [area.x + at.x * area.width, area.y + at.y * area.height]
  }
  const after = zoomTo(LANDSCAPE, before, 3, at)
  under(after).forEach((value, axis) =>
    expect(value).toBeCloseTo(under(before)[axis] ?? Number.NaN, 6),
  )
})

describe('whatever the hand does', () => {
  const step = fc.oneof(
    fc.record({
      right: fc.double({ min: -3, max: 3, noNaN: true }),
      down: fc.double({ min: -3, max: 3, noNaN: true }),
    }),
    fc.record({
      zoom: fc.double({ min: 0.01, max: 20, noNaN: true }),
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  )
  const size = fc.record({
    width: fc.integer({ min: 1, max: 9_000 }),
    height: fc.integer({ min: 1, max: 9_000 }),
  })

  test('the frame stays inside the photo and keeps its shape', () =>
    fc.assert(
      fc.property(size, fc.array(step, { maxLength: 30 }), (picture, steps) => {
        const crop = steps.reduce<Crop>(
          (now, move) =>
            'zoom' in move
              ? zoomTo(picture, now, move.zoom, move)
              : moveBy(picture, now, move.right, move.down),
          firstCrop(picture),
        )
        const { x, y, width, height } = cropArea(picture, crop)
        const slack = 1e-6 * Math.max(picture.width, picture.height)
        expect(x).toBeGreaterThanOrEqual(-slack)
        expect(y).toBeGreaterThanOrEqual(-slack)
        expect(x + width).toBeLessThanOrEqual(picture.width + slack)
        expect(y + height).toBeLessThanOrEqual(picture.height + slack)
        expect(width / height).toBeCloseTo(PORTRAIT_SHAPE, 6)
        expect(crop.zoom).toBeGreaterThanOrEqual(1)
        expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX)
      }),
    ))
})

test.each([
  [
    { width: 3_000, height: 3_750 },
    { width: 1_280, height: 1_600 },
  ],
  [
    { width: 400, height: 500 },
    { width: 400, height: 500 },
  ],
  [
    { width: 0.8, height: 1 },
    { width: 1, height: 1 },
  ],
])('a part of %o is sent as %o', (part, sent) => expect(portraitSize(part)).toEqual(sent))
