import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openNewestFeed } from './newest-feed.ts'
import { MAX_FEED_BYTES } from './update-feed.ts'
import { updateKey } from './update-key.ts'
import {
  feedAddress,
  CHECK_EVERY_MS,
  createUpdates,
  FIRST_CHECK_AFTER_MS,
  type UpdatesOptions,
} from './updates.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')
const SHA = 'a'.repeat(64)
const FEED = {
  version: '1.2.0',
  publishedAt: '2026-05-01T10:00:00.000Z',
  notes: { en: 'Faster scanning', ar: 'مسح أسرع', fr: 'Lecture plus rapide' },
  downloads: [
    {
      platform: 'win32',
      arch: 'x64',
      url: 'https://files.example.org/wld-1.2.0-win-x64.exe',
      sha256: 'b'.repeat(64),
      size: 10,
    },
    {
      platform: 'linux',
      arch: 'x64',
      url: 'https://files.example.org/wld-1.2.0-linux-amd64.deb',
      sha256: SHA,
      size: 20,
    },
    {
      platform: 'linux',
      arch: 'x64',
      url: 'https://files.example.org/wld-1.2.0-linux-x86_64.AppImage',
      sha256: 'c'.repeat(64),
      size: 30,
    },
  ],
}

/** The responses of the server; the signature matches the bytes unless a test changes it. */
let files: Record<string, Buffer | string | undefined> = {}
let listener: RequestListener | undefined
let asked: string[] = []
let server: Server
let origin = ''
let newestPath = ''

const put = (feed: unknown, key = privateKey): void => {
  const bytes = Buffer.from(typeof feed === 'string' ? feed : JSON.stringify(feed))
  files = {
    '/feed/wld-updates.json': bytes,
    '/feed/wld-updates.json.sig': `${sign(null, bytes, key).toString('base64')}\n`,
  }
}

beforeEach(async () => {
  newestPath = join(mkdtempSync(join(tmpdir(), 'wld-updates-')), 'updates.json')
  asked = []
  listener = undefined
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (listener !== undefined) {
      listener(request, response)
      return
    }
    const file = files[request.url ?? '']
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // an address of TCP, once listening
  put(FEED)
})
afterEach(async () => {
  vi.useRealTimers()
  rmSync(dirname(newestPath), { recursive: true })
  server.closeAllConnections()
  await new Promise((resolve) => void server.close(resolve))
})

const open = (change: Partial<UpdatesOptions> = {}) => {
  const onChange = vi.fn()
  const log = vi.fn()
  const updates = createUpdates({
    feedUrl: () => `${origin}/feed/`,
    fetch: (url, init) => fetch(url, init),
    publicKey,
    newest: openNewestFeed({ path: newestPath, publicKey, log }),
    version: '1.1.0',
    system: { platform: 'linux', arch: 'x64', fromAppImage: false },
    inKiosk: () => false,
    enabled: () => true,
    allowLocalHttp: true,
    now: () => new Date('2026-05-03T09:00:00.000Z'),
    log,
    onChange,
    ...change,
  })
  return { updates, onChange, log }
}

describe('what a good feed tells', () => {
  test('a newer version: what is new, where it lies, its checksum', async () => {
    const { updates, onChange } = open()
    expect(updates.state()).toMatchObject({ state: 'unknown', url: null })
    expect(await updates.check()).toEqual({
      state: 'available',
      version: '1.2.0',
      notes: FEED.notes,
      url: FEED.downloads[1]?.url,
      sha256: SHA,
      required: false,
      checkedAt: '2026-05-03T09:00:00.000Z',
      fault: 'none',
    })
    expect(onChange).toHaveBeenCalledOnce()
  })
  test('an AppImage is told of the next AppImage', async () => {
    const { updates } = open({ system: { platform: 'linux', arch: 'x64', fromAppImage: true } })
    expect((await updates.check()).url).toMatch(/\.AppImage$/)
  })
  test('no file for this computer: the version is told, no address', async () => {
    const { updates } = open({ system: { platform: 'darwin', arch: 'arm64', fromAppImage: false } })
    expect(await updates.check()).toMatchObject({ state: 'available', url: null, sha256: null })
  })
  test.each(['1.2.0', '1.2.1', '1.10.0', '2.0.0-beta.1'])(
    '%s is not offered 1.2.0',
    async (version) =>
      expect(await open({ version }).updates.check()).toMatchObject({
        state: 'current',
        version: null,
        url: null,
      }),
  )
  test.each([
    ['1.1.1', true],
    ['1.1.0', false],
    ['1.0.0', false],
  ])('a minimum of %s makes it needed: %s', async (minimumVersion, required) => {
    put({ ...FEED, minimumVersion })
    expect((await open().updates.check()).required).toBe(required)
  })
  test('a field of a later time is passed over', async () => {
    put({ ...FEED, rollout: 0.5 })
    expect(await open().updates.check()).toMatchObject({ state: 'available' })
  })
})

