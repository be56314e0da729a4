/**
 * One process for one data directory. The lock is SQLite's own file lock on a file of its own: the
 * kernel releases it when the process ends or is killed, so a crash leaves no stale lock.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFault } from '../../base/start-fault.ts'

export interface DataDirLock {
  release(): void
}

export class DataDirInUse extends StartFault {
  override readonly name = 'DataDirInUse'
  constructor(dataDir: string) {
    super(
      `The data directory ${dataDir} is in use by another WLD process. Stop that one first, or set DATA_DIR to another directory.`,
    )
  }
}

/** @throws DataDirInUse when another process holds it */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataDir, 'lock.sqlite'))
  try {
    // With a journal on the disk a full one gives no lock, and what makes space there needs it.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === 5) throw new DataDirInUse(dataDir) // SQLITE_BUSY
    throw error
  }
  return { release: () => database.close() }
}
