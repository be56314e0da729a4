/** A disk that is really full: a file system of 64 KB in memory. Mounting it needs root. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { openOutbox } from './open-outbox.ts'

const mountPoint = mkdtempSync(join(tmpdir(), 'wld-full-disk-'))
const runs = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args).status === 0
const mounted =
  process.platform === 'linux' &&
  runs('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mountPoint)
afterAll(() => {
  if (mounted) runs('umount', mountPoint)
  rmSync(mountPoint, { recursive: true, force: true })
})

test.skipIf(!mounted)(
  `a disk that fills up for good${mounted ? '' : ' (skipped: mounting a small file system is not permitted here)'}`,
  async () => {
    const directory = join(mountPoint, 'outbox')
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
    await writeFile(join(mountPoint, 'filler'), Buffer.alloc(65_536)).catch(() => undefined)
    outbox = await openOutbox(options)
    expect(outbox.problem()).toBe('damaged')
    expect(outbox.entries()).toHaveLength(acknowledged.length - 1)
    expect((await stat(join(directory, name))).size).toBe(size)

    // Frees space again.
    await rm(join(mountPoint, 'filler'))
    await outbox.close()
    for (const each of await readdir(directory)) await rm(join(directory, each))
    outbox = await openOutbox(options)
    expect((await outbox.append(buildCheckIn())).ok).toBe(true)
    await outbox.close()
  },
)
