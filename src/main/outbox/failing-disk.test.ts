import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import {
  append,
  fail,
  failingDisk,
  ids,
  outboxFixture,
  sequences,
} from '#tests/support/outbox-fixture.ts'
import { nodeDisk, type Disk } from './disk.ts'
import type { OpenOutbox } from './open-outbox.ts'

const q = outboxFixture()

describe('a disk that fails', () => {
  test('when it is full nothing is acknowledged, the half record is cut off, and it goes on when there is room', async () => {
    const { disk, faults } = failingDisk()
    let outbox = await q.open({ disk })
    const before = await append(outbox)
    const size = (await stat(await q.queueFile())).size
    let calls = 0
    faults.write = () => (++calls % 2 === 1 ? 40 : fail('ENOSPC'))
    expect(
      await Promise.all([outbox.append(buildCheckIn()), outbox.append(buildCheckIn())]),
    ).toEqual([
      { ok: false, fault: 'disk-full' },
      { ok: false, fault: 'disk-full' },
    ])
    expect(await outbox.settle([{ id: before.id, result: 'recorded', first: null }])).toEqual({
      ok: false,
      fault: 'disk-full',
    })
    expect(outbox.problem()).toBe('disk-full')
    expect(outbox.counts()).toMatchObject({ waiting: 1, sent: 0 })
    expect((await stat(await q.queueFile())).size).toBe(size)
    delete faults.write
    const after = await append(outbox)
    expect(after.sequence).toBe(2)
    expect(outbox.problem()).toBe('none')
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual([before.id, after.id])
  })
  test.each(['EDQUOT', 'EFBIG'])('%s is a full disk as well', async (code) => {
    const { disk, faults } = failingDisk()
    const outbox = await q.open({ disk })
    faults.write = () => fail(code)
    expect(await outbox.append(buildCheckIn())).toEqual({ ok: false, fault: 'disk-full' })
  })
  test('nothing is acknowledged, found or counted before its fsync is over', async () => {
    const order: string[] = []
    const slow = Promise.withResolvers<void>()
    const disk: Disk = {
      ...nodeDisk,
      open: async (path, how) => {
        const file = await nodeDisk.open(path, how)
        if (how === 'new') return file
        return {
          ...file,
          write: async (bytes, position) =>
            file.write(bytes, position).finally(() => order.push('written')),
          sync: async () => {
            order.push('sync asked')
            await slow.promise
            await file.sync()
            order.push('synced')
          },
        }
      },
    }
    const outbox = await q.open({ disk })
    const wish = buildCheckIn()
    const appended = outbox.append(wish).then(() => order.push('acknowledged'))
    await vi.waitFor(() => expect(order).toEqual(['written', 'sync asked']), { timeout: 10_000 })
    expect(outbox.counts().waiting).toBe(0)
    expect(outbox.firstOf(wish.eventId, wish.cardId)).toBeUndefined()
    slow.resolve()
    await appended
    // The queue first, then its mark.
    expect(order).toEqual([
      'written',
      'sync asked',
      'synced',
      'written',
      'sync asked',
      'synced',
      'acknowledged',
    ])
    expect(outbox.counts().waiting).toBe(1)
  })
  test('what fsync refuses is not acknowledged, and its number is not seen twice', async () => {
    const { disk, faults } = failingDisk()
    let outbox = await q.open({ disk })
    faults.sync = () => fail('EIO')
    expect(await outbox.append(buildCheckIn())).toEqual({ ok: false, fault: 'disk' })
    expect(outbox.problem()).toBe('disk')
    delete faults.sync
    const good = await append(outbox)
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual([good.id])
    expect(outbox.problem()).toBe('none')
  })
  test('remains of a failed write are cut off before the next record', async () => {
    const { disk, faults } = failingDisk()
    let outbox = await q.open({ disk })
    let calls = 0
    faults.write = () => (++calls === 1 ? 60 : fail('EIO'))
    faults.truncate = () => fail('EIO')
    expect(await outbox.append(buildCheckIn())).toEqual({ ok: false, fault: 'disk' })
    delete faults.write
    expect(await outbox.append(buildCheckIn())).toEqual({ ok: false, fault: 'disk' })
    delete faults.truncate
    const good = await append(outbox)
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual([good.id])
    expect(outbox.problem()).toBe('none')
  })
  test('a file that cannot be opened or read at the start is not written over, and is found by the next check-in', async () => {
    let outbox = await q.open()
    const old = await append(outbox)
    for (const fault of ['open', 'read'] as const) {
      const { disk, faults } = failingDisk()
      faults[fault] = () => fail('EACCES')
      outbox = await q.reopen(outbox, { disk })
      expect(outbox.problem()).toBe('disk')
      expect(await outbox.append(buildCheckIn())).toEqual({ ok: false, fault: 'disk' })
      delete faults[fault]
      await append(outbox)
      expect(outbox.problem()).toBe('none')
      expect(ids(outbox)[0]).toBe(old.id)
    }
    expect(sequences(outbox)).toEqual([1, 2, 3])
  })
  test('a disk that is full at the first start is no reason not to start', async () => {
    const { disk, faults } = failingDisk()
    faults.write = () => fail('ENOSPC')
    const outbox = await q.open({ disk })
    expect(outbox.problem()).toBe('disk-full')
    delete faults.write
    expect((await append(outbox)).sequence).toBe(1)
  })
})

