import { describe, expect, test } from 'vitest'
import type { Box } from './public-copy-rules.ts'
import { isRelease, releasesWorkOfOthers, stricter, type StateOfHistory } from './release-rules.ts'

const FACE = { x: 0.4, y: 0.1, width: 0.2, height: 0.1 }
const LARGER = { x: 0.3, y: 0, width: 0.4, height: 0.4 }
const PLATE = { x: 0.1, y: 0.8, width: 0.2, height: 0.1 }
const MOVED = { ...FACE, x: 0.5 }
const shown = (boxes: readonly Box[], heldBack = false) => ({ heldBack, boxes })

describe('what makes more public', () => {
  test.each([
    ['a box is taken off', shown([FACE, PLATE]), shown([PLATE]), true],
    ['a box is moved', shown([FACE]), shown([MOVED]), true],
    ['a box becomes smaller', shown([LARGER]), shown([FACE]), true],
    ['a piece is released', shown([], true), shown([]), true],
    ['a piece is released and covered', shown([], true), shown([FACE]), true],
    ['a box goes to another page', shown([FACE]), shown([{ ...FACE, page: 2 }]), true],
    ['a box names the first page', shown([FACE]), shown([{ ...FACE, page: 1 }]), false],
    ['a box becomes larger', shown([FACE]), shown([LARGER]), false],
    ['a box is added', shown([FACE]), shown([FACE, PLATE]), false],
    ['the boxes have another order', shown([FACE, PLATE]), shown([PLATE, FACE]), false],
    ['a piece is held back', shown([FACE]), shown([FACE], true), false],
  ] as const)('%s: %#', (_case, before, after, wanted) =>
    expect(isRelease(before, after)).toBe(wanted),
  )
})

test('the part that hides more does not wait', () => {
  expect(stricter(shown([FACE]), shown([PLATE], true))).toEqual(shown([FACE, PLATE], true))
  expect(stricter(shown([LARGER], true), shown([FACE]))).toEqual(shown([LARGER], true))
})

describe('whose work a release undoes', () => {
  const by = (who: number | null, boxes: readonly (typeof FACE)[], heldBack = false) =>
    ({ by: who, ...shown(boxes, heldBack) }) satisfies StateOfHistory
  test.each([
    ['the own box', [by(1, [FACE])], shown([]), false],
    ['the box of another', [by(2, [FACE])], shown([]), true],
    ['the box of an erased account', [by(null, [FACE])], shown([]), true],
    [
      'the own box beside one of another',
      [by(2, [PLATE]), by(1, [PLATE, FACE])],
      shown([PLATE]),
      false,
    ],
    ['a larger own box over one of another', [by(2, [FACE]), by(1, [LARGER])], shown([]), true],
    ['the own hold', [by(1, [], true)], shown([]), false],
    ['the hold of another', [by(2, [], true)], shown([]), true],
    [
      'the hold of another, kept since',
      [by(2, [], true), by(1, [FACE], true)],
      shown([FACE]),
      true,
    ],
    [
      'a hold of another that ended',
      [by(2, [], true), by(2, []), by(1, [], true)],
      shown([]),
      false,
    ],
    ['nothing was changed before', [], shown([]), false],
  ] as const)('%s', (_case, history, after, wanted) =>
    expect(releasesWorkOfOthers(history, after, 1)).toBe(wanted),
  )
})
