import { expect, test, vi } from 'vitest'
import { movedTimers } from '#tests/support/moved-timers.ts'
import { createIdleLock } from './idle-lock.ts'

const LOCK_MS = 15 * 60_000

function lock() {
  const timers = movedTimers()
  const onIdle = vi.fn()
  const idle = createIdleLock(timers, LOCK_MS, onIdle)
  idle.restart()
  return { timers, onIdle, idle }
}

test('locks after its minutes without use', async () => {
  const { timers, onIdle } = lock()
  await timers.pass(LOCK_MS - 1)
  expect(onIdle).not.toHaveBeenCalled()
  await timers.pass(1)
  expect(onIdle).toHaveBeenCalledTimes(1)
})
test('each touch puts it off', async () => {
  const { timers, onIdle, idle } = lock()
  for (let minute = 0; minute < 20; minute++) {
    await timers.pass(60_000)
    expect(idle.touched()).toBe(true)
  }
  expect(onIdle).not.toHaveBeenCalled()
})
test('a computer that slept for an hour is locked by the first touch', async () => {
  const { timers, onIdle, idle } = lock()
  timers.setClock(3_600_000)
  expect(idle.touched()).toBe(false)
  expect(onIdle).toHaveBeenCalledTimes(1)
})
test('stopped it does nothing', async () => {
  const { timers, onIdle, idle } = lock()
  idle.stop()
  await timers.pass(LOCK_MS * 2)
  expect(onIdle).not.toHaveBeenCalled()
})
