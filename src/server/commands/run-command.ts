/** The frame of the operator's commands: settings, one sentence for what is wrong, the exit code. */
import { StartFault } from '../base/start-fault.ts'
import { parseConfig, type Config } from '../deps/config.ts'
import { startFaultOf } from '../start/explain-start-fault.ts'

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** @throws StartFault that names each setting which is wrong */
export function readSettings(): Config {
  const parsed = parseConfig(process.env, 'local')
  if (!parsed.ok) throw new StartFault(parsed.faults.join('\n'))
  return parsed.config
}

/** Of both engines: a table or column is missing. */
const OLD_DATABASE = /no such (table|column)|(relation|column) .* does not exist/

/** One sentence for the operator, with the usage after a wrong call; the stack of what is a fault of the program. */
export function sentenceOf(error: unknown, usage: string): string {
  const { code, message, stack } = error as Error & { code?: string } // only Errors are thrown here
  if (code?.startsWith('ERR_PARSE_ARGS') === true) return `${message}\n${usage}`
  if (OLD_DATABASE.test(message))
    return 'This database is older than this program, or empty. Start the server once to update it.'
  const place = {
    dataDir: process.env['DATA_DIR'] ?? '.data',
    databaseUrl: process.env['DATABASE_URL'],
  }
  return startFaultOf(error, place) ?? String(stack)
}

/** Ends with 1 where `run` throws, or resolves with false. */
export async function runCommand(usage: string, run: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await run()) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, usage)}\n`)
    process.exitCode = 1
  }
}
