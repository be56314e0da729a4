import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/domain/units.ts'
import { append, ids, inKeychain, outboxFixture } from '#tests/support/outbox-fixture.ts'
import type { QueueKey } from './load-queue.ts'

const q = outboxFixture()

describe('keys', () => {
  test('another key: the file stays, a new one begins, staff are told once, and the old key finds its own again', async () => {
    let outbox = await q.open()
    const old = await append(outbox)
    const firstKey = q.key
    outbox = await q.reopen(outbox, { key: inKeychain() })
    expect(outbox.counts().waiting).toBe(0)
    expect(outbox.problem()).toBe('damaged')
    expect(q.logged).toContain('queue.key-changed')
    const made = await append(outbox)
    expect(made.sequence).toBeGreaterThan(old.sequence)
    outbox = await q.reopen(outbox, { key: firstKey })
    expect(ids(outbox)).toEqual([old.id])
    expect((await append(outbox)).sequence).toBeGreaterThan(made.sequence)
  })
  test('without a keychain the file of the keychain is not touched', async () => {
    let outbox = await q.open()
    const old = await append(outbox)
    const path = await q.queueFile()
    const before = await readFile(path)
    outbox = await q.reopen(outbox, { key: { key: randomBytes(32), keptIn: 'memory' } })
    expect(outbox.problem()).toBe('none')
    expect(outbox.counts()).toMatchObject({ waiting: 0, keptIn: 'memory' })
    const inMemory = await append(outbox)
    expect(inMemory.sequence).toBeGreaterThan(old.sequence)
    expect(await readFile(path)).toEqual(before)
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual([old.id])
    expect(outbox.problem()).toBe('damaged') // what waited in memory is lost, and that is said
    expect((await q.files()).some((name) => name.startsWith('queue.unreadable-'))).toBe(true)
    expect((await append(outbox)).sequence).toBeGreaterThan(inMemory.sequence)
  })
  test('a run without a keychain that sent everything leaves no warning behind', async () => {
    const memory = (): QueueKey => ({ key: randomBytes(32), keptIn: 'memory' })
    let outbox = await q.open({ key: memory() })
    const first = await append(outbox)
    await outbox.settle([{ id: first.id, result: 'recorded', first: null }])
    outbox = await q.reopen(outbox, { key: memory() })
    expect(outbox.problem()).toBe('none')
    expect((await append(outbox)).sequence).toBeGreaterThan(first.sequence)
  })
})

describe('thirty days later', () => {
  test('settled entries are removed, conflicts stay thirty days from their reply, and no number is used again', async () => {
    let outbox = await q.open()
    const made = await Promise.all(
      Array.from({ length: 40 }, () => append(outbox, { at: '2026-05-03T11:00:00.000Z' })),
    )
    q.nowMs += 20 * DAY_MS
    await outbox.settle(
      made.map(({ id }, index) => ({
        id,
        result: index === 7 ? 'second' : 'recorded',
        first: null,
      })),
    )
    q.nowMs += 11 * DAY_MS
    const size = (await stat(await q.queueFile())).size
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual([made[7]?.id])
    expect((await stat(await q.queueFile())).size).toBeLessThan(size / 10)
    q.nowMs += 20 * DAY_MS
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual([])
    expect((await append(outbox)).sequence).toBe(41)
    expect(outbox.problem()).toBe('none')
  })
  test('an event of which one check-in waits stays whole', async () => {
    let outbox = await q.open()
    const made = [
      await append(outbox),
      await append(outbox),
      await append(outbox, { eventId: 'other' }),
    ]
    await outbox.settle(
      [made[0], made[2]].map((one) => ({ id: one?.id ?? '', result: 'recorded', first: null })),
    )
    q.nowMs += 90 * DAY_MS
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual(made.slice(0, 2).map(({ id }) => id))
    expect(outbox.firstOf('general-assembly', made[0]?.cardId ?? '')).toEqual(made[0])
  })
  test('an event whose newest check-in is young stays whole', async () => {
    let outbox = await q.open()
    const made = [await append(outbox, { at: '2026-03-01T09:00:00.000Z' }), await append(outbox)]
    await outbox.settle(made.map(({ id }) => ({ id, result: 'recorded', first: null })))
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toHaveLength(2)
  })
})
