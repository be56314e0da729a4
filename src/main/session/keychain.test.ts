import { expect, test } from 'vitest'
import { openKeychain, type Keytar } from './keychain.ts'

/** A keychain in memory that behaves like keytar's. */
function fakeKeytar(change: Partial<Keytar> = {}) {
  const entries = new Map<string, string>()
  const keytar: Keytar = {
    getPassword: async (service, account) => entries.get(`${service}/${account}`) ?? null,
    setPassword: async (service, account, password) =>
      void entries.set(`${service}/${account}`, password),
    deletePassword: async (service, account) => entries.delete(`${service}/${account}`),
    ...change,
  }
  return { entries, keytar }
}
const open = (keytar: Keytar) =>
  openKeychain({ load: async () => keytar, service: 'WLD', account: 'session', timeLimitMs: 20 })
const never = (): Promise<never> => new Promise(() => undefined)

test('proves itself, leaves no trace, then keeps one entry', async () => {
  const { entries, keytar } = fakeKeytar()
  const keychain = await open(keytar)
  expect(entries.size).toBe(0)
  await keychain.write('text')
  expect([...entries]).toEqual([['WLD/session', 'text']])
  expect(await keychain.read()).toBe('text')
  await keychain.remove()
  expect(entries.size).toBe(0)
})
test('a locked keyring accepts the write and returns null', async () => {
  await expect(open(fakeKeytar({ getPassword: async () => null }).keytar)).rejects.toThrow(
    'it is locked',
  )
})
test('a prompt that no server responds does not hang the app', async () => {
  await expect(open(fakeKeytar({ setPassword: never }).keytar)).rejects.toThrow(
    'No answer within 20 ms',
  )
})
test('keytar may be absent, or not load', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'))
  await expect(openKeychain({ load, service: 'WLD', account: 'session' })).rejects.toThrow(
    'Cannot find package',
  )
})
test('a later operation has the same limit', async () => {
  const { keytar } = fakeKeytar()
  const keychain = await open(keytar)
  keytar.getPassword = never
  await expect(keychain.read()).rejects.toThrow('No answer within 20 ms')
})
