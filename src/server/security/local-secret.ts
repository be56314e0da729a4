import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A key for local runs without `SECRET_KEY`, made once and kept beside the data. Production refuses to start
 * without a key of its own: one that lies beside the data protects nothing when the disk is taken.
 */
export function localSecretKey(dataDir: string): string {
  const file = join(dataDir, 'local-secret.key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // a Node file error by contract
    const made = randomBytes(32).toString('hex')
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
    return made
  }
}
