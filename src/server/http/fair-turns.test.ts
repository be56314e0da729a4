import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createNetworkTurns, createUsedUp } from './fair-turns.ts'

test('calls of one network wait for their turn, and those of another do not', async () => {
  const turns = createNetworkTurns({ atOnce: 2, waitingMax: 1 })
  const [first, second] = [await turns.enter('home'), await turns.enter('home')]
  let hasThird = false
  const third = turns.enter('home').then((end) => {
    hasThird = true
    return end
  })
  expect(await turns.enter('home'), 'too many wait').toBeUndefined()
  expect(await turns.enter('elsewhere')).toBeTypeOf('function')
  expect(hasThird).toBe(false)
  first?.()
  expect(hasThird, 'the event loop turns before the next call').toBe(false)
  const endThird = await third
  first?.() // twice: no second turn is freed
  await setImmediate()
  await setImmediate()
  let hasFourth = false
  const fourth = turns.enter('home').then((end) => {
    hasFourth = true
    return end
  })
  await setImmediate()
  await setImmediate()
  expect(hasFourth).toBe(false)
  second?.()
  expect(await fourth).toBeTypeOf('function')
  endThird?.()
})

test('a used-up quota is remembered for a second, and never past its window', () => {
  let nowMs = 0
  const usedUp = createUsedUp({ now: () => new Date(nowMs) })
  usedUp.note('long', 30)
  usedUp.note('short', 0.5)
  expect(usedUp.look('unknown')).toBeUndefined()
  expect(usedUp.look('long')).toBe(30)
  expect(usedUp.look('short')).toBe(1)
  nowMs = 600
  expect(usedUp.look('long')).toBe(30)
  expect(usedUp.look('short')).toBeUndefined()
  nowMs = 1_000
  expect(usedUp.look('long')).toBeUndefined()
})

test('a quota that was used up while the clock was a day ahead is not remembered for that day', () => {
  let nowMs = 86_400_000
  const usedUp = createUsedUp({ now: () => new Date(nowMs) })
  usedUp.note('ahead', 30)
  nowMs = 0
  expect(usedUp.look('ahead')).toBeUndefined()
})
