import { expect, test } from 'vitest'
import { BOX_MIN, BOXES_MAX, fitBox } from '#shared/domain/report/public-copy-rules.ts'
import {
  addBox,
  boxBetween,
  boxByKey,
  changeBox,
  redo,
  removeBox,
  startWith,
  undo,
} from './box-steps.ts'

const BOX = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }

test('each step can be undone and redone, and a new one ends the redo', () => {
  const added = addBox(startWith([]), BOX)
  const moved = changeBox(added, 0, { ...BOX, x: 0.1 })
  const removed = removeBox(moved, 0)
  expect(removed.present).toEqual([])
  expect(undo(removed).present).toEqual([{ ...BOX, x: 0.1 }])
  expect(undo(undo(undo(removed))).present).toEqual([])
  expect(undo(startWith([BOX]))).toEqual(startWith([BOX]))
  expect(redo(undo(removed)).present).toEqual([])
  const other = addBox(undo(removed), BOX)
  expect(redo(other)).toEqual(other)
})

test('a box stays inside the picture and keeps a least size', () => {
  expect(fitBox({ x: -1, y: 0.95, width: 0.5, height: 0.5 })).toEqual({
    x: 0,
    y: 0.5,
    width: 0.5,
    height: 0.5,
  })
  expect(fitBox({ x: 0.5, y: 0.5, width: 0, height: 2 })).toEqual({
    x: 0.5,
    y: 0,
    width: BOX_MIN,
    height: 1,
  })
  expect(boxBetween({ x: 0.5, y: 0.25 }, { x: 0.25, y: 0.75 })).toEqual({
    x: 0.25,
    y: 0.25,
    width: 0.25,
    height: 0.5,
  })
})

test('arrows move a box, with Shift they change its size, and other keys do nothing', () => {
  expect(boxByKey(BOX, 'ArrowLeft', false)).toEqual({ ...BOX, x: 0.39 })
  expect(boxByKey(BOX, 'ArrowDown', true)).toEqual({ ...BOX, height: 0.21 })
  expect(boxByKey({ ...BOX, x: 0.8 }, 'ArrowRight', false)).toEqual({ ...BOX, x: 0.8 })
  expect(boxByKey(BOX, 'a', false)).toBeUndefined()
})

test('boxes of a document name their page, and the first one is that of a picture', () => {
  const steps = addBox(addBox(startWith([]), BOX, 1), BOX, 3)
  expect(steps.present).toEqual([BOX, { ...BOX, page: 3 }])
  expect(boxByKey({ ...BOX, page: 3 }, 'ArrowLeft', false)).toEqual({ ...BOX, x: 0.39, page: 3 })
})

test('there are no more boxes than the server takes', () => {
  const full = startWith(Array.from({ length: BOXES_MAX }, () => BOX))
  expect(addBox(full, BOX)).toBe(full)
  expect(addBox(full, BOX, 2).present).toHaveLength(BOXES_MAX + 1) // another page
})
