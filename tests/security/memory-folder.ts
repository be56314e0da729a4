import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A data folder in memory where the system has one: these suites write thousands of rows, and what they ask is not
 * whether the disk keeps them.
 */
export function memoryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'wld-security-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
