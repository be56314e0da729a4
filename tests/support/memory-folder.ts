/** Where suites keep their data folders. They do not test whether a disk keeps the rows. */
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
/** A container may have 64 MB of shared memory, and the films of one suite need more. */
const FREE_MIN_BYTES = 1024 ** 3

function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= FREE_MIN_BYTES
}

/** A folder in memory if the system has one with enough space, else the folder for temporary files. */
export const MEMORY_FOLDER = hasSharedMemory() ? SHARED_MEMORY : tmpdir()
