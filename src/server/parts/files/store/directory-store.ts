/** Files under `DATA_DIR/files`: written to a temporary name, synced, then renamed. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeDurably, writeDurably } from '../../../base/durable-file.ts'
import { OutOfSpace, Unavailable } from '../../../base/unavailable.ts'
import { isStoreKey, type FileStore } from './file-store.ts'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code // a Node file error by contract
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** The disk is at fault, not the call: the caller may try again. */
const faultOf = (error: unknown): Error =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')
    ? new OutOfSpace('files', error)
    : new Unavailable('files', error)

/** Folder of files that are being written. No key of a file begins with a dot. */
const TEMPORARY = '.parts'
const ABANDONED_MS = 24 * 60 * 60 * 1_000

/**
 * Removes the half-written files of a killed server; younger files may belong to another running
 * server.
 */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const about = await stat(join(folder, name)).catch(() => undefined) // renamed meanwhile
    if (about !== undefined && about.mtimeMs < Date.now() - ABANDONED_MS)
      await rm(join(folder, name), { force: true })
  }
}

export function createDirectoryStore(root: string): FileStore {
  const place = (key: string): string => {
    if (!isStoreKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
    return join(root, key)
  }
  const temporary = join(root, TEMPORARY)
  void removeAbandoned(temporary).catch(() => undefined) // the next start retries
  const store: FileStore = {
    async put(key, bytes) {
      const target = place(key)
      try {
        await writeDurably(target, join(temporary, randomUUID()), bytes)
      } catch (error) {
        throw faultOf(error)
      }
    },
    async get(key) {
      const target = place(key)
      try {
        return await readFile(target)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw faultOf(error)
      }
    },
    async version(key) {
      try {
        const { size, mtimeMs, ino } = await stat(place(key))
        return `${size}-${mtimeMs}-${ino}`
      } catch (error) {
        if (isMissing(error)) return undefined
        throw faultOf(error)
      }
    },
    async delete(key) {
      await removeDurably(place(key))
    },
    async ping() {
      await store.put('health/probe', Buffer.from('ok'))
      await store.delete('health/probe')
    },
  }
  return store
}
