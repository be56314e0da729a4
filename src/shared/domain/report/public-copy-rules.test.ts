import { expect, test } from 'vitest'
import {
  areTooMany,
  BOX_MIN,
  BOXES_MAX,
  fitBox,
  isBlurredAtFirst,
  isInside,
} from './public-copy-rules.ts'

const BOX = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }

test.each([
  ['a box inside stays', BOX, BOX],
  ['beyond the right and the lower edge', { ...BOX, x: 0.9, y: 0.8 }, { ...BOX, x: 0.7, y: 0.6 }],
  ['beyond the left and the upper edge', { ...BOX, x: -1, y: -0.1 }, { ...BOX, x: 0, y: 0 }],
  [
    'wider and higher than the picture',
    { x: 0.1, y: 0.2, width: 2, height: 3 },
    { x: 0, y: 0, width: 1, height: 1 },
  ],
  [
    'too small to be grasped',
    { ...BOX, width: 0, height: -1 },
    { ...BOX, width: BOX_MIN, height: BOX_MIN },
  ],
  [
    'four decimals',
    { x: 0.123_456, y: 0.000_04, width: 0.333_333, height: 0.666_66 },
    { x: 0.1235, y: 0, width: 0.3333, height: 0.6667 },
  ],
])('a box is fitted: %s', (_what, box, fitted) => {
  expect(fitBox(box)).toEqual(fitted)
  expect(isInside(fitBox(box))).toBe(true)
})

test.each([
  ['as many as one page may have, on each of ten', 10, BOXES_MAX, false],
  ['one more on a page', 1, BOXES_MAX + 1, true],
  ['more than a document may have', 20, BOXES_MAX, true],
])('boxes of a document: %s', (_what, pages, each, tooMany) => {
  const boxes = Array.from({ length: pages }, (_, index) =>
    Array.from({ length: each }, () => ({ ...BOX, page: index + 1 })),
  ).flat()
  expect(areTooMany(boxes)).toBe(tooMany)
})

test('a box may pass the edge by what rounding adds, on each side', () => {
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  expect(isInside(whole)).toBe(true)
  expect(isInside({ ...whole, x: 0.0001 })).toBe(true)
  expect(isInside({ ...whole, y: 0.0001 })).toBe(true)
  expect(isInside({ ...whole, x: 0.0002 })).toBe(false)
  expect(isInside({ ...whole, y: 0.0002 })).toBe(false)
  expect(isInside({ ...whole, width: 1.0002 })).toBe(false)
  expect(isInside({ ...whole, height: 1.0002 })).toBe(false)
})

test('evidence is blurred until staff found nothing to warn of', () => {
  expect(isBlurredAtFirst(null)).toBe(true)
  expect(isBlurredAtFirst(['injury'])).toBe(true)
  expect(isBlurredAtFirst([])).toBe(false)
})
