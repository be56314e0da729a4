/** A disk of 64 KB that is really full. */
import { randomBytes } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { mountSmallDisk, NO_SMALL_DISK } from '#tests/support/small-disk.ts'
import { openOutbox } from './open-outbox.ts'

const disk = mountSmallDisk(64 * 1024)
afterAll(() => disk?.stop())

test.skipIf(disk === undefined)(
  `a disk that fills up for good${disk === undefined ? NO_SMALL_DISK : ''}`,
  async () => {
    const directory = join(disk?.path ?? '', 'outbox')
    const options = {
      directory,
      key: { key: randomBytes(32), keptIn: 'keychain' as const },
      now: () => new Date(),
      log: () => undefined,
    }
    let outbox = await openOutbox(options)
    const acknowledged: string[] = []
    let refused = 0
    while (refused < 3 && acknowledged.length < 1_000) {
      const checkIn = buildCheckIn()
      const result = await outbox.append(checkIn)
      if (result.ok) acknowledged.push(checkIn.id)
      else {
        expect(result).toEqual({ ok: false, fault: 'disk-full' })
        refused += 1
      }
    }
    expect(refused).toBe(3)
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(outbox.problem()).toBe('disk-full')
    await outbox.close()

    // Opens on the full disk, with everything that was acknowledged and nothing else.
    outbox = await openOutbox(options)
    expect(outbox.entries().map(({ checkIn }) => checkIn.id)).toEqual(acknowledged)
    expect(outbox.problem()).toBe('none')
    expect(await outbox.append(buildCheckIn())).toEqual({ ok: false, fault: 'disk-full' })

    // A damaged file on a full disk is neither lost nor cut.
    await outbox.close()
    const [name = ''] = await readdir(directory)
    const size = (await stat(join(directory, name))).size
    const file = await open(join(directory, name), 'r+')
    await file.write(Buffer.alloc(20, 0xff), 0, 20, 150)
    await file.close()
    disk?.fill()
    outbox = await openOutbox(options)
    expect(outbox.problem()).toBe('damaged')
    expect(outbox.entries()).toHaveLength(acknowledged.length - 1)
    expect((await stat(join(directory, name))).size).toBe(size)

    // Frees space again.
    disk?.free()
    await outbox.close()
    for (const each of await readdir(directory)) await rm(join(directory, each))
    outbox = await openOutbox(options)
    expect((await outbox.append(buildCheckIn())).ok).toBe(true)
    await outbox.close()
  },
)