/**
 * Simulates a power cut at operation `cutAt`. `durable` is the content of a disk that keeps only
 * synced data.
 */
function cutDisk(cutAt: number): {
  readonly disk: Disk
  readonly durable: Map<string, Buffer>
  readonly isCut: () => boolean
} {
  const synced = new Map<string, Buffer>()
  const durable = new Map<string, Buffer>()
  let operations = 0
  const step = (): void => void (operations++ >= cutAt && fail('EIO'))
  const disk: Disk = {
    ...nodeDisk,
    async open(path, how) {
      step()
      const file = await nodeDisk.open(path, how)
      return {
        ...file,
        async write(bytes, position) {
          if (operations === cutAt) await file.write(bytes.subarray(0, bytes.length / 2), position)
          step()
          return file.write(bytes, position)
        },
        async sync() {
          step()
          await file.sync()
          synced.set(path, await readFile(path))
          if (durable.has(path)) durable.set(path, await readFile(path))
        },
        async truncate(length) {
          step()
          await file.truncate(length)
        },
      }
    },
    async rename(from, to) {
      step()
      await nodeDisk.rename(from, to)
      synced.set(to, synced.get(from) ?? Buffer.alloc(0))
      synced.delete(from)
    },
    async syncFolder() {
      step()
      for (const [path, bytes] of synced) durable.set(path, bytes)
    },
  }
  return { disk, durable, isCut: () => operations > cutAt }
}

test.each(['what was not synced is lost', 'half of the last write is there'])(
  'a power cut at any operation: no acknowledged check-in is lost, and none is reported as lost (%s)',
  { timeout: 60_000 },
  async (kind) => {
    const start = q.nowMs
    for (let cutAt = 0, wasCut = true; wasCut; cutAt += 1) {
      q.directory = join(q.directory, '..', `cut-${cutAt}`)
      q.nowMs = start
      const { disk, durable, isCut } = cutDisk(cutAt)
      const waiting: string[] = []
      const add = async (outbox: OpenOutbox, eventId: string): Promise<string | undefined> => {
        const result = await outbox.append(
          buildCheckIn({ eventId, at: new Date(q.nowMs).toISOString() }),
        )
        return result.ok ? result.checkIn.id : undefined
      }
      let outbox = await q.open({ disk })
      const old = await add(outbox, 'old')
      for (const id of await Promise.all(['a', 'a', 'a'].map((event) => add(outbox, event))))
        if (id !== undefined) waiting.push(id)
      if (old !== undefined) await outbox.settle([{ id: old, result: 'recorded', first: null }])
      q.nowMs += 40 * 86_400_000 // the next start writes the file anew without the old event
      outbox = await q.reopen(outbox, { disk })
      const last = await add(outbox, 'a')
      if (last !== undefined) waiting.push(last)
      await outbox.close()
      wasCut = isCut()
      if (wasCut && kind === 'what was not synced is lost') {
        await rm(q.directory, { recursive: true, force: true })
        await mkdir(q.directory)
        for (const [path, bytes] of durable) await writeFile(path, bytes)
      }
      outbox = await q.open()
      expect(ids(outbox), `cut at ${cutAt}`).toEqual(expect.arrayContaining(waiting))
      expect(outbox.problem(), `cut at ${cutAt}: ${q.logged.join()}`).toBe('none')
      await outbox.close()
      q.logged.length = 0
    }
  },
)
