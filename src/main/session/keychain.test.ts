import { describe, expect, test } from 'vitest'
import { openKeychain, type KeychainLibrary, type LoadLibrary } from './keychain.ts'

/** A keychain in memory that behaves like keytar's. */
function fakeLibrary(change: Partial<KeychainLibrary> = {}) {
  const entries = new Map<string, string>()
  const library: KeychainLibrary = {
    getPassword: async (service, account) => entries.get(`${service}/${account}`) ?? null,
    setPassword: async (service, account, password) =>
      void entries.set(`${service}/${account}`, password),
    deletePassword: async (service, account) => entries.delete(`${service}/${account}`),
    ...change,
  }
  return { entries, library }
}
const open = (...libraries: readonly (KeychainLibrary | Error)[]) =>
  openKeychain({
    libraries: libraries.map(
      (one): LoadLibrary =>
        () =>
          one instanceof Error ? Promise.reject(one) : Promise.resolve(one),
    ),
    service: 'WLD',
    account: 'session',
    timeLimitMs: 20,
  })
const MISSING = new Error('Cannot find package')
const never = (): Promise<never> => new Promise(() => undefined)

test('proves itself, leaves no trace, then keeps one entry', async () => {
  const { entries, library } = fakeLibrary()
  const keychain = await open(library)
  expect(entries.size).toBe(0)
  await keychain.write('text')
  expect([...entries]).toEqual([['WLD/session', 'text']])
  expect(await keychain.read()).toBe('text')
  await keychain.remove()
  expect(entries.size).toBe(0)
})
test('a locked keyring accepts the write and returns null', async () => {
  await expect(open(fakeLibrary({ getPassword: async () => null }).library)).rejects.toThrow(
    'it is locked',
  )
})
test('a prompt that no server responds does not hang the app', async () => {
  await expect(open(fakeLibrary({ setPassword: never }).library)).rejects.toThrow(
    'No answer within 20 ms',
  )
})
test('where every library is absent, does not load or is locked, the reasons are named', async () => {
  await expect(open(MISSING)).rejects.toThrow('Cannot find package')
  const locked = fakeLibrary({ getPassword: async () => null }).library
  await expect(open(MISSING, locked)).rejects.toThrow(/^Cannot find package; .* it is locked$/)
})
test('a later operation has the same limit', async () => {
  const { library } = fakeLibrary()
  const keychain = await open(library)
  library.getPassword = never
  await expect(keychain.read()).rejects.toThrow('No answer within 20 ms')
})

describe('a second library', () => {
  test.each([
    ['is absent', MISSING],
    ['is locked', fakeLibrary({ getPassword: async () => null }).library],
    ['does not respond', fakeLibrary({ setPassword: never }).library],
  ])('takes the place of the first where that %s', async (_, first) => {
    const { entries, library } = fakeLibrary()
    const keychain = await open(first, library)
    await keychain.write('text')
    expect([...entries]).toEqual([['WLD/session', 'text']])
  })
  test('hands its entry over when the first is back', async () => {
    const [first, second] = [fakeLibrary(), fakeLibrary()]
    await (await open(MISSING, second.library)).write('text')
    const keychain = await open(first.library, second.library)
    expect(await keychain.read()).toBe('text')
    expect([[...first.entries], [...second.entries]]).toEqual([[['WLD/session', 'text']], []])
    expect(await keychain.read()).toBe('text')
  })
  test('of the same store hands nothing over', async () => {
    const { entries, library } = fakeLibrary()
    await (await open(MISSING, library)).write('text')
    expect(await (await open(library, library)).read()).toBe('text')
    expect([...entries]).toEqual([['WLD/session', 'text']])
  })
  test('keeps no entry of a session that was removed', async () => {
    const [first, second] = [fakeLibrary(), fakeLibrary()]
    await (await open(MISSING, second.library)).write('old')
    const keychain = await open(first.library, second.library)
    await keychain.write('new')
    await keychain.remove()
    expect(await keychain.read()).toBeNull()
  })
  test('that is absent changes nothing for the first', async () => {
    const { library } = fakeLibrary()
    const keychain = await open(library, MISSING)
    expect(await keychain.read()).toBeNull()
    await keychain.remove()
  })
})
