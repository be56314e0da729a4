/**
 * `npm run upgrade` in a small repository of its own: in which order things happen, and that a fault
 * leaves the version in use as it was. Its builds and backups are programs that note their call.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MEMORY_FOLDER } from '#tests/support/memory-folder.ts'
import { PROCESS_ENV } from '#tests/support/process-env.ts'

const scripts = join(import.meta.dirname, '../../scripts')

let place: string
let app: string

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: app,
    encoding: 'utf8',
    env: {
      ...PROCESS_ENV,
      HOME: place,
      CALLS: join(place, 'calls'),
      DATA_DIR: join(place, 'data'),
      GIT_CONFIG_NOSYSTEM: '1',
      ...env,
    },
  })
  return { status, text: `${stdout}${stderr}` }
}
const git = (...args: string[]) => {
  const { status, text } = run('git', [
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@t.example',
    ...args,
  ])
  if (status !== 0) throw new Error(text)
}
const BACKED_UP = { BACKUP_TO: '/backups', BACKUP_KEY: 'key' }
const upgrade = (args: readonly string[], env: Readonly<Record<string, string>> = BACKED_UP) =>
  run(process.execPath, ['scripts/upgrade.mjs', ...args], env)
const calls = (): readonly string[] =>
  existsSync(join(place, 'calls'))
    ? readFileSync(join(place, 'calls'), 'utf8').trim().split('\n')
    : []
const versionIn = (folder: string): string => readFileSync(join(folder, 'version'), 'utf8')

/** Commits and tags a version whose steps end with these codes. */
function release(version: string, codes: Readonly<Record<string, number>> = {}): void {
  const step = (name: string): string =>
    `node -e "require('fs').appendFileSync(process.env.CALLS, '${version} ${name}\\n'); require('fs').mkdirSync('out', { recursive: true }); console.log('Backup 20261123T000000Z-0a0b0c0d: 1 rows'); process.exit(${codes[name] ?? 0})" --`
  const names = ['build:web', 'build:server', 'backup', 'backup:verify']
  const text = JSON.stringify({
    name: 'small',
    version: '1.0.0',
    scripts: Object.fromEntries(names.map((name) => [name, step(name)])),
  })
  writeFileSync(join(app, 'package.json'), text)
  writeFileSync(
    join(app, 'package-lock.json'),
    JSON.stringify({
      name: 'small',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: { '': { name: 'small', version: '1.0.0' } },
    }),
  )
  writeFileSync(join(app, 'version'), version)
  git('add', '-A')
  git('commit', '-qm', version)
  git('tag', version)
}

beforeEach(() => {
  place = mkdtempSync(join(MEMORY_FOLDER, 'wld-upgrade-'))
  app = join(place, 'app')
  mkdirSync(app)
  cpSync(scripts, join(app, 'scripts'), { recursive: true })
  git('init', '-q')
  release('v1')
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

test('the new version is built first, then the old one backs up, then the folders change places', () => {
  release('v2')
  git('checkout', '-q', 'v1')
  const { status, text } = upgrade(['--to', 'v2'])
  expect({ status, text }).toMatchObject({ status: 0 })
  expect(calls()).toEqual(['v2 build:web', 'v2 build:server', 'v1 backup', 'v1 backup:verify'])
  expect([versionIn(app), versionIn(`${app}.before`)]).toEqual(['v2', 'v1'])
  expect(text).toContain('20261123T000000Z-0a0b0c0d')

  const back = upgrade(['--back'], {})
  expect(back.status).toBe(0)
  expect([versionIn(app), versionIn(`${app}.before`)]).toEqual(['v1', 'v2'])
  expect(back.text).toContain('--snapshot 20261123T000000Z-0a0b0c0d')
})

test.each([
  ['build:web', 'v2', 'v2 could not be prepared'],
  ['build:server', 'v2', 'v2 could not be prepared'],
  ['backup', 'v1', 'The backup failed'],
  ['backup:verify', 'v1', 'The backup is not whole'],
])('where %s of %s fails, nothing is changed', (step, version, words) => {
  rmSync(join(app, '.git'), { recursive: true })
  git('init', '-q')
  release('v1', version === 'v1' ? { [step]: 1 } : {})
  release('v2', version === 'v2' ? { [step]: 1 } : {})
  git('checkout', '-q', 'v1')
  const { status, text } = upgrade(['--to', 'v2'])
  expect(status).toBe(1)
  expect(text).toContain(words)
  expect(versionIn(app)).toBe('v1')
  expect(existsSync(`${app}.before`)).toBe(false)
  expect(existsSync(`${app}.next`)).toBe(false) // up to a gigabyte, on a disk that may be the reason
})

test.each([
  ['DATA_DIR', 'relative'],
  ['DATA_DIR', ''],
  ['BACKUP_TO', 'out/backups'],
])('with %s=%s in the folder of the program, nothing is begun', (name, value) => {
  release('v2')
  git('checkout', '-q', 'v1')
  const env = { ...BACKED_UP, [name]: value }
  expect(upgrade(['--to', 'v2'], env).text).toContain(`${name} lies in the folder of the program`)
  cpSync(app, `${app}.before`, { recursive: true })
  expect(upgrade(['--back'], env).text).toContain(`${name} lies in the folder of the program`)
  expect(versionIn(app)).toBe('v1')
  expect(calls()).toEqual([])
})

test('without a place for backups, or with a version that is not there, nothing is begun', () => {
  expect(upgrade(['--to', 'v1'], {}).text).toContain('BACKUP_TO and BACKUP_KEY are missing')
  expect(upgrade(['--to', 'v9']).text).toContain('There is no version v9. There are: v1.')
  expect(upgrade([]).text).toContain('Usage: npm run upgrade')
  expect(upgrade(['--back'], {}).text).toContain('There is no version before this one')
  expect(calls()).toEqual([])
})
