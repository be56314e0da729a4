import { expect, test } from 'vitest'
import { createPins, PinHash, readPin } from './pin.ts'

const pins = createPins()

test('the right PIN matches, every other one does not', async () => {
  const hash = await pins.hash('482916')
  expect(await pins.matches('482916', hash)).toBe(true)
  expect(await pins.matches('482917', hash)).toBe(false)
  expect(await pins.matches('4829160', hash)).toBe(false)
  expect(await pins.matches('', hash)).toBe(false)
})
test('the same PIN never gives the same hash, nor itself', async () => {
  const [one, two] = [await pins.hash('482916'), await pins.hash('482916')]
  expect(one).not.toEqual(two)
  expect(JSON.stringify(one)).not.toContain('482916')
  expect(PinHash.parse(one)).toEqual(one)
})
test.each([
  ['٤٨٢٩١٦', '482916'],
  ['۴۸۲۹۱۶', '482916'],
  [' 482916 ', '482916'],
  ['48291', undefined],
  ['4829161234567', undefined],
  ['48 29 16', undefined],
  ['abcdef', undefined],
  ['', undefined],
])('%j is read as %j', (typed, pin) => expect(readPin(typed)).toBe(pin))
test.each([
  { salt: '', hash: '' },
  { salt: 'a'.repeat(22), hash: 'a'.repeat(42) },
  { salt: '!'.repeat(22), hash: 'a'.repeat(43) },
])('%j is no hash', (damaged) => expect(PinHash.safeParse(damaged).success).toBe(false))
