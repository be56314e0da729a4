import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  append,
  fail,
  failingDisk,
  ids,
  outboxFixture,
  sequences,
} from '#tests/support/outbox-fixture.ts'
import type { StoredCheckIn } from './outbox.ts'
import { HEADER_BYTES } from './record-file.ts'

const q = outboxFixture()
const markFile = (path: string): string => path.replace(/\.log$/, '.mark')

describe('a damaged or missing file', () => {
  async function recorded(count: number): Promise<{
    readonly path: string
    readonly bytes: Buffer
    readonly made: readonly StoredCheckIn[]
    readonly ends: readonly number[]
  }> {
    const outbox = await q.open()
    const path = await q.queueFile()
    const made: StoredCheckIn[] = []
    const ends: number[] = []
    for (let index = 0; index < count; index += 1) {
      made.push(await append(outbox))
      ends.push((await stat(path)).size)
    }
    await outbox.close()
    return { path, bytes: await readFile(path), made, ends }
  }

  test(
    'cut at every byte it opens, has every record before the cut, reports the loss, and continues',
    { timeout: 60_000 },
    async () => {
      const { path, bytes, made, ends } = await recorded(5)
      const mark = await readFile(markFile(path))
      for (let length = bytes.length; length >= 0; length -= 1) {
        await writeFile(path, bytes.subarray(0, length))
        await writeFile(markFile(path), mark)
        const outbox = await q.open()
        const whole = ends.filter((end) => end <= length).length
        expect(ids(outbox)).toEqual(made.slice(0, whole).map(({ id }) => id))
        expect(outbox.problem()).toBe(length < bytes.length ? 'damaged' : 'none') // an acknowledged check-in is missing
        if (length % 50 === 0) {
          const next = await append(outbox)
          expect(next.sequence).toBeGreaterThan(made.length) // numbers of lost check-ins are not used again
          await outbox.close()
          expect(ids(await q.open())).toContain(next.id)
        }
        await outbox.close()
      }
    },
  )
  test('a damaged record in the middle costs itself alone; the file as it was is kept, and the next start is sound', async () => {
    const { path, bytes, made, ends } = await recorded(5)
    const changed = Buffer.from(bytes)
    changed.fill(0xff, (ends[1] ?? 0) + 30, (ends[1] ?? 0) + 60)
    await writeFile(path, changed)
    let outbox = await q.open()
    expect(ids(outbox)).toEqual(made.filter((_, index) => index !== 2).map(({ id }) => id))
    expect(outbox.problem()).toBe('damaged')
    const aside = (await q.files()).filter((name) =>
      /^queue\.damaged-2026-05-03T12-00-00-000Z-.*\.log$/.test(name),
    )
    expect(aside).toHaveLength(1)
    expect(await readFile(join(q.directory, aside[0] ?? ''))).toEqual(changed)
    expect((await append(outbox)).sequence).toBe(6)
    expect(await readFile(join(q.directory, aside[0] ?? ''))).toEqual(changed)
    outbox = await q.reopen(outbox)
    expect(outbox.problem()).toBe('none')
    expect(sequences(outbox)).toEqual([1, 2, 4, 5, 6])
    expect(q.logged).toContain('queue.damaged')
  })
  test('a damaged file on a full disk is kept and continued', async () => {
    const { path, bytes, made, ends } = await recorded(3)
    const changed = Buffer.from(bytes)
    changed.fill(0, ends[0] ?? 0, (ends[0] ?? 0) + 40)
    await writeFile(path, changed)
    const { disk, faults } = failingDisk()
    faults.write = () => fail('ENOSPC')
    let outbox = await q.open({ disk })
    expect(ids(outbox)).toEqual([made[0]?.id, made[2]?.id])
    expect(outbox.problem()).toBe('damaged')
    expect((await readFile(path)).equals(changed)).toBe(true)
    delete faults.write
    const next = await append(outbox)
    outbox = await q.reopen(outbox)
    expect(ids(outbox)).toEqual([made[0]?.id, made[2]?.id, next.id])
  })
  test('with an unreadable header the file is put aside, a new one begins, and no number is used again', async () => {
    const { path, bytes } = await recorded(4)
    await writeFile(path, Buffer.concat([randomBytes(HEADER_BYTES), bytes.subarray(HEADER_BYTES)]))
    let outbox = await q.open()
    expect(outbox.counts().waiting).toBe(0)
    expect(outbox.problem()).toBe('damaged')
    expect((await append(outbox)).sequence).toBeGreaterThan(4)
    expect((await q.files()).filter((name) => name.startsWith('queue.damaged-'))).toHaveLength(1)
    outbox = await q.reopen(outbox)
    expect(outbox.problem()).toBe('none')
  })
  test('a file of a later version is put aside', async () => {
    const { path, bytes } = await recorded(1)
    const later = Buffer.from(bytes)
    later.writeUInt32BE(2, 8)
    createHash('sha256')
      .update(later.subarray(0, HEADER_BYTES - 8))
      .digest()
      .copy(later, HEADER_BYTES - 8, 0, 8)
    await writeFile(path, later)
    expect((await q.open()).problem()).toBe('damaged')
    expect((await q.files()).some((name) => name.startsWith('queue.other-version-'))).toBe(true)
  })
  test('an empty file and a missing one are told to staff once, and numbers go on', async () => {
    const { path } = await recorded(3)
    await writeFile(path, '')
    let outbox = await q.open()
    expect([outbox.problem(), outbox.counts().waiting]).toEqual(['damaged', 0])
    expect(q.logged).toContain('queue.gone')
    expect((await append(outbox)).sequence).toBe(4)
    await outbox.close()
    await rm(path)
    outbox = await q.open()
    expect(outbox.problem()).toBe('damaged')
    expect((await append(outbox)).sequence).toBe(5)
    outbox = await q.reopen(outbox)
    expect(outbox.problem()).toBe('none')
  })
  test('a queue that was never written to is no loss', async () => {
    const { path } = await recorded(0)
    await rm(path)
    expect((await q.open()).problem()).toBe('none')
  })
  test('of the two places of the mark one is enough', async () => {
    const { path } = await recorded(4)
    const mark = await readFile(markFile(path))
    for (const place of [0, mark.length / 2]) {
      const changed = Buffer.from(mark)
      changed.fill(0xff, place, place + mark.length / 2)
      await writeFile(markFile(path), changed)
      await writeFile(path, '')
      const outbox = await q.open()
      expect(outbox.problem()).toBe('damaged')
      expect((await append(outbox)).sequence).toBeGreaterThanOrEqual(4)
      await outbox.close()
    }
  })
  test('a temporary file that a crash left is no harm', async () => {
    const { path, made } = await recorded(2)
    await writeFile(`${path}.new`, randomBytes(999))
    expect(ids(await q.open())).toEqual(made.map(({ id }) => id))
    expect(await q.files()).toHaveLength(2) // the queue and its mark
  })
})
