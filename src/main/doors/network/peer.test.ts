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
  }
  const { over } = runPeer(channel, {
    group: createGroup('a'.repeat(32), 'general-assembly', () => nowMs),
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
    onSeen: () => undefined,
    hints: () => [],
  })
  return {
    over,
    isClosed: () => isClosed,
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
