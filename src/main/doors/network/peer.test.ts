import { expect, test } from 'vitest'
import { createGroup } from '../group/group.ts'
import type { Channel } from './channel.ts'
import { runPeer } from './peer.ts'

/** A connection to a door that says what the test says, and a clock that the test moves. */
function connected() {
  let nowMs = 0
  let beat = (): void => undefined
  let hear = (_message: unknown): void => undefined
  let isClosed = false
  let pieces = 0
  const channel: Channel = {
    door: 'b'.repeat(64),
    host: '10.0.0.2',
    send: () => undefined,
    next: () => new Promise((resolve) => (hear = resolve)),
    allow: () => undefined,
    close: () => {
      isClosed = true
      hear(undefined)
    },
    end: () => undefined,
    fault: () => undefined,
    pieces: () => pieces,
  }
  const { over } = runPeer(channel, {
    group: createGroup({
      id: 'a'.repeat(32),
      eventId: 'general-assembly',
      own: 'c'.repeat(64),
      nowMs: () => nowMs,
    }),
    timers: {
      now: () => new Date(nowMs),
      monotonicMs: () => nowMs,
      after: (_delayMs, run) => {
        beat = run
        return () => undefined
      },
    },
    ownPort: 1,
    onRecords: async () => ({ rubbish: undefined, dropped: 0 }),
    onHello: () => undefined,
    onView: () => undefined,
    onOut: () => undefined,
    onSeen: () => undefined,
    hints: () => [],
  })
  return {
    over,
    isClosed: () => isClosed,
    drips: () => void (pieces += 1),
    beatAfter: (ms: number) => {
      nowMs += ms
      beat()
    },
    async says(message: object) {
      hear(message)
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}

test('a door that says nothing for some beats is away', async () => {
  const peer = connected()
  for (let count = 0; count < 4; count += 1) peer.beatAfter(2_000)
  expect(peer.isClosed()).toBe(true)
  expect(await peer.over).toBeUndefined()
})

test('a door that answers stays, also where a beat of this door comes a minute late', async () => {
  const peer = connected()
  peer.beatAfter(60_000)
  expect(peer.isClosed()).toBe(false)
  for (let count = 0; count < 8; count += 1) {
    await peer.says({ t: 'ping' }) // oxlint-disable-line no-await-in-loop -- one beat after the other
    peer.beatAfter(2_000)
  }
  expect(peer.isClosed()).toBe(false)
})

test('a door that sends a message which never ends is closed, as one that floods', async () => {
  const peer = connected()
  for (let count = 0; count < 4; count += 1) {
    peer.drips()
    peer.beatAfter(2_000)
  }
  expect(peer.isClosed()).toBe(true)
  expect(await peer.over).toBe('a message that does not end')
})

test('a network that is gone in the middle of a message is no fault of the other door', async () => {
  const peer = connected()
  peer.drips()
  for (let count = 0; count < 4; count += 1) peer.beatAfter(2_000)
  expect(peer.isClosed()).toBe(true)
  expect(await peer.over).toBeUndefined()
})
