import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectionQueue } from './connection-queue.ts'

const LIMITS = { size: 2, stalledMs: 2_500, waitMaxMs: 10_000 }
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** `count` callers that come at once; each notes its number when it is admitted or refused. */
function callers(count: number) {
  const queue = createConnectionQueue(LIMITS)
  const admitted: number[] = []
  const refused: number[] = []
  const leaves: ((worked: boolean) => void)[] = []
  for (let number = 0; number < count; number += 1)
    void queue.enter().then(
      (leave) => void (admitted.push(number), leaves.push(leave)),
      () => refused.push(number),
    )
  const leaveOne = async (worked = true): Promise<void> => {
    leaves.shift()?.(worked)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { admitted, refused, leaveOne }
}

test('admits as many as there are connections, then one for each that leaves, in their order', async () => {
  const { admitted, leaveOne } = callers(5)
  await vi.advanceTimersByTimeAsync(0)
  expect(admitted).toEqual([0, 1])
  await leaveOne()
  expect(admitted).toEqual([0, 1, 2])
  await leaveOne()
  await leaveOne()
  expect(admitted).toEqual([0, 1, 2, 3, 4])
})

test('a burst waits longer than the limit of a silent server while connections are handed on', async () => {
  const { admitted, refused, leaveOne } = callers(6)
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.advanceTimersByTimeAsync(LIMITS.stalledMs - 100)
    await leaveOne()
  }
  expect(admitted).toEqual([0, 1, 2, 3, 4, 5])
  expect(refused).toEqual([])
})

test.each([
  ['none is handed on', undefined],
  ['those that are handed on were lost', false],
])('refuses when %s for that time', async (_, worked) => {
  const { refused, leaveOne } = callers(4)
  await vi.advanceTimersByTimeAsync(LIMITS.stalledMs - 100)
  if (worked !== undefined) await leaveOne(worked)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(refused).toEqual(worked === undefined ? [2, 3] : [3])
})

test('refuses after the longest wait in any case', async () => {
  const { admitted, refused, leaveOne } = callers(10)
  for (let turn = 0; turn < 5; turn += 1) {
    await vi.advanceTimersByTimeAsync(LIMITS.waitMaxMs / 5)
    await leaveOne()
  }
  expect(admitted).toEqual([0, 1, 2, 3, 4, 5])
  expect(refused).toEqual([6, 7, 8, 9])
})

test('a place that nobody waited for is free again', async () => {
  const queue = createConnectionQueue(LIMITS)
  for (let round = 0; round < 3; round += 1) {
    const leaves = await Promise.all([queue.enter(), queue.enter()])
    for (const leave of leaves) leave(true)
  }
})
