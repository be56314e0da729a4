/** A disk that is really full: a small file system in memory. Mounting it needs root. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly path: string
  /** Takes all space but so many bytes, until `free`. */
  fill(leave?: number): void
  free(): void
  stop(): void
}

export const NO_SMALL_DISK = ' (skipped: mounting a small file system is not permitted here)'

const runs = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args).status === 0

/** @returns undefined where mounting is not permitted */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux') return undefined
  const path = mkdtempSync(join(tmpdir(), 'wld-small-disk-'))
  if (!runs('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path)) {
    rmSync(path, { recursive: true })
    return undefined
  }
  const filler = join(path, 'filler')
  return {
    path,
    fill(leave = 0) {
      const { bavail, bsize } = statfsSync(path)
      const file = openSync(filler, 'a')
      try {
        for (let left = bavail * bsize - leave; left > 0;)
          left -= writeSync(file, Buffer.alloc(Math.min(left, 65_536)))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    stop() {
      runs('umount', '-l', path)
      rmSync(path, { recursive: true, force: true })
    },
  }
}
