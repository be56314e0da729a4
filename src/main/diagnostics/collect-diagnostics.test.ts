import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type {
  DesktopSettings,
  OfflineState,
  QueueState,
} from '#shared/contract/desktop/ipc-desktop.ts'
import { openLogFile } from '../log/log-file.ts'
import { collectDiagnostics, type DiagnosticsOptions } from './collect-diagnostics.ts'

const SETTINGS: DesktopSettings = {
  serverUrl: 'https://members.example.org',
  serverFrom: 'managed',
  language: 'ar',
  zoom: 1.25,
  kioskScreen: { sound: true, highContrast: false, hand: 'right' },
  startAtLogin: false,
  checkForUpdates: true,
  updateFeed: 'https://updates.example.org/amna-idris/?who=amna',
  printer: 'Printer of Amna',
  statusListMaxAgeH: 24,
  managed: ['serverUrl'],
  fault: "could not read '/home/amna/.config/WLD/settings.json'",
  faultIn: ['computer'],
}
const OFFLINE: OfflineState = {
  listIssuedAt: '2026-05-03T08:00:00.000Z',
  listAgeS: 3_600,
  maxAgeS: 86_400,
  cards: 1_250,
  hasKeys: true,
  tooOld: false,
  lastTryAt: null,
  clockOffS: -42,
  clockWrong: false,
}
const QUEUE: QueueState = {
  waiting: 3,
  sent: 120,
  conflicts: 1,
  refused: 2,
  keptIn: 'keychain',
  lastSentAt: null,
  voices: [],
  problem: 'offline',
}

let userData = ''
beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'wld-diagnostics-'))
  mkdirSync(join(userData, 'logs'))
})
afterEach(() => rmSync(userData, { recursive: true, force: true }))

const collect = (change: Partial<DiagnosticsOptions> = {}): string =>
  collectDiagnostics({
    version: '1.2.0',
    isPackaged: true,
    versions: { electron: '45.4.1', chrome: '150.0.1', node: '24.21.0' },
    platform: 'linux',
    arch: 'x64',
    release: '6.1.0',
    locale: () => 'fr-FR',
    inKiosk: () => true,
    keychain: () => 'memory',
    settings: () => SETTINGS,
    offline: () => OFFLINE,
    queue: () => QUEUE,
    userData,
    logDirectory: join(userData, 'logs'),
    own: { user: 'amna', home: '/home/amna', host: 'amnas-laptop' },
    now: () => new Date('2026-05-03T09:00:00.000Z'),
    ...change,
  })
const writeLog = (...lines: readonly string[]): void =>
  writeFileSync(join(userData, 'logs/main.log'), `${lines.join('\n')}\n`)

test('what a helper needs is there', () => {
  openLogFile({
    directory: join(userData, 'logs'),
    now: () => new Date('2026-05-03T08:59:00.000Z'),
  })('warn', 'api.unreachable', { cause: 'connect ECONNREFUSED 127.0.0.1:4310', status: 503 })
  writeFileSync(join(userData, 'settings.json'), '{}')
  mkdirSync(join(userData, 'outbox/0011aabb'), { recursive: true })
  writeFileSync(join(userData, 'outbox/0011aabb/1.log'), 'x'.repeat(1_234))
  const text = collect()
  for (const expected of [
    '1.2.0',
    'electron: 45.4.1, chrome: 150.0.1, node: 24.21.0',
    'linux x64',
    'fr-FR',
    'kiosk: yes',
    'session kept in: memory',
    'server: members.example.org (from managed)',
    'feed: updates.example.org',
    'printer: chosen',
    'managed: serverUrl',
    '3600 s old',
    '-42 s off',
    'waiting: 3, sent: 120, conflicts: 1, refused: 2',
    'problem: offline',
    '1234  outbox/0011aabb/1.log',
    '2  settings.json',
    '"event":"api.unreachable","cause":"connect ECONNREFUSED 127.0.0.1:4310","status":503',
    '"at":"2026-05-03T08:59:00.000Z"',
  ])
    expect(text).toContain(expected)
})

test('names no person, whatever the log contains', () => {
  const hostile = (fields: object): string =>
    JSON.stringify({ at: '2026-05-03T08:00:00.000Z', level: 'error', event: 'x.y', ...fields })
  writeLog(
    hostile({ error: 'TypeError: Amna Idris is not a function' }),
    hostile({ error: 'card 10004217|Amna Idris|1990-04-12|1.k.1.2.3.sig' }),
    hostile({ error: 'card WLD_10004217|Amna Idris|1990-04-12' }),
    hostile({ error: 'mail amna.idris@example.org, call +33 6 12 34 56 78 or ٠٦١٢٣٤٥٦٧٨' }),
    hostile({ error: 'Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl' }),
    hostile({ error: "ENOENT: no such file, open '/home/amna/.config/WLD/x'" }),
    hostile({
      error:
        'at file:///home/amna/app/out/main/index.js:1:2, C:\\Users\\Amna Idris\\x, amnas-laptop',
    }),
    hostile({ error: 'آمنة إدريس' }),
    hostile({ event: 'Amna Idris', level: 'amna idris', at: 'born 1990-04-12' }),
    hostile({ 'Amna Idris': 'x', name: '"Amna Idris"' }),
    'Amna Idris, born 1990-04-12, not JSON',
    '{"at":"2026","error":{"name":"Amna Idris"}}',
    '["Amna Idris"]',
    '{"__proto__":{"a":"Amna Idris"}}',
  )
  const text = collect()
  for (const secret of [
    'Amna',
    'amna',
    'Idris',
    'idris',
    '10004217',
    '1990',
    'eyJ',
    '12 34',
    '٠٦',
    'آمنة',
    'laptop',
    'c2ln',
  ])
    expect(text).not.toContain(secret)
  expect(text).toContain('ENOENT')
  expect(text.match(/"event":"x\.y"/g)?.length).toBeGreaterThanOrEqual(8)
  expect(text).toContain('[a line that could not be read]')
})

test('the last 200 lines, over the rotation as well', () => {
  const line = (number: number): string =>
    JSON.stringify({ at: '2026-05-03T08:00:00.000Z', level: 'info', event: `n.${number}` })
  writeFileSync(
    join(userData, 'logs/main.1.log'),
    `${Array.from({ length: 500 }, (_, index) => line(index)).join('\n')}\n`,
  )
  writeLog(...Array.from({ length: 50 }, (_, index) => line(500 + index)))
  const events = [...collect().matchAll(/"event":"n\.(\d+)"/g)].map(([, number]) => Number(number))
  expect(events).toEqual(Array.from({ length: 200 }, (_, index) => 350 + index))
})

test('a failing part does not affect the others', () => {
  const text = collect({
    queue: () => {
      throw new Error("damaged: '/home/amna/x'")
    },
    logDirectory: join(userData, 'nowhere'),
  })
  expect(text).toContain('## Queue\nnot available: damaged: [text]')
  expect(text).toContain('## Offline\nkeys: yes')
})

test('files of others are not listed', () => {
  mkdirSync(join(userData, 'Local Storage'))
  writeFileSync(join(userData, 'Local Storage/Amna'), 'x')
  expect(collect()).not.toContain('Local Storage')
})
