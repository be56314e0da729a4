import { describe, expect, test } from 'vitest'
import { managedSettingsFile, readManaged } from './managed-settings.ts'

const all = {
  serverUrl: 'https://members.example.org',
  language: 'fr',
  kiosk: true,
  startAtLogin: true,
  updateFeed: 'https://members.example.org/desktop',
  checkForUpdates: false,
  statusListMaxAgeH: 12,
}

test('every setting of the file applies', () =>
  expect(readManaged(JSON.stringify(all))).toEqual({ settings: all, faults: [] }))
test('an address may end in a slash', () =>
  expect(readManaged('{"serverUrl":"https://members.example.org/"}').settings).toEqual({
    serverUrl: 'https://members.example.org',
  }))

describe('never partly misread', () => {
  test('what is right applies, what is wrong is named with what it must be', () => {
    const { settings, faults } = readManaged(
      JSON.stringify({
        ...all,
        serverUrl: 'http://members.example.org',
        kiosk: 'yes',
        serverURL: 'x',
      }),
    )
    const { serverUrl: _, kiosk: __, ...right } = all
    expect(settings).toEqual(right)
    expect(faults).toEqual([
      expect.stringMatching(/^serverUrl must be the origin/),
      'kiosk must be true or false',
      '"serverURL" is not a setting',
    ])
  })
  test.each([
    ['serverUrl', 'https://members.example.org/path'],
    ['serverUrl', 5],
    ['serverUrl', null],
    ['language', 'de'],
    ['updateFeed', 'http://updates.example.org'],
    ['updateFeed', 'file:///tmp'],
    ['updateFeed', 'http://localhost.example.org'],
    ['checkForUpdates', 'false'],
    ['statusListMaxAgeH', 0],
    ['statusListMaxAgeH', -1],
    ['statusListMaxAgeH', 10_000],
    ['statusListMaxAgeH', '24'],
  ])('%s %j', (name, value) => {
    const { settings, faults } = readManaged(JSON.stringify({ [name]: value }))
    expect(settings).toEqual({})
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} must be`))])
  })
  test.each(['', '{', '[]', 'null', '"x"', 'serverUrl = https://a.example'])(
    '%j: nothing of it, and it says so',
    (text) =>
      expect(readManaged(text)).toEqual({
        settings: {},
        faults: [expect.stringContaining('nothing of it applies')],
      }),
  )
  test.each(['__proto__', 'constructor', 'toString', 'zoom', 'a\nb', 'x'.repeat(500)])(
    '%j is not a setting',
    (name) => {
      const { settings, faults } = readManaged(`{${JSON.stringify(name)}:{"kiosk":true}}`)
      expect(settings).toEqual({})
      expect(faults).toHaveLength(1)
      expect(faults[0]?.length).toBeLessThan(80)
      expect(faults[0]).not.toContain('\n')
    },
  )
})

test.each([
  ['linux', {}, '/etc/wld/managed.json'],
  ['darwin', {}, '/Library/Application Support/WLD/managed.json'],
  [
    'win32',
    { ProgramData: String.raw`D:\ProgramData` },
    String.raw`D:\ProgramData\WLD\managed.json`,
  ],
  ['win32', {}, String.raw`C:\ProgramData\WLD\managed.json`],
] as const)('on %s it lies where only an administrator writes', (platform, env, path) =>
  expect(managedSettingsFile(platform, env)).toBe(path),
)
