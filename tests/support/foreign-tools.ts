/** Programs of others that judge what our own code wrote. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY_FOLDER } from './memory-folder.ts'

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** @returns what the program printed, on both channels and on the first alone, with its exit code */
export function ask(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'latin1',
    maxBuffer: OUTPUT_MAX_BYTES,
  })
  return { status, said: `${stdout}${stderr}`, printed: stdout }
}

/** As `ask`, for a program that calls a server of this process. */
export async function askBeside(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => void (said += bytes.toString('latin1')))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { status, said }
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
