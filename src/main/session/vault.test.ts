import { describe, expect, test, vi } from 'vitest'
import type { Keychain } from './keychain.ts'
import { MAX_ENTRY_BYTES, openVault } from './vault.ts'

const log = () => undefined
const session = { refreshToken: 'r1', userId: 'WLD_1' }

function fakeKeychain(change: Partial<Keychain> = {}) {
  const state: { text: string | null } = { text: null }
  const keychain: Keychain = {
    read: async () => state.text,
    write: async (text) => void (state.text = text),
    remove: async () => void (state.text = null),
    ...change,
  }
  return { state, keychain }
}

test('keeps one small entry and clears it', async () => {
  const { state, keychain } = fakeKeychain()
  const vault = await openVault(async () => keychain, log)
  await vault.write(session)
  expect(JSON.parse(state.text ?? '')).toEqual(session)
  expect(await vault.read()).toEqual(session)
  expect(vault.keptIn()).toBe('keychain')
  await vault.clear()
  expect(state.text).toBeNull()
})
test.each([
  '',
  'nonsense',
  '{}',
  '{"refreshToken":1,"userId":"x"}',
  '{"refreshToken":"","userId":"x"}',
])('an entry %j is no session', async (text) => {
  const vault = await openVault(async () => fakeKeychain({ read: async () => text }).keychain, log)
  expect(await vault.read()).toBeUndefined()
})

describe('without a keychain', () => {
  const absent = () => Promise.reject(new Error('absent'))
  test('nothing is kept, and it says so', async () => {
    const vault = await openVault(absent, log)
    await vault.write(session)
    expect(vault.keptIn()).toBe('memory')
    expect(await vault.read()).toBeUndefined()
    await vault.clear()
  })
  test('one that stops taking entries is emptied: an old token would end the session', async () => {
    const remove = vi.fn(async () => undefined)
    const write = () => Promise.reject(new Error('locked'))
    const vault = await openVault(async () => fakeKeychain({ write, remove }).keychain, log)
    await vault.write(session)
    expect(vault.keptIn()).toBe('memory')
    expect(remove).toHaveBeenCalled()
  })
  test('an entry that Windows would refuse is not tried', async () => {
    const write = vi.fn(async () => undefined)
    const vault = await openVault(async () => fakeKeychain({ write }).keychain, log)
    await vault.write({ refreshToken: 'r'.repeat(MAX_ENTRY_BYTES), userId: 'WLD_1' })
    expect(write).not.toHaveBeenCalled()
    expect(vault.keptIn()).toBe('memory')
  })
})

test('a sign-out is not undone by a slow write before it', async () => {
  const { state, keychain } = fakeKeychain()
  const slow = Promise.withResolvers<undefined>()
  const write = async (text: string) => {
    await slow.promise
    state.text = text
  }
  const vault = await openVault(async () => ({ ...keychain, write }), log)
  const written = vault.write(session)
  const cleared = vault.clear()
  slow.resolve(undefined)
  await Promise.all([written, cleared])
  expect(state.text).toBeNull()
})
