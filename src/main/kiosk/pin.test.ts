import { expect, test, vi } from 'vitest'
import { movedTimers } from '#tests/support/moved-timers.ts'
import { createPins, PinHash, readPin, createPinGate, triesLeft, waitAfter } from './pin.ts'

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
  ['48 29 16', '482916'],
  ['\u202a482916\u202c', '482916'],
  ['48-29-16', undefined],
  ['abcdef', undefined],
  ['', undefined],
])('%j is read as %j', (typed, pin) => expect(readPin(typed)).toBe(pin))
test.each([
  { salt: '', hash: '' },
  { salt: 'a'.repeat(22), hash: 'a'.repeat(42) },
  { salt: '!'.repeat(22), hash: 'a'.repeat(43) },
])('%j is no hash', (damaged) => expect(PinHash.safeParse(damaged).success).toBe(false))

const RIGHT = '482916'
const WRONG = '000000'

function gate(wrong = 0) {
  const timers = movedTimers()
  const kept: number[] = []
  const matches = vi.fn(async (pin: string) => pin === RIGHT)
  const made = createPinGate({
    wrong,
    matches,
    keep: async (count) => void kept.push(count),
    monotonicMs: timers.monotonicMs,
  })
  const wrongOnes = async (count: number) => {
    for (let tried = 0; tried < count; tried++) await made.try(WRONG)
  }
  return { timers, kept, matches, try: (pin: string | undefined) => made.try(pin), wrongOnes }
}

test.each([
  [0, 0],
  [4, 0],
  [5, 60],
  [6, 120],
  [7, 240],
  [8, 480],
  [9, 900],
  [10, 900],
  [5_000, 900],
])('after %d wrong ones the wait is %d s', (wrong, waitS) => expect(waitAfter(wrong)).toBe(waitS))
test('tries left never fall below zero', () =>
  expect([0, 3, 5, 9].map(triesLeft)).toEqual([5, 2, 0, 0]))

test('a wrong PIN says how many tries are left; the right one starts anew', async () => {
  const pin = gate()
  expect(await pin.try(WRONG)).toEqual({ ok: false, triesLeft: 4, waitS: 0 })
  expect(await pin.try(RIGHT)).toEqual({ ok: true })
  expect(await pin.try(WRONG)).toEqual({ ok: false, triesLeft: 4, waitS: 0 })
})
test('after five the right PIN has to wait as well, and is not compared', async () => {
  const pin = gate()
  await pin.wrongOnes(5)
  expect(await pin.try(RIGHT)).toEqual({ ok: false, triesLeft: 0, waitS: 60 })
  expect(pin.matches).toHaveBeenCalledTimes(5)
  await pin.timers.pass(59_999)
  expect(await pin.try(RIGHT)).toEqual({ ok: false, triesLeft: 0, waitS: 1 })
  await pin.timers.pass(1)
  expect(await pin.try(RIGHT)).toEqual({ ok: true })
})
test('tries during the wait do not lengthen it', async () => {
  const pin = gate()
  await pin.wrongOnes(50)
  expect(await pin.try(WRONG)).toEqual({ ok: false, triesLeft: 0, waitS: 60 })
  expect(pin.kept.at(-1)).toBe(5)
})
test('the clock set back or forward changes nothing', async () => {
  const pin = gate()
  await pin.wrongOnes(5)
  pin.timers.setClock(86_400_000)
  expect(await pin.try(RIGHT)).toMatchObject({ ok: false, waitS: 60 })
  pin.timers.setClock(-3 * 86_400_000)
  expect(await pin.try(RIGHT)).toMatchObject({ ok: false, waitS: 60 })
})
test('a restart begins the whole wait anew', async () => {
  expect(await gate(6).try(RIGHT)).toEqual({ ok: false, triesLeft: 0, waitS: 120 })
})
test('a try counts before it is compared: ending the app during a try gains nothing', async () => {
  const kept: number[] = []
  const never = new Promise<boolean>(() => undefined)
  const cut = createPinGate({
    wrong: 2,
    matches: () => never,
    keep: async (count) => void kept.push(count),
    monotonicMs: () => 0,
  })
  void cut.try(RIGHT)
  await vi.waitFor(() => expect(kept).toEqual([3]))
})
test('simultaneous tries are compared one after another', async () => {
  const pin = gate()
  const answers = await Promise.all(Array.from({ length: 100 }, () => pin.try(WRONG)))
  expect(pin.matches).toHaveBeenCalledTimes(5)
  expect(answers.at(-1)).toEqual({ ok: false, triesLeft: 0, waitS: 60 })
})
test('input that cannot be a PIN costs no try', async () => {
  const pin = gate()
  expect(await pin.try(undefined)).toEqual({ ok: false, triesLeft: 5, waitS: 0 })
  expect(pin.kept).toEqual([])
})
test('a failing comparison does not unlock', async () => {
  const broken = createPinGate({
    wrong: 0,
    matches: () => Promise.reject(new Error('memory')),
    keep: async () => undefined,
    monotonicMs: () => 0,
  })
  await expect(broken.try(RIGHT)).rejects.toThrow('memory')
  await expect(broken.try(RIGHT)).rejects.toThrow('memory')
})
