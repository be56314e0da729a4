import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { REFRESH_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { createSessionKeeper } from './keeper.ts'
import type { Renewal } from './renew.ts'
import type { StoredSession, Vault } from './vault.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tokens = { accessToken: 'a1', refreshToken: 'r1', userId: 'WLD_1' }
const renewed = (count: number): Renewal => ({
  kind: 'renewed',
  accessToken: `a${count}`,
  refreshToken: `r${count}`,
})

function keeperWith({
  stored,
  renew = async () => renewed(2),
}: { stored?: StoredSession; renew?: (token: string) => Promise<Renewal> } = {}) {
  const vaultState: { session: StoredSession | undefined } = { session: stored }
  const vault: Vault = {
    keptIn: () => 'keychain',
    read: async () => vaultState.session,
    write: async (session) => void (vaultState.session = session),
    clear: async () => void (vaultState.session = undefined),
  }
  const renewal = vi.fn(renew)
  const onEnded = vi.fn()
  const keeper = createSessionKeeper({
    openVault: async () => vault,
    renew: renewal,
    onEnded,
    log: () => undefined,
  })
  return { keeper, vaultState, renewal, onEnded }
}

test('a new session gives its bearer and keeps only the refresh token', async () => {
  const { keeper, vaultState } = keeperWith()
  expect(await keeper.bearer()).toEqual({ kind: 'signed-out' })
  await keeper.begin(tokens)
  expect(await keeper.bearer()).toEqual({ kind: 'token', token: 'a1' })
  expect(await keeper.state()).toEqual({ signedIn: true, keptIn: 'keychain' })
  expect(vaultState.session).toEqual({ refreshToken: 'r1', userId: 'WLD_1' })
})
test('a restart asks for a bearer with what was kept', async () => {
  const { keeper, renewal, vaultState } = keeperWith({
    stored: { refreshToken: 'r1', userId: 'WLD_1' },
  })
  expect(await keeper.bearer()).toEqual({ kind: 'token', token: 'a2' })
  expect(renewal.mock.calls).toEqual([['r1']])
  expect(vaultState.session).toEqual({ refreshToken: 'r2', userId: 'WLD_1' })
})

describe('renewing', () => {
  test('many calls share one renewal', async () => {
    const { keeper, renewal } = keeperWith()
    await keeper.begin(tokens)
    const bearers = await Promise.all([
      keeper.renewed('a1'),
      keeper.renewed('a1'),
      keeper.renewed('a1'),
    ])
    expect(bearers).toEqual(Array.from({ length: 3 }, () => ({ kind: 'token', token: 'a2' })))
    expect(renewal).toHaveBeenCalledTimes(1)
  })
  test('a late call with the old bearer gets the new one without another renewal', async () => {
    const { keeper, renewal } = keeperWith()
    await keeper.begin(tokens)
    await keeper.renewed('a1')
    expect(await keeper.renewed('a1')).toEqual({ kind: 'token', token: 'a2' })
    expect(renewal).toHaveBeenCalledTimes(1)
  })
  test('runs automatically every fourteen minutes', async () => {
    let count = 1
    const { keeper, renewal } = keeperWith({ renew: async () => renewed(++count) })
    await keeper.begin(tokens)
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL_MS - 1)
    expect(renewal).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL_MS)
    expect(renewal.mock.calls).toEqual([['r1'], ['r2']])
  })
  test('refused: the session is over, once', async () => {
    const { keeper, vaultState, onEnded } = keeperWith({ renew: async () => ({ kind: 'refused' }) })
    await keeper.begin(tokens)
    await Promise.all([keeper.renewed('a1'), keeper.renewed('a1')])
    expect(onEnded).toHaveBeenCalledTimes(1)
    expect(vaultState.session).toBeUndefined()
    expect(await keeper.bearer()).toEqual({ kind: 'signed-out' })
  })
  test('no network: the session stays, and it retries soon', async () => {
    const answers: Renewal[] = [{ kind: 'undecided', cause: 'offline' }, renewed(2)]
    const { keeper, vaultState, onEnded, renewal } = keeperWith({
      renew: async () => answers.shift() ?? renewed(3),
    })
    await keeper.begin(tokens)
    expect(await keeper.renewed('a1')).toEqual({ kind: 'unavailable' })
    expect(await keeper.state()).toMatchObject({ signedIn: true })
    expect(vaultState.session).toEqual({ refreshToken: 'r1', userId: 'WLD_1' })
    expect(onEnded).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(renewal).toHaveBeenCalledTimes(2)
    expect(await keeper.bearer()).toEqual({ kind: 'token', token: 'a2' })
  })
})

describe('signing out', () => {
  test('removes the session at once and returns what is needed to inform the server', async () => {
    const { keeper, vaultState } = keeperWith()
    await keeper.begin(tokens)
    expect(await keeper.end()).toMatchObject({ accessToken: 'a1', refreshToken: 'r1' })
    expect(vaultState.session).toBeUndefined()
    expect(await keeper.end()).toBeUndefined()
  })
  test('stops the timer', async () => {
    const { keeper, renewal } = keeperWith()
    await keeper.begin(tokens)
    await keeper.end()
    await vi.advanceTimersByTimeAsync(2 * REFRESH_INTERVAL_MS)
    expect(renewal).not.toHaveBeenCalled()
  })
  test('a late response changes nothing', async () => {
    const reply = Promise.withResolvers<Renewal>()
    const { keeper, vaultState, onEnded } = keeperWith({ renew: () => reply.promise })
    await keeper.begin(tokens)
    const waiting = keeper.renewed('a1')
    await keeper.end()
    reply.resolve(renewed(2))
    expect(await waiting).toEqual({ kind: 'signed-out' })
    expect(vaultState.session).toBeUndefined()
    expect(onEnded).not.toHaveBeenCalled()
  })
  test('nor does a refusal of the old session touch the one that began meanwhile', async () => {
    const reply = Promise.withResolvers<Renewal>()
    const { keeper, vaultState, onEnded } = keeperWith({ renew: () => reply.promise })
    await keeper.begin(tokens)
    const waiting = keeper.renewed('a1')
    await keeper.begin({ accessToken: 'b1', refreshToken: 's1', userId: 'WLD_2' })
    reply.resolve({ kind: 'refused' })
    await waiting
    expect(onEnded).not.toHaveBeenCalled()
    expect(vaultState.session).toEqual({ refreshToken: 's1', userId: 'WLD_2' })
    expect(await keeper.bearer()).toEqual({ kind: 'token', token: 'b1' })
  })
})
