import { afterEach, describe, expect, test, vi } from 'vitest'
import type { InvokeOutput } from '#shared/contract/desktop/ipc.ts'

type ShellState = InvokeOutput<'session:state'>
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const CARD = {
  payload: '10004217|Amna Idris|1990-04-12',
  cardId: 'WLD_10004217',
  firstName: 'Amna',
  name: 'Amna Idris',
  dob: '1990-04-12',
  birthPlace: 'Al-Fashir',
  nationalities: ['SD'],
  currentCountry: 'FR',
  profession: 'Doctor',
  sex: 'f',
  role: { id: 'ROLE_REVIEWER' },
  photoUrl: null,
  memberSince: '2026-01-01T00:00:00.000Z',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
}
const USER = { firstName: 'Amna', name: 'Amna Idris', role: 'reviewer', cardId: 'WLD_10004217' }

async function desktopWith(state: Partial<ShellState>, reply: () => Promise<Response>) {
  const invoke = vi.fn(async () => ({ signedIn: true, keptIn: 'keychain', ...state }))
  vi.stubGlobal('window', { wld: { invoke, on: () => () => undefined } })
  vi.stubGlobal('fetch', vi.fn(reply))
  vi.resetModules()
  return (await import('./desktop.ts')).platform
}
afterEach(() => vi.unstubAllGlobals())

describe('the earlier session', () => {
  test.each([
    [
      'the card says whose it is',
      { signedIn: true },
      () => json(200, CARD),
      { kind: 'restored', user: USER },
    ],
    ['nobody was signed in', { signedIn: false }, () => json(200, CARD), { kind: 'none' }],
    ['the server refuses it', { signedIn: true }, () => json(401, {}), { kind: 'none' }],
    ['the server stumbles', { signedIn: true }, () => json(500, {}), { kind: 'unreachable' }],
  ])('%s', async (_, state, reply, expected) => {
    const platform = await desktopWith(state, async () => reply())
    expect(await platform.restore()).toEqual(expected)
  })

  test('without network it is not lost', async () => {
    const platform = await desktopWith({}, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await platform.restore()).toEqual({ kind: 'unreachable' })
  })
})

test('signing in needs no token in the reply: the main process has taken them out', async () => {
  const reply = {
    valid: true,
    user: {
      firstName: 'Amna',
      lastName: 'Idris',
      cardId: 'WLD_10004217',
      role: { id: 'ROLE_REVIEWER' },
    },
  }
  const platform = await desktopWith({}, async () => json(200, reply))
  expect(await platform.signIn('amna@example.org', 'x', { remember: true })).toEqual({
    kind: 'signed-in',
    user: USER,
  })
})

test.each([
  ['keychain', true],
  ['memory', false],
] as const)('a session in the %s is kept: %s', async (keptIn, kept) => {
  const platform = await desktopWith({ keptIn }, async () => json(200, {}))
  expect(await platform.keepsSession()).toBe(kept)
})
