/** Programs of others that judge what our own code wrote. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY_FOLDER } from './memory-folder.ts'

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** @returns what the program printed, on both channels, with its exit code */
export function ask(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'latin1',
    maxBuffer: OUTPUT_MAX_BYTES,
  })
  return { status, said: `${stdout}${stderr}` }
}

/** Those of `commands` that are missing on this machine. */
export const missingTools = (commands: readonly string[]): string[] =>
  commands.filter((command) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)

/** Keeps files for the tools in a folder of its own until `remove`. */
export function createDesk() {
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'wld-judge-'))
  let number = 0
  return {
    lay(bytes: Uint8Array, ending: string): string {
      number += 1
      const path = join(folder, `${number}.${ending}`)
      writeFileSync(path, bytes)
      return path
    },
    remove: (): void => rmSync(folder, { recursive: true }),
  }
}
