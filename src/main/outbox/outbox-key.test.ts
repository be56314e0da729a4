import { expect, test, vi } from 'vitest'
import type { Keychain } from '../session/keychain.ts'
import { openOutboxKey } from './outbox-key.ts'

const log = () => undefined
function fakeKeychain(held: string | null = null, change: Partial<Keychain> = {}) {
  const state = { text: held }
  const keychain: Keychain = {
    read: async () => state.text,
    write: async (text) => void (state.text = text),
    remove: async () => void (state.text = null),
    ...change,
  }
  return { state, open: async () => keychain }
}

test('makes a key once and finds it again', async () => {
  const { open, state } = fakeKeychain()
  const first = await openOutboxKey(open, log)
  expect(first.keptIn).toBe('keychain')
  expect(first.key).toHaveLength(32)
  expect(state.text?.length).toBeLessThan(100)
  expect(await openOutboxKey(open, log)).toEqual(first)
  expect((await openOutboxKey(fakeKeychain().open, log)).key).not.toEqual(first.key)
})
test('never overwrites an existing key', async () => {
  const { open, state } = fakeKeychain()
  await openOutboxKey(open, log)
  const before = state.text
  const write = vi.fn(async () => undefined)
  await openOutboxKey(fakeKeychain(before, { write }).open, log)
  expect(write).not.toHaveBeenCalled()
})
test.each([
  ['there is none', () => Promise.reject(new Error('absent'))],
  [
    'it cannot be read',
    fakeKeychain(null, { read: () => Promise.reject(new Error('locked')) }).open,
  ],
  [
    'it takes nothing',
    fakeKeychain(null, { write: () => Promise.reject(new Error('locked')) }).open,
  ],
  ['it forgets at once', fakeKeychain(null, { write: async () => undefined }).open],
])('without a keychain (%s) the key lives in memory', async (_name, open) => {
  const [one, other] = [await openOutboxKey(open, log), await openOutboxKey(open, log)]
  expect([one.keptIn, other.keptIn]).toEqual(['memory', 'memory'])
  expect(one.key).toHaveLength(32)
  expect(one.key).not.toEqual(other.key)
})
test.each(['', 'nonsense', 'v1:', 'v1:AAAA', `v2:${'A'.repeat(43)}=`])(
  'an entry %j is none of ours, and is replaced',
  async (held) => {
    const { open, state } = fakeKeychain(held)
    const { key, keptIn } = await openOutboxKey(open, log)
    expect(keptIn).toBe('keychain')
    expect(state.text).toBe(`v1:${key.toString('base64')}`)
  },
)
