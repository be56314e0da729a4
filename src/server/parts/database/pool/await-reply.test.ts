import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLostConnection } from '../faults.ts'
import { awaitReply } from './await-reply.ts'

const LOOK_MS = 12_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A statement, and what PostgreSQL says at each look; the last word stays. */
function statement(...words: readonly (boolean | Error)[]) {
  const reply = Promise.withResolvers<string>()
  const looks: number[] = []
  const outcome: { value?: string; error?: unknown } = {}
  const isAtWork = async (): Promise<boolean> => {
    const word = words[Math.min(looks.length, words.length - 1)] ?? false
    looks.push(Date.now())
    if (word instanceof Error) throw word
    return word
  }
  void awaitReply(reply.promise, isAtWork, LOOK_MS).then(
    (value) => void (outcome.value = value),
    (error: unknown) => void (outcome.error = error),
  )
  const pass = (looksMore: number) => vi.advanceTimersByTimeAsync(looksMore * LOOK_MS)
  return { reply, looks, outcome, pass }
}

test('a statement that PostgreSQL is at work on is awaited for hours', async () => {
  const { reply, looks, outcome, pass } = statement(true)
  await pass(1_000)
  expect([looks.length, outcome]).toEqual([1_000, {}])
  reply.resolve('done')
  await pass(0)
  expect(outcome).toEqual({ value: 'done' })
  await pass(10)
  expect(looks).toHaveLength(1_000)
})

test.each([
  ['says no twice', [true, false, false]],
  ['does not answer', [true, new Error('timeout'), new Error('timeout')]],
])('a reply is given up where PostgreSQL %s', async (_, words) => {
  const { outcome, pass } = statement(...words)
  await pass(2)
  expect(outcome).toEqual({})
  await pass(1)
  expect(isLostConnection(outcome.error)).toBe(true)
})

test('one no says little: the reply may be on its way', async () => {
  const { reply, outcome, pass } = statement(false, true, false)
  await pass(3)
  expect(outcome).toEqual({})
  reply.reject(new Error('of the statement'))
  await pass(0)
  expect(outcome.error).toEqual(new Error('of the statement'))
})
