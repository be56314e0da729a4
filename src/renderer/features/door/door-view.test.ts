import { describe, expect, test } from 'vitest'
import type { VerifyReply } from '#shared/contract/card.ts'
import { keepDoor, readDoor } from '../../parts/card-check/check-in/door-settings.ts'
import type { Check } from '../../parts/card-check/check/check-state.ts'
import { doorView, type DoorEntryState, mayEnter, mayEnterByItself } from './door-view.ts'

const AT = '2026-05-03T09:00:00.000Z'
const reply = (changes: Partial<VerifyReply> = {}): VerifyReply => ({
  verdict: 'VALID',
  reason: 'signed',
  cardId: 'WLD_10004217',
  name: 'Amna Idris',
  dob: '1990-04-12',
  role: { id: 'ROLE_USER' },
  status: 'active',
  photoUrl: '/face',
  memberSince: AT,
  expiresAt: AT,
  firstCheckIn: null,
  checkedAt: AT,
  ...changes,
})
const shown = (
  changes: Partial<VerifyReply> = {},
  kind: 'scanned' | 'number' = 'scanned',
): Check => ({ kind: 'shown', number: 7, input: { kind, text: 'x' }, reply: reply(changes) })
const before = { at: AT, gate: 'North' }
const none: DoorEntryState = { kind: 'none' }

test.each<[string, Check, boolean, boolean]>([
  ['a sealed card that was scanned', shown(), true, true],
  ['a number that was typed', shown({ reason: 'by-id' }, 'number'), true, false],
  ['a sealed card whose number was typed', shown({}, 'number'), true, false],
  ['an older card without a seal', shown({ reason: 'unsigned' }), true, false],
  ['a card with older details', shown({ reason: 'details-changed' }), true, false],
  ['a member who is in already', shown({ firstCheckIn: before }), false, false],
  ['a card without a number', shown({ cardId: null }), false, false],
  ['a revoked card', shown({ verdict: 'REVOKED', reason: 'member-banned' }), false, false],
  ['no card', { kind: 'idle' }, false, false],
  ['a card that is being checked', { ...shown(), kind: 'checking' } as Check, false, false],
])('%s: by key, and by itself', (_what, check, byKey, byItself) => {
  expect(mayEnter(check)).toBe(byKey)
  expect(mayEnterByItself(check)).toBe(byItself)
})

describe('the view', () => {
  test('says nothing good before a check-in by itself is recorded', () => {
    for (const entry of [none, { kind: 'sending' } as const]) {
      const view = doorView(shown(), entry, true)
      expect(view.check.kind).toBe('checking')
      expect(view.signal).toBeUndefined()
    }
    expect(doorView(shown(), { kind: 'recorded', at: AT, voices: undefined }, true)).toMatchObject({
      check: { kind: 'shown' },
      doneMs: 4_000,
      signal: { tone: 'good' },
    })
  })

  test('stays while voting cards are handed out, also for who has no voice', () => {
    for (const count of [0, 3]) {
      const voices = { count, handedOut: false }
      expect(doorView(shown(), { kind: 'recorded', at: AT, voices }, true).doneMs).toBe(30_000)
    }
  })

  test('waits for a key where cards do not check in by themselves, and where eyes are needed', () => {
    for (const view of [
      doorView(shown(), none, false),
      doorView(shown({ reason: 'details-changed' }), none, true),
    ])
      expect(view).toMatchObject({ check: { kind: 'shown' }, canEnter: true, doneMs: undefined })
  })

  test('offers no check-in of a card that is not good', () => {
    for (const byItself of [true, false])
      expect(doorView(shown({ verdict: 'REVOKED' }), none, byItself).canEnter).toBe(false)
  })

  test('a member whom another door let in meanwhile is already in, with that sound', () => {
    const view = doorView(shown(), { kind: 'second', first: before }, true)
    expect(view).toMatchObject({
      check: { reply: { firstCheckIn: before } },
      canEnter: false,
      doneMs: undefined,
      signal: { tone: 'again' },
    })
  })

  test('a check-in that failed can be tried again, and is heard', () => {
    expect(doorView(shown(), { kind: 'failed', text: 'no network' }, true)).toMatchObject({
      check: { kind: 'shown' },
      canEnter: true,
      doneMs: undefined,
      signal: { tone: 'unsure' },
    })
    expect(doorView(shown(), { kind: 'inactive' }, true)).toMatchObject({
      canEnter: false,
      signal: { tone: 'stop' },
    })
  })
})

test('the device remembers its door, and nothing that is no door', () => {
  const storage = new Map<string, string>()
  const port = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  }
  const nothing = { eventId: '', gate: '', byItself: false }
  expect(readDoor(port)).toEqual(nothing)
  const door = { eventId: 'assembly-1', gate: 'North', byItself: true }
  keepDoor(port, door)
  expect(readDoor(port)).toEqual(door)
  for (const text of ['', '{', 'null', '7', '{"eventId":"../x","gate":7,"byItself":"yes"}']) {
    storage.set('wld.door', text)
    expect(readDoor(port)).toEqual(nothing)
  }
  storage.set('wld.door', '{"eventId":"assembly-1","gate":7}')
  expect(readDoor(port)).toEqual({ ...nothing, eventId: 'assembly-1' })
  const long = { ...door, gate: 'x'.repeat(200) }
  keepDoor(port, long)
  expect(storage.get('wld.door')).not.toContain('x'.repeat(61))
  storage.set('wld.door', JSON.stringify(long))
  expect(readDoor(port).gate).toHaveLength(60)
  expect(() =>
    keepDoor(
      {
        setItem: () => {
          throw new Error('full')
        },
      },
      door,
    ),
  ).not.toThrow()
})
