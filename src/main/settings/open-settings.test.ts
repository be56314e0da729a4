import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSettings, type OpenSettingsOptions } from './open-settings.ts'
import { writeSettings, DEFAULT_SETTINGS } from './settings-file.ts'

const SERVER = 'https://members.example.org'
let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wld-settings-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const file = (name: string): string => join(directory, name)
const open = (change: Partial<OpenSettingsOptions> = {}) =>
  openSettings({
    directory,
    managedFile: file('managed.json'),
    environment: null,
    log: () => undefined,
    ...change,
  })
const manage = (content: unknown): void =>
  writeFileSync(
    file('managed.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  )

test('a first start: defaults, no address, nothing written', () => {
  expect(open().get()).toEqual({
    serverUrl: null,
    serverFrom: 'none',
    language: null,
    zoom: 1,
    kioskScreen: { sound: true, highContrast: false, hand: 'right' },
    startAtLogin: false,
    checkForUpdates: true,
    updateFeed: null,
    printer: null,
    statusListMaxAgeH: 24,
    managed: [],
    fault: null,
    faultIn: [],
  })
  expect(readdirSync(directory)).toEqual([])
})

describe('a change', () => {
  test('is on the disk when it resolves, and there after a restart', async () => {
    const settings = open()
    expect(
      await settings.change({ zoom: 1.5, kioskScreen: { hand: 'left' }, printer: 'Zebra' }),
    ).toMatchObject({ zoom: 1.5, printer: 'Zebra' })
    await settings.chooseServer(`${SERVER}/`)
    expect(open().get()).toMatchObject({
      zoom: 1.5,
      printer: 'Zebra',
      kioskScreen: { sound: true, highContrast: false, hand: 'left' },
      serverUrl: SERVER,
      serverFrom: 'settings',
      fault: null,
    })
    expect(readdirSync(directory)).toEqual(['settings.json'])
  })
  test('calls listeners once, and not when nothing changed', async () => {
    const settings = open()
    const told = vi.fn()
    const stop = settings.onChange(told)
    await settings.change({ language: 'ar' })
    await settings.change({ language: 'ar' })
    await settings.change({})
    expect(told).toHaveBeenCalledTimes(1)
    stop()
    await settings.change({ language: 'fr' })
    expect(told).toHaveBeenCalledTimes(1)
  })
  test('many at once all count', async () => {
    const settings = open()
    await Promise.all([
      settings.change({ zoom: 2 }),
      settings.change({ language: 'fr' }),
      settings.change({ printer: 'P' }),
      settings.chooseServer(SERVER),
    ])
    expect(open().get()).toMatchObject({ zoom: 2, language: 'fr', printer: 'P', serverUrl: SERVER })
  })
  test('that cannot be written is refused and changes nothing', async () => {
    const settings = open()
    mkdirSync(file('settings.json'))
    await expect(settings.change({ zoom: 2 })).rejects.toThrow()
    expect(settings.get().zoom).toBe(1)
  })
})

describe('a file of settings', () => {
  test('that is damaged is kept aside, and staff are told what to do', () => {
    writeFileSync(file('settings.json'), '{"version":1,"serverUrl"')
    expect(open().get()).toMatchObject({
      serverUrl: null,
      faultIn: ['computer'],
      fault: expect.stringMatching(
        /^settings\.json was damaged: .*kept as settings\.damaged\.json\. Check the settings/,
      ),
    })
    expect(readFileSync(file('settings.damaged.json'), 'utf8')).toBe('{"version":1,"serverUrl"')
    expect(open().get().fault).toBeNull() // the next start finds a good one
  })
  test('with a wrong field keeps its address, and the field is named', () => {
    const wrong = JSON.stringify({ version: 1, ...DEFAULT_SETTINGS, serverUrl: SERVER, zoom: 99 })
    writeFileSync(file('settings.json'), wrong)
    expect(open().get()).toMatchObject({
      serverUrl: SERVER,
      zoom: 1,
      fault: expect.stringContaining('back at their defaults: zoom.'),
    })
    expect(readFileSync(file('settings.damaged.json'), 'utf8')).toBe(wrong)
    expect(open().get()).toMatchObject({ serverUrl: SERVER, fault: null })
  })
  test('of a newer version is kept aside as it is', async () => {
    writeFileSync(file('settings.json'), '{"version":99,"serverUrl":"https://x.example"}')
    const settings = open()
    expect(settings.get()).toMatchObject({
      serverUrl: null,
      fault: expect.stringContaining('newer version of the app'),
    })
    await settings.change({ zoom: 2 })
    expect(readFileSync(file('settings.newer.json'), 'utf8')).toBe(
      '{"version":99,"serverUrl":"https://x.example"}',
    )
  })
  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'that cannot be read is named and not overwritten',
    async () => {
      writeFileSync(
        file('settings.json'),
        writeSettings({ ...DEFAULT_SETTINGS, serverUrl: SERVER }),
      )
      chmodSync(file('settings.json'), 0)
      const settings = open()
      expect(settings.get()).toMatchObject({
        serverUrl: null,
        fault: expect.stringContaining('cannot be read (EACCES)'),
      })
      await expect(settings.change({ zoom: 2 })).rejects.toThrow('not overwritten')
    },
  )
  test('that is a folder is named and left alone', async () => {
    mkdirSync(file('settings.json'))
    const settings = open()
    expect(settings.get().fault).toContain('cannot be read (EISDIR)')
    await expect(settings.change({ zoom: 2 })).rejects.toThrow('not overwritten')
    expect(existsSync(file('settings.damaged.json'))).toBe(false)
  })
  test('opens though a power cut left a half-written one beside it', async () => {
    writeFileSync(file('settings.json.new'), '{"vers')
    const settings = open()
    expect(settings.get().fault).toBeNull()
    await settings.change({ zoom: 2 })
    expect(open().get().zoom).toBe(2)
  })
})

describe('the association’s file', () => {
  test('decides, and its settings are named', async () => {
    manage({
      serverUrl: SERVER,
      language: 'ar',
      checkForUpdates: false,
      updateFeed: `${SERVER}/feed`,
      statusListMaxAgeH: 6,
      kiosk: true,
    })
    const settings = open({ environment: 'http://localhost:4310' })
    expect(settings.startsAsKiosk).toBe(true)
    expect(settings.get()).toMatchObject({
      serverUrl: SERVER,
      serverFrom: 'managed',
      language: 'ar',
      checkForUpdates: false,
      updateFeed: `${SERVER}/feed`,
      statusListMaxAgeH: 6,
      fault: null,
      managed: [
        'serverUrl',
        'language',
        'checkForUpdates',
        'updateFeed',
        'statusListMaxAgeH',
        'kiosk',
      ],
    })
  })
  test('a setting that it decides stays as it is; the others change', async () => {
    manage({ language: 'ar', checkForUpdates: false, startAtLogin: false })
    const settings = open()
    expect(
      await settings.change({
        language: 'fr',
        checkForUpdates: true,
        startAtLogin: true,
        zoom: 2,
      }),
    ).toMatchObject({ language: 'ar', checkForUpdates: false, startAtLogin: false, zoom: 2 })
    rmSync(file('managed.json'))
    expect(open().get()).toMatchObject({
      language: null,
      checkForUpdates: true,
      startAtLogin: false,
      zoom: 2,
    }) // nor was it written down for later
  })
  test('the address cannot be chosen against it', async () => {
    manage({ serverUrl: SERVER })
    await expect(open().chooseServer('https://other.example')).rejects.toThrow('managed')
  })
  test('a wrong field is named, the right ones apply, a person’s choice counts in its place', async () => {
    manage({ serverUrl: 'members.example.org', kiosk: true })
    const settings = open()
    await settings.chooseServer(SERVER)
    expect(settings.startsAsKiosk).toBe(true)
    expect(settings.get()).toMatchObject({
      serverUrl: SERVER,
      serverFrom: 'settings',
      managed: ['kiosk'],
      fault: expect.stringMatching(/^managed\.json: serverUrl must be/),
    })
  })
  test('no JSON at all is told', () => {
    manage('<xml>')
    expect(open().get()).toMatchObject({
      managed: [],
      fault: expect.stringMatching(/^managed\.json: is not a JSON object/),
    })
  })
  test('that cannot be read is told', () => {
    mkdirSync(file('managed.json'))
    expect(open().get().fault).toMatch(/^managed\.json: cannot be read \(EISDIR\)/)
  })
  test('is never written', async () => {
    manage({ kiosk: true })
    const before = readFileSync(file('managed.json'), 'utf8')
    await open().change({ zoom: 2 })
    expect(readFileSync(file('managed.json'), 'utf8')).toBe(before)
  })
})

describe('the address', () => {
  test('of the environment goes before the one that was chosen, and cannot be changed', async () => {
    await open().chooseServer(SERVER)
    const settings = open({ environment: 'http://localhost:4310' })
    expect(settings.get()).toMatchObject({
      serverUrl: 'http://localhost:4310',
      serverFrom: 'environment',
    })
    await expect(settings.chooseServer(SERVER)).rejects.toThrow('environment')
    expect(open().get().serverUrl).toBe(SERVER)
  })
  test.each(['http://members.example.org', 'https://a.example/path', 'nonsense', ''])(
    '%j is not kept',
    async (origin) => {
      const settings = open()
      await expect(settings.chooseServer(origin)).rejects.toThrow('not the origin')
      expect(settings.get().serverUrl).toBeNull()
    },
  )
})

test('every fault goes to the log', () => {
  writeFileSync(file('settings.json'), 'x')
  manage({ kiosk: 1 })
  const log = vi.fn()
  open({ log })
  expect(log.mock.calls.map(([level, event]) => [level, event])).toEqual([
    ['warn', 'settings.fault'],
    ['warn', 'settings.fault'],
  ])
})
