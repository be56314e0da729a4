import { expect, test, vi } from 'vitest'
import { movedTimers, settle } from '#tests/support/moved-timers.ts'
import { createConnection, PROBE_OFFLINE_MS, PROBE_ONLINE_MS, type Contact } from './connection.ts'

function line(first: Contact = 'fast') {
  const timers = movedTimers()
  const now = { contact: first }
  const ask = vi.fn(async () => now.contact)
  const onBack = vi.fn()
  const seen: string[] = []
  const connection = createConnection({
    timers,
    ask,
    onBack,
    onChange: () => void seen.push(connection.state()),
  })
  return { timers, now, ask, onBack, seen, connection }
}

test('unknown until it was asked; then once a minute', async () => {
  const { timers, ask, connection, onBack } = line()
  expect(connection.state()).toBe('unknown')
  await connection.probe()
  expect(connection.state()).toBe('online')
  expect(onBack).toHaveBeenCalledTimes(1)
  await timers.pass(PROBE_ONLINE_MS * 3)
  expect(ask).toHaveBeenCalledTimes(4)
})
test('lost by a scan, it is asked for every few seconds until it is back', async () => {
  const { timers, now, ask, connection, onBack, seen } = line()
  await connection.probe()
  now.contact = 'none'
  connection.lost()
  await timers.pass(PROBE_OFFLINE_MS * 3)
  expect([connection.state(), ask.mock.calls.length]).toEqual(['offline', 4])
  now.contact = 'fast'
  await timers.pass(PROBE_OFFLINE_MS)
  expect(connection.state()).toBe('online')
  expect(onBack).toHaveBeenCalledTimes(2)
  expect(seen).toEqual(['online', 'offline', 'online'])
})
test('a line too slow for a door counts as none', async () => {
  const { connection, onBack } = line('slow')
  await connection.probe()
  expect(connection.state()).toBe('offline')
  expect(onBack).not.toHaveBeenCalled()
})
test('one question at a time', async () => {
  const { ask, connection } = line()
  await Promise.all([connection.probe(), connection.probe(), connection.probe()])
  expect(ask).toHaveBeenCalledTimes(1)
})
test('stopped, it asks no more and changes no more', async () => {
  const { timers, ask, connection, seen } = line()
  await connection.probe()
  connection.stop()
  connection.lost()
  await timers.pass(PROBE_ONLINE_MS * 5)
  await settle()
  expect([ask.mock.calls.length, seen]).toEqual([1, ['online']])
})
