import { describe, expect, test } from 'vitest'
import { DAY_S } from '../units.ts'
import { ACCESS_SETTLES_S, fieldsThatWait, settlesAt, type AccessEvent } from './second-person.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1_000).toISOString()
const event = (
  kind: AccessEvent['kind'],
  by: 'own' | 'other',
  secondsAgo: number,
): AccessEvent => ({ kind, byOther: by === 'other', at: ago(secondsAgo) })

describe('an account counts as a person', () => {
  test.each([
    ['that no other account has touched', []],
    ['that changed its own e-mail and password', [event('changed', 'own', 60)]],
    ['that added its first factor and was never touched', [event('first-factor', 'own', 60)]],
    ['whose holder reset the password and was never touched', [event('mail-reset', 'own', 60)]],
    ['that another account changed three days ago', [event('changed', 'other', ACCESS_SETTLES_S)]],
    [
      'that was changed and enrolled its first factor long ago',
      [event('changed', 'other', 9 * DAY_S), event('first-factor', 'own', 8 * DAY_S)],
    ],
    [
      'that was changed long ago, and changed itself now',
      [event('changed', 'other', 9 * DAY_S), event('changed', 'own', 60)],
    ],
  ])('%s', (_case, events) => expect(settlesAt(events, now)).toBeUndefined())
})

describe('an account does not count as a person', () => {
  test.each([
    ['that another account changed a moment ago', [event('changed', 'other', 60)], 60],
    [
      'that another account changed a second less than three days ago',
      [event('changed', 'other', ACCESS_SETTLES_S - 1)],
      ACCESS_SETTLES_S - 1,
    ],
    [
      'that changed itself since',
      [event('changed', 'other', 2 * DAY_S), event('changed', 'own', 60)],
      2 * DAY_S,
    ],
    [
      'that enrolled its first factor after a change, however long ago that was',
      [event('changed', 'other', 400 * DAY_S), event('first-factor', 'own', 60)],
      60,
    ],
    [
      'whose password was reset by mail after a change of its address',
      [event('changed', 'other', 9 * DAY_S), event('mail-reset', 'own', DAY_S)],
      DAY_S,
    ],
  ])('%s', (_case, events, since) =>
    expect(settlesAt(events, now)).toBe(
      new Date(Date.parse(ago(since)) + ACCESS_SETTLES_S * 1_000).toISOString(),
    ),
  )
})

describe('changes that wait for a second administrator', () => {
  test.each([
    ['e-mail', 'ROLE_ADMIN', {}, ['email', 'tribe'], ['email']],
    ['password and phone', 'ROLE_ADMIN', {}, ['phone', 'password'], ['phone', 'password']],
    ['activation', 'ROLE_ADMIN', { status: 'active' }, ['status'], ['status']],
    ['the role taken', 'ROLE_ADMIN', { role: 'ROLE_USER' }, ['role'], ['role']],
    ['the role given', 'ROLE_USER', { role: 'ROLE_ADMIN' }, ['role'], ['role']],
    [
      'the role given together with a new e-mail',
      'ROLE_REVIEWER',
      { role: 'ROLE_ADMIN' },
      ['role', 'email'],
      ['role', 'email'],
    ],
    ['not: an account is locked', 'ROLE_ADMIN', { status: 'inactive' }, ['status'], []],
    ['not: other data', 'ROLE_ADMIN', {}, ['firstName', 'comments'], []],
    ['not: another role', 'ROLE_USER', { role: 'ROLE_MODERATOR' }, ['role'], []],
    ['not: a member', 'ROLE_USER', { status: 'active' }, ['status', 'email', 'password'], []],
  ] as const)('%s', (_case, role, change, fields, wanted) =>
    expect(fieldsThatWait({ role }, change, fields)).toEqual(wanted),
  )
})
