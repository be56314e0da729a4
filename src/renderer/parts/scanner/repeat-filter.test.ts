import { expect, test } from 'vitest'
import { createRepeatFilter, LEFT_VIEW_AFTER_MS } from './repeat-filter.ts'

type Look = readonly [atMs: number, text: string | null, reported: boolean]

test.each<readonly [string, readonly Look[]]>([
  [
    'a card held in view is reported once',
    [
      [0, 'A', true],
      [33, 'A', false],
      [900, 'A', false],
      [2_000, 'A', false],
      [3_400, 'A', false],
    ],
  ],
  [
    'a blurred moment is no leaving',
    [
      [0, 'A', true],
      [33, null, false],
      [1_400, null, false],
      [1_499, 'A', false],
    ],
  ],
  [
    'a card that left the view and came back is a new check',
    [
      [0, 'A', true],
      [500, null, false],
      [LEFT_VIEW_AFTER_MS, 'A', true],
    ],
  ],
  [
    'absence counts from the last time it was seen',
    [
      [0, 'A', true],
      [1_400, 'A', false],
      [2_800, 'A', false],
      [4_300, 'A', true],
    ],
  ],
  [
    'another card is reported at once',
    [
      [0, 'A', true],
      [33, 'B', true],
    ],
  ],
  [
    'and the first again after the other',
    [
      [0, 'A', true],
      [33, 'B', true],
      [66, 'A', true],
      [99, 'A', false],
    ],
  ],
])('%s', (_rule, looks) => {
  const filter = createRepeatFilter()
  expect(looks.map(([atMs, text]) => filter.isNew(text, atMs))).toEqual(
    looks.map(([, , reported]) => reported),
  )
})

test('reset forgets what was held', () => {
  const filter = createRepeatFilter()
  expect([filter.isNew('A', 0), filter.isNew('A', 10)]).toEqual([true, false])
  filter.reset()
  expect(filter.isNew('A', 20)).toBe(true)
})
