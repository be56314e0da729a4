/**
 * A small file, whole or not at all: written under a temporary name, brought to the disk, renamed. Synchronous, because
 * it also runs while the app quits, and because nothing can come between two writes then.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Throws where the disk does not take it; the old file is then as it was. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.new`
  try {
    const file = openSync(temporary, 'w', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true, recursive: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** A renamed file is only certain to be there after its folder was synced. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return // it has no such call for folders; NTFS journals names itself
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
