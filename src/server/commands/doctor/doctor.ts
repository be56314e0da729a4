/**
 * `npm run doctor`: looks at a server and says what to do, in plain words. It changes nothing. Run it
 * with the environment of the server. Exits with 1 when there is a fault.
 */
import { parseArgs } from 'node:util'
import packageJson from '../../../../package.json' with { type: 'json' }
import { parseConfig, type Config } from '../../deps/config.ts'
import { dataChecks } from './check-data.ts'
import { serverChecks } from './check-server.ts'
import { runChecks, type Finding } from './finding.ts'

const USAGE = `Usage: npm run doctor [-- --local] [--mail-to ADDRESS]
  --local     for a trial by npm start: no demands of production
  --mail-to   sends a test message there`

const SIGNS = { ok: 'ok   ', note: 'NOTE ', fault: 'FAULT' } as const
const SUBJECT_WIDTH = 10

function print({ level, subject, text, remedy }: Finding): void {
  const indent = ' '.repeat(SIGNS.ok.length + SUBJECT_WIDTH + 3)
  const lines = [`${SIGNS[level]}  ${subject.padEnd(SUBJECT_WIDTH)} ${text}`]
  if (remedy !== undefined) lines.push(`${indent}-> ${remedy}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

/** Faulty settings stop the checks that need them: the server would not start either. */
async function examine(isLocal: boolean, mailTo: string | undefined): Promise<readonly Finding[]> {
  const parsed = parseConfig(process.env, isLocal ? 'local' : 'production')
  if (!parsed.ok)
    return parsed.faults.map((text) => ({
      level: 'fault',
      subject: 'settings',
      text,
      remedy: 'Correct it in the environment of the server, and give the doctor the same one.',
    }))
  const config: Config = parsed.config
  const settings: Finding = {
    level: 'ok',
    subject: 'settings',
    text: `WLD ${packageJson.version} on Node.js ${process.versions.node}; no setting is wrong.`,
  }
  const checks = [...dataChecks(config, mailTo), ...serverChecks(config, packageJson.version)]
  return [settings, ...(await runChecks(checks, config))]
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { local: { type: 'boolean', default: false }, 'mail-to': { type: 'string' } },
  })
  const findings = await examine(values.local, values['mail-to'])
  for (const finding of findings) print(finding)
  const of = (level: Finding['level']) => findings.filter((one) => one.level === level).length
  process.stdout.write(
    of('fault') + of('note') === 0
      ? 'Everything is well.\n'
      : `${count(of('fault'), 'fault')}, ${count(of('note'), 'note')}.\n`,
  )
  return of('fault') === 0 ? 0 : 1
}

try {
  const code = await run()
  process.stdout.write('', () => process.exit(code)) // connections that are kept open would hold it
} catch (error) {
  const { message } = error as Error // parseArgs throws Errors
  process.stderr.write(`${message}\n${USAGE}\n`)
  process.exitCode = 1
}
