import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startScheduler } from './scheduler.ts'

const EVERY_MS = 5_000
const log = { warn: vi.fn() }

describe('the scheduler', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function start(work: () => Promise<void> = async () => undefined) {
    const run = vi.fn(work)
    return { run, scheduler: startScheduler([{ name: 'job', everyMs: EVERY_MS, run }], log) }
  }

  test('repeats a job, also after it failed', async () => {
    const { run } = start(() => Promise.reject(new Error('no')))
    await vi.advanceTimersByTimeAsync(EVERY_MS * 3 + 10)
    expect(run).toHaveBeenCalledTimes(3)
    expect(log.warn).toHaveBeenCalled()
  })
  test('runs it soon after a wake, once for many', async () => {
    const { run, scheduler } = start()
    for (let times = 0; times < 5; times += 1) scheduler.wake('job')
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(500)
    expect(run).toHaveBeenCalledTimes(1)
  })
  test('never runs it twice at a time; a wake meanwhile means once more', async () => {
    let finish = (): void => undefined
    const { run, scheduler } = start(() => new Promise((resolve) => void (finish = resolve)))
    scheduler.wake('job')
    await vi.advanceTimersByTimeAsync(500)
    scheduler.wake('job')
    await vi.advanceTimersByTimeAsync(EVERY_MS * 3)
    expect(run).toHaveBeenCalledTimes(1)
    finish()
    await vi.advanceTimersByTimeAsync(500)
    expect(run).toHaveBeenCalledTimes(2)
  })
  test('stops after the run under way', async () => {
    let finish = (): void => undefined
    const { run, scheduler } = start(() => new Promise((resolve) => void (finish = resolve)))
    scheduler.wake('job')
    await vi.advanceTimersByTimeAsync(500)
    let stopped = false
    const stop = scheduler.stop().then(() => (stopped = true))
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(stopped).toBe(false)
    finish()
    await stop
    scheduler.wake('job')
    await vi.advanceTimersByTimeAsync(EVERY_MS * 3)
    expect(run).toHaveBeenCalledTimes(1)
  })
})
