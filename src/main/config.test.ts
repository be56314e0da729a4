import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const installed = { name: 'WLD', isPackaged: true }
const developer = { name: 'WLD', isPackaged: false }

test('without variables: no address, the app’s own keychain entry, the association’s file where it lies, no kiosk', () => {
  expect(parseConfig({}, { ...installed, platform: 'linux' })).toEqual({
    ok: true,
    config: {
      apiUrl: null,
      keychainService: 'WLD',
      kiosk: false,
      managedFile: '/etc/wld/managed.json',
    },
  })
})
test('an empty variable is an absent one', () => {
  expect(
    parseConfig(
      { API_URL: '', WLD_KIOSK: '', WLD_MANAGED_SETTINGS: '' },
      { ...developer, platform: 'linux' },
    ),
  ).toMatchObject({
    ok: true,
    config: { apiUrl: null, kiosk: false, managedFile: '/etc/wld/managed.json' },
  })
})
test('only a developer may name another keychain entry', () => {
  const env = { KEYCHAIN_SERVICE: 'wld-test-1' }
  expect(parseConfig(env, developer)).toMatchObject({ config: { keychainService: 'wld-test-1' } })
  expect(parseConfig(env, installed)).toMatchObject({ config: { keychainService: 'WLD' } })
})

test('only a developer may name another file of the association', () => {
  const env = { WLD_MANAGED_SETTINGS: '/tmp/managed.json', ProgramData: String.raw`D:\Data` }
  expect(parseConfig(env, developer)).toMatchObject({
    config: { managedFile: '/tmp/managed.json' },
  })
  expect(parseConfig(env, { ...installed, platform: 'win32' })).toMatchObject({
    config: { managedFile: String.raw`D:\Data\WLD\managed.json` },
  })
})

test('only a developer may name another interface', () => {
  const env = { ELECTRON_RENDERER_URL: 'http://localhost:4312' }
  expect(parseConfig(env, developer)).toMatchObject({
    config: { rendererUrl: 'http://localhost:4312' },
  })
  expect(parseConfig(env, installed)).not.toHaveProperty('config.rendererUrl')
})

describe('the kiosk', () => {
  test.each([
    [{}, ['wld', '--kiosk'], true],
    [{ WLD_KIOSK: '1' }, ['wld'], true],
    [{ WLD_KIOSK: '0' }, ['wld'], false],
    [{ WLD_KIOSK: '0' }, ['wld', '--kiosk'], true],
    [{}, ['wld', '--kiosk=1', '--kiosk-x', 'wld://event/--kiosk'], false],
  ])('%j %j: %s', (env, argv, kiosk) =>
    expect(parseConfig(env, { ...installed, argv })).toMatchObject({ config: { kiosk } }),
  )
  test('another value is refused', () =>
    expect(parseConfig({ WLD_KIOSK: 'yes' }, installed)).toEqual({
      ok: false,
      faults: ['WLD_KIOSK must be 1 for the kiosk, or 0'],
    }))
})

describe('API_URL', () => {
  test.each([
    'https://members.example.org',
    'https://members.example.org/',
    'http://localhost:4310',
    'http://127.0.0.1:1',
    'http://[::1]:1',
  ])('takes %s', (url) =>
    expect(parseConfig({ API_URL: url }, installed)).toMatchObject({
      ok: true,
      config: { apiUrl: new URL(url).origin },
    }),
  )
  test.each([
    'http://members.example.org',
    'http://localhost.evil.org',
    'https://user:word@example.org',
    'https://example.org/api',
    'https://example.org/?a',
    'ftp://localhost',
    'file:///etc',
    'nonsense',
  ])('refuses %s and says what it must be', (url) => {
    const result = parseConfig({ API_URL: url }, installed)
    expect(result).toEqual({
      ok: false,
      faults: [expect.stringMatching(/^API_URL must be the origin of the server/)],
    })
  })
})
