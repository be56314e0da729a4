import { describe, expect, test, vi } from 'vitest'
import type { Keychain } from '../session/keychain.ts'
import { MAX_ENTRY_BYTES } from '../session/vault.ts'
import { openKioskEntry, type KioskEntry } from './kiosk-entry.ts'

const entry: KioskEntry = {
  token: `wldk_${'t'.repeat(43)}`,
  deviceId: '0b7f5a0e-9a3d-4b53-8f0c-1d2c3b4a5f60',
  deviceName: 'باب الشمال، عند المدخل الكبير للقاعة ١٢٣',
  eventId: 'general-assembly',
  expiresAt: '2026-11-21T17:00:00.000Z',
  pin: { salt: 's'.repeat(22), hash: 'h'.repeat(43) },
  wrongPins: 3,
  lockAfterMin: 30,
  over: 'no',
}

function fakeKeychain(change: Partial<Keychain> = {}, text: string | null = null) {
  const state = { text }
  const keychain: Keychain = {
    read: async () => state.text,
    write: async (given) => void (state.text = given),
    remove: async () => void (state.text = null),
    ...change,
  }
  return { state, keychain }
}
const logged = () => {
  const events: string[] = []
  return { events, log: (_level: string, event: string) => void events.push(event) }
}

test('one small entry, written, read and removed', async () => {
  const { state, keychain } = fakeKeychain()
  const store = openKioskEntry(
    async () => keychain,
    () => undefined,
  )
  expect(await store.read()).toBeUndefined()
  await store.write(entry)
  expect(Buffer.byteLength(state.text ?? '')).toBeLessThan(MAX_ENTRY_BYTES)
  expect(await store.read()).toEqual(entry)
  await store.clear()
  expect(state.text).toBeNull()
})

const changed = (change: object): string => JSON.stringify({ ...entry, ...change })
test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['another shape', '{}'],
  ['a token of another kind', changed({ token: 'eyJhbGciOi' })],
  ['a number of tries below none', changed({ wrongPins: -1 })],
  ['a device without id', changed({ deviceId: '../..' })],
  ['an end that is no time', changed({ expiresAt: 'tomorrow' })],
  ['a hash without salt', changed({ pin: { salt: '', hash: 'h'.repeat(43) } })],
  ['a state of another version', changed({ over: 'perhaps' })],
])('%s is dropped and logged', async (_, text) => {
  const { state, keychain } = fakeKeychain({}, text)
  const { events, log } = logged()
  expect(await openKioskEntry(async () => keychain, log).read()).toBeUndefined()
  expect(events).toEqual(['kiosk.entry-damaged'])
  expect(state.text).toBeNull()
})

describe('a keychain', () => {
  test('that is absent: nothing is stored, nothing fails', async () => {
    const store = openKioskEntry(
      () => Promise.reject(new Error('absent')),
      () => undefined,
    )
    await store.write(entry)
    expect(await store.read()).toBeUndefined()
    await store.clear()
  })
  test('is asked once, not at each try of a PIN', async () => {
    const open = vi.fn(async () => fakeKeychain().keychain)
    const store = openKioskEntry(open, () => undefined)
    await store.write(entry)
    await store.write(entry)
    expect(open).toHaveBeenCalledTimes(1)
  })
  test('that rejects writes is emptied: an old entry would have fewer wrong PINs', async () => {
    const { state, keychain } = fakeKeychain({}, JSON.stringify(entry))
    const store = openKioskEntry(
      async () => ({ ...keychain, write: () => Promise.reject(new Error('locked')) }),
      () => undefined,
    )
    await store.write({ ...entry, wrongPins: 4 })
    expect(state.text).toBeNull()
    expect(await store.read()).toBeUndefined()
  })
  test('that cannot be read keeps what it has', async () => {
    const remove = vi.fn(async () => undefined)
    const { events, log } = logged()
    const store = openKioskEntry(
      async () =>
        fakeKeychain({ read: () => Promise.reject(new Error('locked')), remove }).keychain,
      log,
    )
    expect(await store.read()).toBeUndefined()
    expect(events).toEqual(['kiosk.entry-not-read'])
    expect(remove).not.toHaveBeenCalled()
  })
  test('gets its writes in their order, however long each takes', async () => {
    const order: number[] = []
    const { keychain } = fakeKeychain({
      write: async (text) => {
        const { wrongPins } = JSON.parse(text) as KioskEntry // written above
        if (wrongPins === 1) await new Promise((resolve) => void setImmediate(resolve))
        order.push(wrongPins)
      },
    })
    const store = openKioskEntry(
      async () => keychain,
      () => undefined,
    )
    await Promise.all([
      store.write({ ...entry, wrongPins: 1 }),
      store.write({ ...entry, wrongPins: 2 }),
    ])
    expect(order).toEqual([1, 2])
  })
})
