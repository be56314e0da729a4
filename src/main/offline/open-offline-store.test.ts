import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CARD_STATE } from '#shared/domain/card/status-list.ts'
import { MINUTE_MS } from '#shared/domain/units.ts'
import { CardAuthority, listReply } from '#tests/support/card-authority.ts'
import {
  HOUR_MS,
  instead,
  KEYS,
  MAX_AGE_S,
  NOON_MS,
  offlineWorld,
  unreachable,
} from '#tests/support/offline-world.ts'
import { nextDelayMs } from './open-offline-store.ts'

const LIST = '/api/card/status-list'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'wld-offline-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))
const file = (name: string): string => join(directory, name)
const setUp = () => offlineWorld(directory)

describe('asking the server', () => {
  test('fetches keys and list, and cards are then judged without it', async () => {
    const { world, authority, open, card } = setUp()
    world.list = authority.list({
      issuedAt: new Date(NOON_MS - MINUTE_MS),
      states: { 7: CARD_STATE.revoked, 8: CARD_STATE.expired, 9: CARD_STATE.unknown },
    })
    const store = await open()
    expect(store.state()).toEqual({
      listIssuedAt: null,
      listAgeS: null,
      maxAgeS: MAX_AGE_S,
      cards: null,
      hasKeys: false,
      tooOld: false,
      lastTryAt: null,
      clockOffS: null,
      clockWrong: false,
    })
    expect(store.judge(card())).toMatchObject({
      verdict: 'STALE',
      reason: 'no-status-list',
      listAgeS: null,
    })
    expect(await store.refresh()).toEqual({
      listIssuedAt: '2026-11-21T11:59:00.000Z',
      listAgeS: 60,
      maxAgeS: MAX_AGE_S,
      cards: 100,
      hasKeys: true,
      tooOld: false,
      lastTryAt: '2026-11-21T12:00:00.000Z',
      clockOffS: 0,
      clockWrong: false,
    })
    unreachable(world)
    expect(store.judge(card())).toMatchObject({
      verdict: 'VALID',
      reason: 'signed',
      listAgeS: 60,
      card: { name: 'Amna Idris' },
    })
    expect([7, 8, 9, 500].map((index) => store.judge(card(index)).verdict)).toEqual([
      'REVOKED',
      'EXPIRED',
      'UNKNOWN',
      'UNKNOWN',
    ])
    expect(store.judge(card(500, 10_000))).toMatchObject({
      verdict: 'STALE',
      reason: 'newer-than-list',
    })
    expect(store.judge(card().replace('Amna', 'Amma'))).toMatchObject({
      verdict: 'FORGED',
      reason: 'bad-signature',
      listAgeS: null,
    })
    expect(
      store.judge(new CardAuthority().card({ issuedAt: new Date(NOON_MS - HOUR_MS) })),
    ).toMatchObject({ verdict: 'FORGED', reason: 'bad-signature' })
    expect(
      store.judge(
        new CardAuthority('other').card({ issuedAt: new Date(NOON_MS - HOUR_MS), kid: 'other' }),
      ),
    ).toMatchObject({ verdict: 'FORGED', reason: 'unknown-key' })
    expect(store.judge('10004217|Amna Idris|1990-04-12')).toMatchObject({
      verdict: 'UNSIGNED',
      reason: 'needs-the-server',
    })
    expect(store.judge('\u0000'.repeat(5_000))).toMatchObject({
      verdict: 'UNKNOWN',
      reason: 'too-long',
    })
  })

  test('is remembered by the next run, which proves it again', async () => {
    const { world, open, card } = setUp()
    await (await open()).refresh()
    unreachable(world)
    world.realMs += HOUR_MS
    const store = await open()
    expect(store.state()).toMatchObject({
      listAgeS: 3_660,
      cards: 100,
      hasKeys: true,
      clockOffS: null,
    })
    expect(store.judge(card())).toMatchObject({ verdict: 'VALID', listAgeS: 3_660 })
    const kept = readdirSync(directory).toSorted()
    expect(kept).toEqual(['keys.json', 'server-time.json', 'status-list.json'])
    for (const name of kept) {
      expect(readFileSync(file(name), 'utf8')).not.toMatch(/Amna|Idris|1990|10004217/)
      if (process.platform !== 'win32') expect(statSync(file(name)).mode & 0o077).toBe(0)
    }
  })

  test('takes the later date that a 304 brings, and proves it', async () => {
    const { world, authority, open, card } = setUp()
    const store = await open()
    await store.refresh()
    world.realMs += 10 * MINUTE_MS
    world.list = {
      ...world.list,
      ...authority.seal({ ...world.list, issuedAt: new Date(world.realMs - 5_000).toISOString() }),
    }
    expect(await store.refresh()).toMatchObject({
      listIssuedAt: '2026-11-21T12:09:55.000Z',
      listAgeS: 5,
    })
    expect(world.asked.filter(({ path }) => path === LIST).map(({ tag }) => tag !== null)).toEqual([
      false,
      true,
    ])
    expect((await open()).state().listIssuedAt).toBe('2026-11-21T12:09:55.000Z')
    expect(store.judge(card())).toMatchObject({ verdict: 'VALID', listAgeS: 5 })
  })

  test('does not take a 304 that is not signed, and asks for the whole list next', async () => {
    const { world, open } = setUp()
    const store = await open()
    const first = await store.refresh()
    world.realMs += MINUTE_MS
    instead(world, LIST, () =>
      listReply(
        { ...world.list, issuedAt: new Date(world.realMs).toISOString() },
        { date: new Date(world.realMs), ifNoneMatch: `"${world.list.list.length}-100"` },
      ),
    )
    expect((await store.refresh()).listIssuedAt).toBe(first.listIssuedAt)
    expect(world.logged.at(-1)).toContain('304 with a bad signature')
    world.instead = () => undefined
    await store.refresh()
    expect(world.asked.filter(({ path }) => path === LIST).map(({ tag }) => tag !== null)).toEqual([
      false,
      true,
      false,
    ])
  })

  test('does not take an older list: what was revoked stays so', async () => {
    const { world, authority, open, card } = setUp()
    const before = world.list
    world.list = authority.list({ issuedAt: new Date(NOON_MS), states: { 42: CARD_STATE.revoked } })
    const store = await open()
    await store.refresh()
    world.list = before
    expect(await store.refresh()).toMatchObject({ listIssuedAt: '2026-11-21T12:00:00.000Z' })
    expect(store.judge(card()).verdict).toBe('REVOKED')
  })

  test('takes an older list in place of one from a time that never was', async () => {
    const { world, authority, open } = setUp()
    world.realMs = Date.parse('2030-01-01T00:00:00Z') // the server's clock went wrong, and this one believed it
    world.list = authority.list({ issuedAt: new Date(world.realMs) })
    const store = await open()
    await store.refresh()
    world.realMs = NOON_MS
    world.list = authority.list({ issuedAt: new Date(NOON_MS), size: 101 })
    expect(await store.refresh()).toMatchObject({
      listIssuedAt: '2026-11-21T12:00:00.000Z',
      cards: 101,
      clockWrong: false,
    })
  })

  test.each<[string, (authority: CardAuthority) => unknown, string]>([
    [
      'is signed by nobody we know',
      () => new CardAuthority('other').list({ issuedAt: new Date(NOON_MS), kid: 'other' }),
      'unknown-key',
    ],
    [
      'is signed by somebody else under our name',
      () => new CardAuthority().list({ issuedAt: new Date(NOON_MS) }),
      'bad-signature',
    ],
    [
      'has another size than was signed',
      (authority) => ({ ...authority.list({ issuedAt: new Date(NOON_MS) }), size: 99 }),
      'bad-signature',
    ],
    [
      'has another date than was signed',
      (authority) => ({
        ...authority.list({ issuedAt: new Date(NOON_MS) }),
        issuedAt: '2026-11-21T12:00:01.000Z',
      }),
      'bad-signature',
    ],
    [
      'holds fewer bits than it says',
      (authority) =>
        authority.seal({
          issuedAt: new Date(NOON_MS).toISOString(),
          size: 1_000,
          list: deflateRawSync(Buffer.alloc(20)).toString('base64url'),
        }),
      'bad-bits',
    ],
    [
      'swells to more than it says',
      (authority) =>
        authority.seal({
          issuedAt: new Date(NOON_MS).toISOString(),
          size: 100,
          list: deflateRawSync(Buffer.alloc(70_000_000)).toString('base64url'),
        }),
      'bad-bits',
    ],
    [
      'is not deflated',
      (authority) =>
        authority.seal({ issuedAt: new Date(NOON_MS).toISOString(), size: 100, list: 'AAAA' }),
      'bad-bits',
    ],
    [
      'claims more cards than there can be',
      (authority) =>
        authority.seal({
          issuedAt: new Date(NOON_MS).toISOString(),
          size: 400_000_000,
          list: 'AAAA',
        }),
      'not in its form',
    ],
    [
      'is longer than eight megabytes',
      (authority) => ({
        ...authority.list({ issuedAt: new Date(NOON_MS) }),
        padding: 'x'.repeat(9_000_000),
      }),
      'too long',
    ],
    ['is no list', () => ({ hello: 'world' }), 'not in its form'],
  ])('does not take a list that %s, and keeps the one it holds', async (_case, make, cause) => {
    const { world, authority, open, card } = setUp()
    const store = await open()
    const first = await store.refresh()
    const made = JSON.stringify(make(authority))
    instead(world, LIST, () => new Response(made, { headers: { etag: '"x"' } }))
    expect(await store.refresh()).toEqual({ ...first })
    expect(world.logged.join('\n')).toContain(cause)
    expect(store.judge(card()).verdict).toBe('VALID')
    expect((await open()).state().listIssuedAt).toBe(first.listIssuedAt)
  })

  test('asks for the keys once more when the list names a new one', async () => {
    const { world, authority, open, card } = setUp()
    const store = await open()
    world.instead = (path) => {
      if (path === LIST) {
        authority.addKey('k2') // between the two calls
        world.list = authority.list({ issuedAt: new Date(NOON_MS), kid: 'k2' })
      }
      return undefined
    }
    expect(await store.refresh()).toMatchObject({ cards: 100 })
    expect(world.asked.map(({ path }) => path)).toEqual([KEYS, LIST, KEYS])
    expect(store.judge(card()).verdict).toBe('VALID') // of the older key, which stands
    expect(
      store.judge(authority.card({ issuedAt: new Date(NOON_MS - HOUR_MS), kid: 'k2' })).verdict,
    ).toBe('VALID')
  })

  test('forgets a list whose key was withdrawn, on the disk as well', async () => {
    const { world, authority, open, card } = setUp()
    const store = await open()
    await store.refresh()
    authority.addKey('k2')
    const old = card()
    authority.withdrawKey('k1')
    instead(world, LIST, () => new Response(null, { status: 500 }))
    expect(await store.refresh()).toMatchObject({ listIssuedAt: null, hasKeys: true })
    expect(store.judge(old)).toMatchObject({ verdict: 'FORGED', reason: 'unknown-key' })
    expect((await open()).state()).toMatchObject({ listIssuedAt: null, hasKeys: true })
  })

  test.each([401, 403, 429, 500, 302])(
    'keeps its knowledge when the reply for the list is %i',
    async (status) => {
      const { world, open, card } = setUp()
      const store = await open()
      const first = await store.refresh()
      instead(world, LIST, () => new Response('{}', { status }))
      expect(await store.refresh()).toEqual(first)
      expect(store.judge(card()).verdict).toBe('VALID')
    },
  )

  test.each<[string, () => Response]>([
    ['no keys', () => Response.json({ keys: [] })],
    [
      'what is no key',
      () =>
        Response.json({
          keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: 'AAAA', use: 'sig', alg: 'EdDSA' }],
        }),
    ],
    ['a page', () => new Response('<html>Sign in to the hotel</html>')],
    ['an endless answer', () => new Response('x'.repeat(100_000))],
    ['a fault', () => new Response(null, { status: 500 })],
  ])('keeps its keys when the reply is %s', async (_case, response) => {
    const { world, open, card } = setUp()
    const store = await open()
    await store.refresh()
    instead(world, KEYS, response)
    expect(await store.refresh()).toMatchObject({ hasKeys: true, cards: 100 })
    expect(store.judge(card()).verdict).toBe('VALID')
  })

  test('never rejects, also when asking throws', async () => {
    const { world, open } = setUp()
    world.instead = () => {
      throw new Error('boom')
    }
    const store = await open()
    expect(await store.refresh()).toMatchObject({
      hasKeys: false,
      lastTryAt: '2026-11-21T12:00:00.000Z',
    })
    expect(world.logged.join()).toContain('boom')
  })

  test('is one call, however many callers wait for it', async () => {
    const { world, open } = setUp()
    const store = await open()
    await Promise.all([store.refresh(), store.refresh(), store.refresh()])
    expect(world.asked).toHaveLength(2)
    await store.refresh()
    expect(world.asked).toHaveLength(4)
  })

  test('tells its listeners', async () => {
    const { open } = setUp()
    const store = await open()
    const heard = vi.fn()
    const leave = store.onChange(heard)
    await store.refresh()
    expect(heard).toHaveBeenCalledTimes(1)
    leave()
    await store.refresh()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('when to ask again', () => {
  const every = 300_000
  test('five minutes after a response, with a small random spread', () => {
    expect(nextDelayMs({ kind: 'fresh' }, 0, every, 1)).toBe(300_000)
    expect(nextDelayMs({ kind: 'refused', status: 401 }, 0, every, 0)).toBe(270_000)
  })
  test('soon after a failure and then less often, never later than usual', () => {
    const failed = { kind: 'failed', cause: '' } as const
    expect(
      [1, 2, 3, 6, 7, 1_000].map((failures) => nextDelayMs(failed, failures, every, 1)),
    ).toEqual([10_000, 20_000, 40_000, 300_000, 300_000, 300_000])
    expect(nextDelayMs(failed, 1, every, 0)).toBe(5_000)
    expect(nextDelayMs({ ...failed, retryAfterS: 42 }, 1, every, 0)).toBe(42_000)
  })
  test('repeatedly, until it is stopped', async () => {
    const { world, open } = setUp()
    const store = await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      unreachable(world)
      const stop = store.start()
      await vi.waitFor(() => expect(world.asked).toHaveLength(1), { timeout: 10_000 })
      await store.refresh()
      const before = world.asked.length
      await vi.advanceTimersByTimeAsync(300_000)
      await vi.waitFor(() => expect(world.asked.length).toBeGreaterThan(before), {
        timeout: 10_000,
      })
      stop()
      await store.refresh()
      const stopped = world.asked.length
      await vi.advanceTimersByTimeAsync(3_000_000)
      expect(world.asked).toHaveLength(stopped)
    } finally {
      vi.useRealTimers()
    }
  })
})
