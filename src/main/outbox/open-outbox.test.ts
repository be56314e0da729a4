import { readdir, readFile, stat } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import {
  append,
  failingDisk,
  ids,
  outboxFixture,
  sequences,
} from '#tests/support/outbox-fixture.ts'

const q = outboxFixture()

describe('normal use', () => {
  test('acknowledged check-ins are there after a restart, in order, with their numbers', async () => {
    let outbox = await q.open()
    const made = [
      await append(outbox),
      await append(outbox),
      await append(outbox, { eventId: 'other' }),
    ]
    outbox = await q.reopen(outbox)
    expect(outbox.waiting('general-assembly', 10)).toEqual(made.slice(0, 2))
    expect(outbox.waiting('general-assembly', 1)).toEqual(made.slice(0, 1))
    expect(outbox.eventsWaiting()).toEqual(['general-assembly', 'other'])
    expect(sequences(outbox)).toEqual([1, 2, 3])
    expect((await append(outbox)).sequence).toBe(4)
    expect(outbox.problem()).toBe('none')
  })
  test('nothing of a check-in can be read in the file', async () => {
    const outbox = await q.open()
    const { id, cardId, gate } = await append(outbox)
    const content = await readFile(await q.queueFile(), 'latin1')
    for (const text of [id, cardId, gate, 'general-assembly']) expect(content).not.toContain(text)
    if (process.platform !== 'win32')
      expect((await stat(await q.queueFile())).mode & 0o777).toBe(0o600)
  })
  test('many at once share a write, and none of them its number', async () => {
    let syncs = 0
    const { disk, faults } = failingDisk()
    let outbox = await q.open({ disk })
    faults.sync = () => void (syncs += 1)
    const made = await Promise.all(Array.from({ length: 600 }, () => append(outbox)))
    expect(syncs).toBeLessThan(10)
    expect(made.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 600 }, (_, index) => index + 1),
    )
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual(made.map(({ id }) => id))
  })
  test('the same id counts once, at once and after a restart', async () => {
    let outbox = await q.open()
    const wish = buildCheckIn()
    const answers = await Promise.all([outbox.append(wish), outbox.append(wish)])
    outbox = await q.reopen(outbox)
    answers.push(await outbox.append({ ...wish, gate: 'another' }))
    expect(answers).toEqual(
      Array.from({ length: 3 }, () => ({ ok: true, checkIn: { ...wish, sequence: 1 } })),
    )
    expect(outbox.counts().waiting).toBe(1)
  })
  test('knows the first check-in of a card, however its number is written, and forgets one that was refused', async () => {
    const outbox = await q.open()
    const first = await append(outbox, { cardId: 'WLD_10004217' })
    await append(outbox, { cardId: '10004217' })
    expect(outbox.firstOf('general-assembly', '10004217')).toEqual(first)
    expect(outbox.firstOf('other', '10004217')).toBeUndefined()
    expect(outbox.firstOf('general-assembly', '10004218')).toBeUndefined()
    await outbox.settle(
      outbox
        .waiting('general-assembly', 9)
        .map(({ id }) => ({ id, result: 'unknown-member', first: null })),
    )
    expect(outbox.firstOf('general-assembly', 'WLD_10004217')).toBeUndefined()
    const again = await append(outbox, { cardId: 'WLD_10004217' })
    expect(outbox.firstOf('general-assembly', 'WLD_10004217')).toEqual(again)
  })
  test('settlements last, come once, and are counted and shown by kind, newest first', async () => {
    let outbox = await q.open()
    const made = await Promise.all(Array.from({ length: 120 }, () => append(outbox)))
    const first = { at: '2026-05-03T08:00:00.000Z', gate: 'South' }
    const results = ['recorded', 'known', 'second', 'unknown-member', 'refused'] as const
    const settlements = results.map((result, index) => ({
      id: made[index]?.id ?? '',
      result,
      first: result === 'second' ? first : null,
    }))
    expect(
      await outbox.settle([...settlements, { id: 'nobody', result: 'recorded', first: null }]),
    ).toEqual({ ok: true })
    await outbox.settle(settlements.map(({ id }) => ({ id, result: 'recorded', first: null })))
    for (const again of [false, true]) {
      if (again) outbox = await q.reopen(outbox)
      expect(outbox.counts()).toEqual({
        waiting: 115,
        sent: 3,
        conflicts: 1,
        refused: 2,
        keptIn: 'keychain',
      })
      expect(outbox.items({ page: 1, only: 'conflicts' })).toMatchObject({
        total: 1,
        items: [{ id: made[2]?.id, state: 'second', first, sequence: 3 }],
      })
      expect(outbox.items({ page: 1, only: 'refused' }).items.map(({ state }) => state)).toEqual([
        'refused',
        'unknown-member',
      ])
      expect(outbox.items({ page: 1, only: 'waiting' })).toMatchObject({ total: 115 })
      const pages = [1, 2, 3, 4].map((page) => outbox.items({ page, only: 'all' }))
      expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
        [50, 120],
        [50, 120],
        [20, 120],
        [0, 120],
      ])
      expect(pages.flatMap(({ items }) => items.map(({ sequence }) => sequence))).toEqual(
        Array.from({ length: 120 }, (_, index) => 120 - index),
      )
      expect(outbox.waiting('general-assembly', 1)[0]?.sequence).toBe(6)
    }
  })
  test('calls its listeners until they are removed', async () => {
    const outbox = await q.open()
    let told = 0
    const leave = outbox.onChange(() => void (told += 1))
    const { id } = await append(outbox)
    await outbox.settle([{ id, result: 'recorded', first: null }])
    expect(told).toBe(2)
    leave()
    await append(outbox)
    expect(told).toBe(2)
  })
  test('keeps what was known of the clock with the check-in', async () => {
    let offset: number | null = null
    let outbox = await q.open({ clockOffsetMs: () => offset })
    await append(outbox)
    offset = -3_600_000
    await append(outbox)
    outbox = await q.reopen(outbox)
    expect(outbox.waiting('general-assembly', 9).map(({ clockOffMs }) => clockOffMs)).toEqual([
      undefined,
      -3_600_000,
    ])
  })
  test('closed, it waits for what is under way and takes nothing more', async () => {
    let outbox = await q.open()
    const under = Array.from({ length: 20 }, () => outbox.append(buildCheckIn()))
    const closed = outbox.close()
    expect(await outbox.append(buildCheckIn())).toEqual({ ok: false, fault: 'disk' })
    expect(await outbox.settle([])).toEqual({ ok: false, fault: 'disk' })
    await closed
    expect((await Promise.all(under)).every(({ ok }) => ok)).toBe(true)
    outbox = await q.open()
    expect(outbox.counts().waiting).toBe(20)
  })
})

test(
  '20,000 check-ins and their settlements open within two seconds of computing and some 30 MB',
  { timeout: 60_000 },
  async () => {
    let outbox = await q.open()
    const made = await Promise.all(Array.from({ length: 20_000 }, () => append(outbox)))
    await outbox.settle(
      made.slice(0, 15_000).map(({ id }) => ({ id, result: 'recorded', first: null })),
    )
    await outbox.close()
    made.length = 0
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void // the flag makes it
    collect()
    const heapBefore = process.memoryUsage().heapUsed
    const before = process.cpuUsage()
    outbox = await q.open()
    const { user, system } = process.cpuUsage(before) // processor time: other load does not count
    collect()
    const grownMb = (process.memoryUsage().heapUsed - heapBefore) / 1e6
    expect(outbox.counts()).toMatchObject({ waiting: 5_000, sent: 15_000 })
    expect((user + system) / 1_000).toBeLessThan(2_000)
    expect(grownMb).toBeLessThan(30)
    expect(await readdir(q.directory)).toHaveLength(2) // the queue and its mark
  },
)