describe('what is not accepted', () => {
  test('a signature with another key', async () => {
    put(FEED, stranger.privateKey)
    expect(await open().updates.check()).toMatchObject({
      state: 'failed',
      fault: 'signature',
      version: null,
      url: null,
    })
  })
  test('one changed byte', async () => {
    files['/feed/wld-updates.json'] = Buffer.from(
      JSON.stringify(FEED).replace('files.example.org', 'files.examp1e.org'),
    )
    expect(await open().updates.check()).toMatchObject({ state: 'failed', fault: 'signature' })
  })
  test.each([undefined, '', 'x', '='.repeat(88), `${'A'.repeat(86)}==`, 'A'.repeat(10_000)])(
    'the signature %j',
    async (text) => {
      files['/feed/wld-updates.json.sig'] = text
      expect(await open().updates.check()).toMatchObject({ state: 'failed', fault: 'signature' })
    },
  )
  test.each([
    ['no JSON', '<html>'],
    ['a list', []],
    ['no version', { ...FEED, version: undefined }],
    ['a version that is none', { ...FEED, version: 'latest' }],
    ['notes in two languages', { ...FEED, notes: { en: 'x', fr: 'y' } }],
    [
      'an address over http',
      { ...FEED, downloads: [{ ...FEED.downloads[0], url: 'http://files.example.org/a' }] },
    ],
    [
      'an address that starts a program',
      { ...FEED, downloads: [{ ...FEED.downloads[0], url: 'file:///bin/sh' }] },
    ],
    [
      'an address with a user',
      {
        ...FEED,
        downloads: [{ ...FEED.downloads[0], url: 'https://files.example.org@evil.example/a' }],
      },
    ],
    [
      'a checksum that is none',
      { ...FEED, downloads: [{ ...FEED.downloads[0], sha256: 'A'.repeat(64) }] },
    ],
    ['a date that is none', { ...FEED, publishedAt: 'yesterday' }],
  ])('%s, though signed', async (_name, feed) => {
    put(feed)
    expect(await open().updates.check()).toMatchObject({
      state: 'failed',
      fault: 'format',
      url: null,
    })
  })
  test('a file that does not end', async () => {
    listener = (_request, response) => {
      response.writeHead(200)
      const more = (): void =>
        void (
          !response.destroyed && response.write(Buffer.alloc(64 * 1024), () => setImmediate(more))
        )
      more()
    }
    expect(await open().updates.check()).toMatchObject({ state: 'failed', fault: 'format' })
    expect(MAX_FEED_BYTES).toBeLessThan(1_000_000)
  })
  test('a redirect, to wherever', async () => {
    const elsewhere = createServer((_request, response) => response.end(JSON.stringify(FEED)))
    await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
    const visited = vi.fn()
    elsewhere.on('request', visited)
    listener = (_request, response) =>
      response
        .writeHead(302, {
          location: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`,
        })
        .end() // an address of TCP, once listening
    expect(await open().updates.check()).toMatchObject({ state: 'failed' })
    expect(visited).not.toHaveBeenCalled()
    await new Promise((resolve) => void elsewhere.close(resolve))
  })
  test('an older feed that was good in its day hides nothing', async () => {
    const { updates } = open()
    await updates.check()
    put({ ...FEED, version: '1.1.5' })
    expect(await updates.check()).toMatchObject({ state: 'available', version: '1.2.0' })
    put({ ...FEED, version: '1.0.0' })
    expect(await updates.check()).toMatchObject({ state: 'available', version: '1.2.0' })
  })
})

describe('an old feed after a restart', () => {
  const OLD = { ...FEED, version: '1.1.5', publishedAt: '2026-04-01T10:00:00.000Z' }
  test('does not hide the newer one that was seen before', async () => {
    await open().updates.check()
    put(OLD)
    const { updates, log } = open()
    expect(await updates.check()).toMatchObject({
      state: 'available',
      version: '1.2.0',
      url: FEED.downloads[1]?.url,
    })
    expect(log).toHaveBeenCalledWith('warn', 'updates.older-feed', { version: '1.1.5' })
  })
  test('of the same version does not take back that the update is needed', async () => {
    put({ ...FEED, minimumVersion: '1.1.1' })
    await open().updates.check()
    put({ ...FEED, publishedAt: '2026-04-30T10:00:00.000Z' })
    expect(await open().updates.check()).toMatchObject({ required: true })
  })
  test('a feed that was issued later counts, also where it withdraws a version', async () => {
    await open().updates.check()
    put({ ...FEED, version: '1.1.9', publishedAt: '2026-05-02T10:00:00.000Z' })
    expect(await open().updates.check()).toMatchObject({ version: '1.1.9' })
    put(FEED)
    expect(await open().updates.check()).toMatchObject({ version: '1.1.9' })
  })
  test.each([
    ['cut short', (text: string) => text.slice(0, 40)],
    [
      'changed',
      (text: string) =>
        JSON.stringify({
          ...(JSON.parse(text) as object),
          feed: Buffer.from(JSON.stringify({ ...FEED, version: '9.0.0' })).toString('base64'),
        }),
    ],
  ])('a kept file that was %s counts for nothing', async (_how, change) => {
    await open().updates.check()
    writeFileSync(newestPath, change(readFileSync(newestPath, 'utf8')))
    put(OLD)
    expect(await open().updates.check()).toMatchObject({ version: '1.1.5' })
  })
})

test('a key of the environment is believed by an app that was not installed, and never by an installed one', () => {
  const env = {
    UPDATE_PUBLIC_KEY: stranger.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  }
  const isStrangers = (isPackaged: boolean): boolean =>
    updateKey({ isPackaged, env })?.equals(stranger.publicKey) === true
  expect([isStrangers(false), isStrangers(true)]).toEqual([true, false])
})

describe('when it asks', () => {
  test('no server responds: told as offline, and what was known stays known', async () => {
    const { updates } = open()
    files = {}
    listener = (request) => request.socket.destroy()
    expect(await updates.check()).toMatchObject({ state: 'failed', fault: 'offline' })
    listener = undefined
    put(FEED)
    await updates.check()
    listener = (request) => request.socket.destroy()
    expect(await updates.check()).toMatchObject({ state: 'available', version: '1.2.0' })
  })
  test.each([
    ['without a key', { publicKey: undefined }],
    ['without a feed', { feedUrl: () => null }],
    ['in a kiosk', { inKiosk: () => true }],
    ['as a version that cannot be compared', { version: 'dev' }],
  ] as const)('%s it is off and sends no request', async (_name, change) => {
    const { updates, onChange } = open(change)
    expect(await updates.check()).toMatchObject({ state: 'off' })
    expect(asked).toEqual([])
    expect(onChange).not.toHaveBeenCalled()
  })
  test('a kiosk that begins during a check gets no result, and no earlier one', async () => {
    let kiosk = false
    const { updates, onChange } = open({ inKiosk: () => kiosk })
    const checking = updates.check()
    kiosk = true
    expect(await checking).toMatchObject({ state: 'off' })
    expect(onChange).not.toHaveBeenCalled()
    kiosk = false
    expect(updates.state().state).toBe('unknown')
    await updates.check()
    kiosk = true
    expect(updates.state()).toMatchObject({ state: 'off', version: null })
  })
  test('another feed begins anew', async () => {
    let feed = `${origin}/feed`
    const { updates } = open({ feedUrl: () => feed })
    expect((await updates.check()).state).toBe('available')
    feed = `${origin}/other`
    expect(updates.state().state).toBe('unknown')
  })
  test('two at once are one', async () => {
    const { updates } = open()
    await Promise.all([updates.check(), updates.check()])
    expect(asked).toHaveLength(2) // the file and its signature
  })
  test('switched off it checks only on request', async () => {
    const { updates } = open({ enabled: () => false })
    expect(updates.state().state).toBe('off')
    expect((await updates.check()).state).toBe('available')
  })
  test('a while after the start, then once a day, until it is stopped; a day that the computer slept through counts', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    })
    const calls: string[] = []
    const never = (url: string): Promise<Response> => {
      calls.push(url)
      return Promise.reject(new Error('no network'))
    }
    const { updates } = open({ fetch: never, now: () => new Date() })
    const stop = updates.start()
    await vi.advanceTimersByTimeAsync(FIRST_CHECK_AFTER_MS - 1)
    expect(calls).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS - 20 * 60_000)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(40 * 60_000)
    expect(calls).toHaveLength(2)
    vi.setSystemTime(Date.now() + 2 * CHECK_EVERY_MS) // it slept
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect(calls).toHaveLength(3)
    stop()
    await vi.advanceTimersByTimeAsync(3 * CHECK_EVERY_MS)
    expect(calls).toHaveLength(3)
  })
})

test.each([
  ['https://updates.example.org', true, 'https://updates.example.org/f'],
  ['https://updates.example.org/wld/', true, 'https://updates.example.org/wld/f'],
  ['http://updates.example.org', true, undefined],
  ['http://localhost:8080/x', true, 'http://localhost:8080/x/f'],
  ['http://localhost:8080/x', false, undefined],
  ['http://localhost.example.org', true, undefined],
  ['https://user@updates.example.org', true, undefined],
  ['https://updates.example.org/?a=b', true, undefined],
  ['file:///etc', true, undefined],
  ['nonsense', true, undefined],
])('the feed %s (local http: %s) is asked at %s', (feed, local, expected) =>
  expect(feedAddress(feed, 'f', local)).toBe(expected),
)
