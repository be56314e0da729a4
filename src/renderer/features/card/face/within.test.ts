import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { within } from './within.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('returns the value', async () => {
  await expect(within(1000, Promise.resolve('photo'))).resolves.toBe('photo')
})
it('returns undefined for a failure', async () => {
  await expect(within(1000, Promise.reject(new Error('404')))).resolves.toBeUndefined()
})
it('waits no longer than the limit', async () => {
  const result = within(15_000, new Promise<string>(() => undefined))
  await vi.advanceTimersByTimeAsync(15_000)
  await expect(result).resolves.toBeUndefined()
})
