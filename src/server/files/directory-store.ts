/** Files under `DATA_DIR/files`: written to a temporary name, flushed to the disk, then renamed (DESIGN 8). */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStoreKey, type FileStore } from './file-store.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT' // a Node file error by contract

async function flushDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return // Windows cannot open a directory, and does not need it
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function createDirectoryStore(root: string): FileStore {
  const place = (key: string): string => {
    if (!isStoreKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`)
    return join(root, key)
  }
  const store: FileStore = {
    async put(key, bytes) {
      const target = place(key)
      const folder = dirname(target)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = join(folder, `.${randomUUID()}.part`)
      try {
        const handle = await open(temporary, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(temporary, target)
        await flushDirectory(folder)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(place(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async delete(key) {
      await rm(place(key), { force: true })
    },
    async ping() {
      await store.put('health/probe', Buffer.from('ok'))
      await store.delete('health/probe')
    },
  }
  return store
}
