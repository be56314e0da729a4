/** Runs the two scripts of a release as a user does: what they write is what the app accepts. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFeed, readUpdateKey } from './update-feed.ts'

const scripts = resolve(import.meta.dirname, '../../../scripts')
vi.setConfig({ testTimeout: 60_000 }) // each run of a script is a start of Node
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wld-release-'))
  mkdirSync(join(folder, 'release'))
  writeFileSync(join(folder, 'update-key.json'), '{ "publicKey": null }\n')
  writeFileSync(
    join(folder, 'notes.json'),
    JSON.stringify({ en: 'Faster', ar: 'أسرع', fr: 'Plus rapide' }),
  )
  for (const name of [
    'wld-1.2.0-win-x64.exe',
    'wld-1.2.0-linux-amd64.deb',
    'wld-1.2.0-linux-aarch64.AppImage',
    'wld-1.2.0-mac-arm64.dmg',
    'wld-1.2.0-mac-arm64.zip',
    'latest.yml',
  ])
    writeFileSync(join(folder, 'release', name), `content of ${name}`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: string, ...args: string[]) => {
  const { UPDATE_SIGNING_KEY: _none, ...env } = process.env
  const result = spawnSync(process.execPath, [join(scripts, script), ...args], {
    encoding: 'utf8',
    env: { ...env, UPDATE_KEY_FILE: join(folder, 'update-key.json') },
  })
  return { code: result.status, output: `${result.stdout}${result.stderr}` }
}
const key = () => join(folder, 'private.pem')
const makeKey = (...more: string[]) => run('make-update-key.mjs', key(), ...more)
const signFeed = (...more: string[]) =>
  run(
    'sign-update-feed.mjs',
    '--files',
    join(folder, 'release'),
    '--base-url',
    'https://files.example.org/v1',
    '--notes',
    join(folder, 'notes.json'),
    '--key',
    key(),
    '--version',
    '1.2.0',
    ...more,
  )
const builtIn = () =>
  readUpdateKey(
    (JSON.parse(readFileSync(join(folder, 'update-key.json'), 'utf8')) as { publicKey: string })
      .publicKey,
  ) // written by the script

test('makes a feed of the installers in a folder, which the app with that key accepts', () => {
  expect(makeKey().code).toBe(0)
  if (process.platform !== 'win32') expect(statSync(key()).mode & 0o777).toBe(0o600)
  const { code, output } = signFeed('--minimum', '1.1.0')
  expect([code, output]).toEqual([0, expect.stringContaining('4 files')])
  expect(output).not.toContain('Warning')
  const publicKey = builtIn()
  if (publicKey === undefined) throw new Error('no key was written')
  const read = readFeed(
    readFileSync(join(folder, 'release/wld-updates.json')),
    readFileSync(join(folder, 'release/wld-updates.json.sig'), 'utf8'),
    publicKey,
  )
  if (!read.ok) throw new Error(read.detail)
  expect(read.feed).toMatchObject({
    version: '1.2.0',
    minimumVersion: '1.1.0',
    notes: { ar: 'أسرع' },
  })
  expect(read.feed.downloads.map(({ platform, arch, url }) => [platform, arch, url])).toEqual([
    ['linux', 'arm64', 'https://files.example.org/v1/wld-1.2.0-linux-aarch64.AppImage'],
    ['linux', 'x64', 'https://files.example.org/v1/wld-1.2.0-linux-amd64.deb'],
    ['darwin', 'arm64', 'https://files.example.org/v1/wld-1.2.0-mac-arm64.dmg'],
    ['win32', 'x64', 'https://files.example.org/v1/wld-1.2.0-win-x64.exe'],
  ])
  const content = 'content of wld-1.2.0-win-x64.exe'
  expect(read.feed.downloads[3]).toMatchObject({
    sha256: createHash('sha256').update(content).digest('hex'),
    size: content.length,
  })
})
test('a key that exists is never replaced by accident', () => {
  makeKey()
  const first = readFileSync(key(), 'utf8')
  expect(makeKey()).toMatchObject({ code: 1 })
  expect(run('make-update-key.mjs', join(folder, 'second.pem'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('--replace'),
  })
  expect(readFileSync(key(), 'utf8')).toBe(first)
  expect(run('make-update-key.mjs', join(scripts, 'inside.pem'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('repository'),
  })
})
test('what the app would refuse is not published', () => {
  makeKey()
  expect(signFeed('--base-url', 'http://files.example.org')).toMatchObject({
    code: 1,
    output: expect.stringContaining('https'),
  })
  expect(signFeed('--version', '1.3.0')).toMatchObject({
    code: 1,
    output: expect.stringContaining('not of version 1.3.0'),
  })
  writeFileSync(join(folder, 'notes.json'), '{"en":"x"}')
  expect(signFeed()).toMatchObject({ code: 1, output: expect.stringContaining('notes.ar') })
})
test('warns of another key than that of the app; without a key there is no feed', () => {
  expect(
    run(
      'sign-update-feed.mjs',
      '--files',
      join(folder, 'release'),
      '--base-url',
      'https://x.example',
      '--notes',
      join(folder, 'notes.json'),
    ),
  ).toMatchObject({ code: 1 })
  makeKey()
  writeFileSync(join(folder, 'update-key.json'), '{ "publicKey": null }\n')
  expect(signFeed().output).toContain('Warning')
})
