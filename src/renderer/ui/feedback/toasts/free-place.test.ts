import { expect, test } from 'vitest'
import { type Area, coveredBy, freePlace } from './free-place.ts'

const area = (left: number, top: number, width: number, height: number): Area => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const WIDE = {
  size: { width: 300, height: 50 },
  within: area(0, 60, 1000, 700),
  layers: [],
  sides: ['right', 'middle', 'left'],
  from: 'top',
} as const

test('with nothing in the way, toasts stand in the preferred corner', () => {
  expect(freePlace(WIDE)).toEqual(area(700, 60, 300, 50))
  expect(freePlace({ ...WIDE, from: 'bottom' })).toEqual(area(700, 710, 300, 50))
})

test('a control moves them down its side to the first free place', () => {
  const button = area(900, 70, 100, 44)
  const place = freePlace({ ...WIDE, layers: [[button]] })
  expect(place).toMatchObject({ left: 700 })
  expect(place?.top).toBeGreaterThanOrEqual(button.bottom)
  expect(place?.top).toBeLessThan(button.bottom + 20)
})

test('an empty place on another side is better than text on this one', () => {
  expect(freePlace({ ...WIDE, layers: [[], [area(660, 0, 340, 800)]] })).toMatchObject({
    left: 350,
  })
})

test('text is covered before a control, and the least of it', () => {
  const controls = [area(0, 0, 1000, 400)]
  const words = [area(0, 400, 1000, 200), area(0, 600, 600, 200)]
  expect(freePlace({ ...WIDE, layers: [controls, words] })).toMatchObject({ left: 700 })
  const full = [area(0, 0, 1000, 400), area(0, 500, 1000, 300)]
  const place = freePlace({ ...WIDE, layers: [full, [area(0, 0, 1000, 800)]] })
  expect(place).toBeDefined()
  expect(coveredBy(place ?? area(0, 0, 0, 0), full)).toBe(0)
})

test('where everything is full, they still stand somewhere in the window', () => {
  const place = freePlace({ ...WIDE, layers: [[area(0, 0, 1000, 800)]] })
  expect(place?.bottom).toBeLessThanOrEqual(760)
})

test('a window that is lower than the toasts shows their beginning', () => {
  expect(freePlace({ ...WIDE, within: area(0, 60, 1000, 30) })?.top).toBe(60)
})
