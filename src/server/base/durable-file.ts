/** Writes files so that a power cut leaves the old one, the new one, or none, and never a part of one. */
import { mkdir, open, rename, rm, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The name of a file is stored in its folder, which is synced separately from the file. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a folder, and does not need it
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

let making: Promise<unknown> = Promise.resolve()

/**
 * Makes a folder with those above it. Each new one is a name in the one above, which is synced as well. Calls wait for each
 * other: a folder that exists because another call has just made it may not be synced yet.
 */
export function makeFolder(path: string): Promise<void> {
  const made = making.then(() => makeAndSync(path))
  making = made.catch(() => undefined)
  return made
}

async function makeAndSync(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made))
}

/**
 * Writes, syncs, renames, and syncs the folder. When it returns, the file survives a power cut.
 * @param target path of the file; folders that are missing are made
 * @param temporary path in a folder on the same file system; it is removed when this throws
 * @throws the error of the file system
 */
export async function writeDurably(
  target: string,
  temporary: string,
  bytes: Uint8Array | string,
): Promise<void> {
  await makeFolder(dirname(temporary))
  await makeFolder(dirname(target))
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Removes a file, where there is one. When it returns, a power cut does not bring it back. */
export async function removeDurably(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return // a Node file error by contract
    throw error
  }
  await syncFolder(dirname(path))
}
