import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, readSettings, SETTINGS_VERSION, writeSettings } from './settings-file.ts'

const chosen = {
  ...DEFAULT_SETTINGS,
  serverUrl: 'https://members.example.org',
  language: 'ar' as const,
  zoom: 1.25,
  printer: 'Zebra ZC300',
}

test('what is written is read again', () =>
  expect(readSettings(writeSettings(chosen))).toEqual({ kind: 'read', settings: chosen }))

describe('an older file', () => {
  test('without a version is taken as it is, and what it lacks is the default', () =>
    expect(readSettings('{"serverUrl":"https://members.example.org/","zoom":1.5}')).toEqual({
      kind: 'read',
      settings: { ...DEFAULT_SETTINGS, serverUrl: 'https://members.example.org', zoom: 1.5 },
    }))
  test('an empty object is a file of defaults', () =>
    expect(readSettings('{}')).toEqual({ kind: 'read', settings: DEFAULT_SETTINGS }))
  test('from an editor that writes a byte order mark', () =>
    expect(readSettings('\uFEFF{"language":"fr"}')).toMatchObject({
      kind: 'read',
      settings: { language: 'fr' },
    }))
})

test('a newer file is not judged', () =>
  expect(readSettings(JSON.stringify({ version: SETTINGS_VERSION + 1, serverUrl: 7 }))).toEqual({
    kind: 'newer',
    version: SETTINGS_VERSION + 1,
  }))

describe('a damaged file', () => {
  test.each(['', 'nonsense', '{"version":1,', '[]', 'null', '"text"', '7', '\0\0\0\0'])(
    '%j: nothing of it',
    (text) =>
      expect(readSettings(text)).toEqual({
        kind: 'damaged',
        settings: DEFAULT_SETTINGS,
        fields: [],
      }),
  )
  test.each([-1, 1.5, '1', null, {}, true])('with version %j: nothing of it', (version) =>
    expect(readSettings(JSON.stringify({ ...chosen, version }))).toEqual({
      kind: 'damaged',
      settings: DEFAULT_SETTINGS,
      fields: ['version'],
    }),
  )
  test.each([
    ['serverUrl', 'http://members.example.org'],
    ['serverUrl', 'https://a@b.example'],
    ['serverUrl', 'javascript:1'],
    ['language', 'xx'],
    ['zoom', 9],
    ['zoom', '1'],
    ['kioskScreen', { sound: 'yes' }],
    ['kioskScreen', null],
    ['checkForUpdates', 1],
    ['printer', 'x'.repeat(201)],
  ])('a wrong %s (%j) costs that field alone', (field, value) => {
    const text = JSON.stringify({ version: 1, ...chosen, [field]: value })
    expect(readSettings(text)).toEqual({
      kind: 'damaged',
      settings: { ...chosen, [field]: DEFAULT_SETTINGS[field as 'zoom'] },
      fields: [field],
    })
  })
  test('a name from the prototype is no setting', () =>
    expect(readSettings('{"version":1,"__proto__":{"zoom":2},"constructor":1}')).toEqual({
      kind: 'read',
      settings: DEFAULT_SETTINGS,
    }))
})
