import { expect, test, vi } from 'vitest'
import { movedTimers, settle } from '#tests/support/moved-timers.ts'
import {
  createServerReach,
  PROBE_OFFLINE_MS,
  PROBE_ONLINE_MS,
  type Contact,
} from './server-reach.ts'

function line(first: Contact = 'fast') {
  const timers = movedTimers()
  const now = { contact: first }
  const ask = vi.fn(async () => now.contact)
  const onBack = vi.fn()
  const seen: string[] = []
  const reach = createServerReach({
    timers,
    ask,
    onBack,
    onChange: () => void seen.push(reach.state()),
  })
  return { timers, now, ask, onBack, seen, reach }
}

test('the reach is unknown until the first call; then there is one call a minute', async () => {
  const { timers, ask, reach, onBack } = line()
  expect(reach.state()).toBe('unknown')
  await reach.probe()
  expect(reach.state()).toBe('online')
  expect(onBack).toHaveBeenCalledTimes(1)
  await timers.pass(PROBE_ONLINE_MS * 3)
  expect(ask).toHaveBeenCalledTimes(4)
})
test('after a failed scan the server is called every few seconds until it responds', async () => {
  const { timers, now, ask, reach, onBack, seen } = line()
  await reach.probe()
  now.contact = 'none'
  reach.lost()
  await timers.pass(PROBE_OFFLINE_MS * 3)
  expect([reach.state(), ask.mock.calls.length]).toEqual(['offline', 4])
  now.contact = 'fast'
  await timers.pass(PROBE_OFFLINE_MS)
  expect(reach.state()).toBe('online')
  expect(onBack).toHaveBeenCalledTimes(2)
  expect(seen).toEqual(['online', 'offline', 'online'])
})
test('a connection that is too slow for a door counts as away', async () => {
  const { reach, onBack } = line('slow')
  await reach.probe()
  expect(reach.state()).toBe('offline')
  expect(onBack).not.toHaveBeenCalled()
})
test('the server is called once at a time', async () => {
  const { ask, reach } = line()
  await Promise.all([reach.probe(), reach.probe(), reach.probe()])
  expect(ask).toHaveBeenCalledTimes(1)
})
test('after a stop nothing is called and nothing changes', async () => {
  const { timers, ask, reach, seen } = line()
  await reach.probe()
  reach.stop()
  reach.lost()
  await timers.pass(PROBE_ONLINE_MS * 5)
  await settle()
  expect([ask.mock.calls.length, seen]).toEqual([1, ['online']])
})
