/** An outbox in a folder of its own for each test, and a disk that fails on request. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { nodeDisk, type Disk, type DiskFile } from '../../src/main/outbox/disk.ts'
import type { QueueKey } from '../../src/main/outbox/load-queue.ts'
import {
  openOutbox,
  type OpenOutbox,
  type OpenOutboxOptions,
} from '../../src/main/outbox/open-outbox.ts'
import type { NewCheckIn, StoredCheckIn } from '../../src/main/outbox/outbox.ts'
import { MEMORY_FOLDER } from './memory-folder.ts'

export const inKeychain = (): QueueKey => ({ key: randomBytes(32), keptIn: 'keychain' })
export const ids = (outbox: OpenOutbox): string[] =>
  outbox.entries().map(({ checkIn }) => checkIn.id)
export const sequences = (outbox: OpenOutbox): number[] =>
  outbox.entries().map(({ checkIn }) => checkIn.sequence)

export async function append(
  outbox: OpenOutbox,
  wish: Partial<NewCheckIn> = {},
): Promise<StoredCheckIn> {
  const result = await outbox.append(buildCheckIn(wish))
  if (!result.ok) throw new Error(result.fault)
  return result.checkIn
}

export interface OutboxFixture {
  /** The folder of this test. */
  directory: string
  key: QueueKey
  nowMs: number
  /** Names of logged events. */
  logged: string[]
  open(more?: Partial<OpenOutboxOptions>): Promise<OpenOutbox>
  reopen(outbox: OpenOutbox, more?: Partial<OpenOutboxOptions>): Promise<OpenOutbox>
  files(): Promise<string[]>
  /** The file that the key of this test opens. */
  queueFile(): Promise<string>
}

/** Must be called at the top level of a test file. */
export function outboxFixture(): OutboxFixture {
  const opened: OpenOutbox[] = []
  const fixture: OutboxFixture = {
    directory: '',
    key: inKeychain(),
    nowMs: 0,
    logged: [],
    async open(more = {}) {
      const { directory, key } = fixture
      const outbox = await openOutbox({
        directory,
        key,
        now: () => new Date(fixture.nowMs),
        log: (_level, event) => void fixture.logged.push(event),
        ...more,
      })
      opened.push(outbox)
      return outbox
    },
    async reopen(outbox, more) {
      await outbox.close()
      return fixture.open(more)
    },
    files: async () => (await readdir(fixture.directory)).sort(),
    queueFile: async () =>
      join(
        fixture.directory,
        (await fixture.files()).find((name) => /^queue\.[0-9a-f]{16}\.log$/.test(name)) ?? 'none',
      ),
  }
  beforeEach(async () => {
    fixture.directory = join(await mkdtemp(join(MEMORY_FOLDER, 'wld-outbox-')), 'server')
    fixture.key = inKeychain()
    fixture.nowMs = Date.parse('2026-05-03T12:00:00Z')
    fixture.logged = []
  })
  afterEach(async () => {
    for (const outbox of opened.splice(0)) await outbox.close()
    await rm(join(fixture.directory, '..'), { recursive: true, force: true })
  })
  return fixture
}

export interface DiskFaults {
  /** Returns how many bytes are written, or throws. */
  write?: (bytes: Uint8Array) => number
  sync?: () => void
  truncate?: () => void
  open?: () => void
  read?: () => void
}
export function fail(code: string): never {
  throw Object.assign(new Error(code), { code })
}
/** The real disk, until a test sets a fault. */
export function failingDisk(): { readonly disk: Disk; readonly faults: DiskFaults } {
  const faults: DiskFaults = {}
  const wrap = (file: DiskFile): DiskFile => ({
    ...file,
    write: async (bytes, position) => {
      const most = faults.write?.(bytes) ?? bytes.length
      return file.write(bytes.subarray(0, most), position)
    },
    sync: async () => {
      faults.sync?.()
      await file.sync()
    },
    truncate: async (length) => {
      faults.truncate?.()
      await file.truncate(length)
    },
  })
  const disk: Disk = {
    ...nodeDisk,
    open: async (path, how) => {
      faults.open?.()
      return wrap(await nodeDisk.open(path, how))
    },
    read: async (path) => {
      faults.read?.()
      return nodeDisk.read(path)
    },
  }
  return { disk, faults }
}
