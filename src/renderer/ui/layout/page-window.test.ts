import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

test.each<[number, number, string]>([
  [1, 1, '1'],
  [1, 4, '1 2 3 4'],
  [3, 4, '1 2 3 4'],
  [1, 10, '1 2 gap 10'],
  [1, 5, '1 2 gap 5'],
  [4, 10, '1 2 3 4 5 gap 10'],
  [5, 10, '1 gap 4 5 6 gap 10'],
  [7, 10, '1 gap 6 7 8 9 10'],
  [10, 10, '1 gap 9 10'],
])('page %i of %i: %s', (page, pages, expected) =>
  expect(pageWindow(page, pages).join(' ')).toBe(expected),
)
