import { stat } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { append, fail, failingDisk, ids, outboxFixture, sequences } from '#tests/support/outbox-fixture.ts'
import { nodeDisk, type Disk } from './disk.ts'

const q = outboxFixture()

describe('a disk that fails', () => {
  test('when it is full nothing is acknowledged, the half record is cut off, and it goes on when there is room', async () => {
    const { disk, faults } = failingDisk()
    let outbox = await q.open({ disk })
    const before = await append(outbox)
    const size = (await stat(await q.queueFile())).size
    let calls = 0
    faults.write = () => (++calls % 2 === 1 ? 40 : fail('ENOSPC'))
    expect(await Promise.all([outbox.append(buildCheckIn()), outbox.append(buildCheckIn())])).toEqual([{ ok: false, fault: 'disk-full' }, { ok: false, fault: 'disk-full' }])
    expect(await outbox.settle([{ id: before.id, result: 'recorded', first: null }])).toEqual({ ok: false, fault: 'disk-full' })
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
          write: async (bytes, position) => file.write(bytes, position).finally(() => order.push('written')),
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
    expect(order).toEqual(['written', 'sync asked', 'synced', 'acknowledged'])
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
  test('what could not be cut off is cut off before the next record', async () => {
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
