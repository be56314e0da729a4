/**
 * Replaces a small file completely or not at all: written under a temporary name, synced, renamed.
 * Synchronous, because it also runs while the app quits, and so that writes cannot overlap.
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

/** Throws where the disk refuses it; the old file is then unchanged. */
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

/** A renamed file survives a power cut only after its folder was synced. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return // it has no such call for folders; NTFS journals names itself
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
