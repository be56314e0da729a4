import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CARD_STATE } from '#shared/domain/card/status-list.ts'
import { CardAuthority } from '#tests/support/card-authority.ts'
import { HOUR_MS, NOON_MS, offlineWorld, unreachable } from '#tests/support/offline-world.ts'
import { offlineDirectory } from './open-offline-store.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'wld-offline-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))
const file = (name: string): string => join(directory, name)
const setUp = (inside = directory) => offlineWorld(inside)

describe('files', () => {
  const prime = async () => {
    const all = setUp()
    await (await all.open()).refresh()
    unreachable(all.world)
    return all
  }
  test.each<[string, string, (text: string) => string]>([
    ['cut off', 'status-list.json', (text) => text.slice(0, text.length / 2)],
    ['empty', 'status-list.json', () => ''],
    ['of another size', 'status-list.json', (text) => text.replace('"size":100', '"size":104')],
    ['made younger', 'status-list.json', (text) => text.replace('T11:59', 'T12:59')],
    [
      'signed by somebody else',
      'status-list.json',
      () =>
        JSON.stringify({
          format: 1,
          etag: '',
          ...new CardAuthority().list({ issuedAt: new Date(NOON_MS) }),
        }),
    ],
    ['of a later format', 'status-list.json', (text) => text.replace('"format":1', '"format":2')],
    ['of ten megabytes', 'status-list.json', () => 'x'.repeat(10_000_000)],
  ])('a list that is %s is dropped and logged', async (_case, name, change) => {
    const { world, open, card } = await prime()
    writeFileSync(file(name), change(readFileSync(file(name), 'utf8')))
    world.logged.length = 0
    const store = await open()
    expect(store.state()).toMatchObject({ listIssuedAt: null, hasKeys: true })
    expect(store.judge(card())).toMatchObject({ verdict: 'STALE', reason: 'no-status-list' })
    expect(world.logged.join()).toContain('offline.file-dropped {"file":"status-list.json"')
    expect(readdirSync(directory)).not.toContain('status-list.json')
  })
  test('nothing is trusted without the keys', async () => {
    const { open, card } = await prime()
    writeFileSync(file('keys.json'), '{"format":1,"keys":[{"kid":"k1","x":"no key"}]}')
    const store = await open()
    expect(store.state()).toMatchObject({ listIssuedAt: null, hasKeys: false })
    expect(store.judge(card())).toMatchObject({ verdict: 'STALE', reason: 'no-status-list' })
    expect(readdirSync(directory)).toEqual(['server-time.json'])
  })
  test('a half-written file after a power cut does no harm', async () => {
    const { open } = await prime()
    writeFileSync(file('status-list.json.new'), '{"format":1,"et')
    expect((await open()).state().cards).toBe(100)
  })
  test('a disk that takes nothing leaves the knowledge in memory', async () => {
    writeFileSync(file('in the way'), '')
    const { world, open, card } = setUp(file('in the way'))
    const store = await open()
    expect(await store.refresh()).toMatchObject({ cards: 100 })
    expect(store.judge(card()).verdict).toBe('VALID')
    expect(world.logged.join()).toContain('offline.not-written')
  })
  test('lie apart for each server', () => {
    const one = offlineDirectory('/data', 'https://a.example')
    expect(one).toMatch(/^[\\/]data[\\/]offline[\\/][0-9a-f]{16}$/)
    expect(offlineDirectory('/data', 'https://b.example')).not.toBe(one)
  })
})

describe('the clock', () => {
  test('does not make the list younger when it is set back', async () => {
    const { world, open, card } = setUp()
    const store = await open()
    await store.refresh()
    unreachable(world)
    world.realMs += 25 * HOUR_MS
    world.clockOffMs = -20 * HOUR_MS
    expect(store.state()).toMatchObject({
      listAgeS: 25 * 3_600 + 60,
      tooOld: true,
      clockOffS: -72_000,
      clockWrong: true,
    })
    expect(store.judge(card())).toMatchObject({ verdict: 'STALE', reason: 'status-list-too-old' })
  })
  test('that is a day ahead does not make the list too old, once the server was heard', async () => {
    const { world, open, card } = setUp()
    world.clockOffMs = 30 * HOUR_MS
    const store = await open()
    expect(await store.refresh()).toMatchObject({
      clockOffS: 108_000,
      clockWrong: true,
      tooOld: false,
      listAgeS: 60,
    })
    expect(store.judge(card()).verdict).toBe('VALID')
  })
  test('that is before the list at the start leaves its age unknown', async () => {
    const { world, open, card } = setUp()
    await (await open()).refresh()
    unreachable(world)
    world.clockOffMs = -48 * HOUR_MS
    const store = await open()
    expect(store.state()).toMatchObject({
      listAgeS: null,
      tooOld: true,
      clockOffS: null,
      clockWrong: true,
    })
    expect(store.judge(card())).toMatchObject({
      verdict: 'STALE',
      reason: 'clock-wrong',
      listAgeS: null,
    })
    expect(store.judge(card().replace('Amna', 'Amma')).verdict).toBe('FORGED')
    const heard = vi.fn()
    store.onChange(heard)
    store.noteServerTime(new Date(world.realMs)) // every response of the server has its time
    expect(store.state()).toMatchObject({
      listAgeS: 60,
      tooOld: false,
      clockOffS: -172_800,
      clockWrong: true,
    })
    expect(store.judge(card()).verdict).toBe('VALID')
    world.clockOffMs = 0
    store.noteServerTime(new Date(world.realMs))
    expect(store.state().clockWrong).toBe(false)
    expect(heard).toHaveBeenCalledTimes(2)
  })
  test('of a list that grows too old in the night says so in the morning', async () => {
    const { world, open, card } = setUp()
    await (await open()).refresh()
    unreachable(world)
    world.realMs += 24 * HOUR_MS
    const store = await open()
    expect(store.judge(card())).toMatchObject({
      verdict: 'STALE',
      reason: 'status-list-too-old',
      listAgeS: 86_460,
    })
    expect(store.state().tooOld).toBe(true)
  })
})

test('a million cards fit, and each has its state', async () => {
  const { world, authority, open } = setUp()
  const states = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [index * 50, CARD_STATE.revoked]),
  )
  world.list = authority.list({ issuedAt: new Date(NOON_MS), size: 1_000_000, states })
  const store = await open()
  expect(await store.refresh()).toMatchObject({ cards: 1_000_000 })
  const card = (index: number): string =>
    authority.card({ index, issuedAt: new Date(NOON_MS - 24 * HOUR_MS) })
  for (let index = 0; index < 1_000_000; index += 49_999)
    expect([index, store.judge(card(index)).verdict]).toEqual([
      index,
      index % 50 === 0 ? 'REVOKED' : 'VALID',
    ])
  expect((await open()).state().cards).toBe(1_000_000)
})
