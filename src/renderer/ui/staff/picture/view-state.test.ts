import { expect, test } from 'vitest'
import { moveBy, nextContrast, toggleZoom, turn, WHOLE, ZOOM_MAX, zoomBy } from './view-state.ts'

test('zooming stays between the smallest and the largest size', () => {
  expect(zoomBy(WHOLE, -1)).toEqual(WHOLE)
  expect(zoomBy(WHOLE, 1).zoom).toBeCloseTo(1.4)
  expect(zoomBy(WHOLE, 50).zoom).toBe(ZOOM_MAX)
})

test('a whole picture does not move, an enlarged one moves up to its edge', () => {
  expect(moveBy(WHOLE, 0.3, 0.3)).toEqual(WHOLE)
  const close = { ...WHOLE, zoom: 3 }
  expect(moveBy(close, 0.4, -0.2)).toMatchObject({ x: 0.4, y: -0.2 })
  expect(moveBy(close, 9, -9)).toMatchObject({ x: 1, y: -1 })
})

test('zooming out returns to the middle', () => {
  const corner = moveBy({ ...WHOLE, zoom: 3 }, 1, 1)
  expect(toggleZoom(corner)).toEqual(WHOLE)
  expect(toggleZoom(WHOLE).zoom).toBeGreaterThan(2)
})

test('four turns equal none', () => {
  expect([1, 2, 3, 4].reduce((view) => turn(view), WHOLE)).toEqual(WHOLE)
  expect(turn(WHOLE).quarterTurns).toBe(1)
})

test('contrast goes round, and leaves the rest of the view', () => {
  const close = moveBy({ ...WHOLE, zoom: 3 }, 0.4, 0)
  const strong = nextContrast(close)
  expect(strong).toEqual({ ...close, contrast: 'strong' })
  expect(nextContrast(strong).contrast).toBe('inverted')
  expect(nextContrast(nextContrast(strong))).toEqual(close)
  expect(turn(strong).contrast).toBe('strong')
})
