import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../durable-file.ts'

/**
 * A key for local runs without `SECRET_KEY`, made once and kept beside the data. Production refuses
 * to start without a key of its own: a key beside the data protects nothing when the disk is
 * stolen.
 */
export async function localSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'local-secret.key')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // a Node file error by contract
    const made = randomBytes(32).toString('hex')
    // Everything is sealed with it from the first moment on: it must be on the disk before it is
    // used.
    await writeDurably(file, `${file}.part`, `${made}\n`)
    return made
  }
}
