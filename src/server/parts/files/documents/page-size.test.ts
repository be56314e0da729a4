import { expect, test } from 'vitest'
import { pageSizePx } from './page-size.ts'

test.each([
  ['A4', 595, 842, { width: 1190, height: 1684 }],
  ['a poster of A0', 2384, 3370, { width: 1698, height: 2400 }],
  ['the largest page of the format', 14_400, 14_400, { width: 2400, height: 2400 }],
  ['a line', 14_400, 0.1, { width: 2400, height: 1 }],
  ['no width', 0, 842, undefined],
  ['no number', Number.NaN, 842, undefined],
  ['no end', Number.POSITIVE_INFINITY, 842, undefined],
])('a page is drawn within the limits: %s', (_title, width, height, size) =>
  expect(pageSizePx(width, height)).toEqual(size),
)
