import { describe, expect, test } from 'vitest'
import { DAY_S } from '../units.ts'
import { idleLimitS, sessionEnd, STAFF_SESSION_MAX_S } from './session-rules.ts'

const start = '2026-11-23T08:00:00.000Z'
const after = (seconds: number): Date => new Date(Date.parse(start) + seconds * 1_000)

describe('when a session is over', () => {
  test.each([
    ['staff after half an hour without use', 'reviewer', 0, 1_800, undefined],
    ['staff a second later', 'reviewer', 0, 1_801, 'idle'],
    [
      'staff who work, before twelve hours',
      'admin',
      STAFF_SESSION_MAX_S - 1,
      STAFF_SESSION_MAX_S - 1,
      undefined,
    ],
    [
      'staff who work, after twelve hours',
      'admin',
      STAFF_SESSION_MAX_S,
      STAFF_SESSION_MAX_S,
      'too-long',
    ],
    ['a member after six days', 'member', 0, 6 * DAY_S, undefined],
    ['a member after more than seven days', 'member', 0, 7 * DAY_S + 1, 'idle'],
    ['a member who comes each week, after months', 'member', 200 * DAY_S, 206 * DAY_S, undefined],
  ] as const)('%s', (_case, role, usedS, nowS, wanted) =>
    expect(
      sessionEnd(
        { role, createdAt: start, activeAt: after(usedS).toISOString(), now: after(nowS) },
        0,
      ),
    ).toBe(wanted),
  )
  test('the grace is added to the limit without use, and to nothing else', () => {
    const times = { role: 'admin', createdAt: start, activeAt: start } as const
    expect(sessionEnd({ ...times, now: after(idleLimitS('admin') + 60) }, 60)).toBeUndefined()
    expect(sessionEnd({ ...times, now: after(idleLimitS('admin') + 61) }, 60)).toBe('idle')
    const busy = { ...times, activeAt: after(STAFF_SESSION_MAX_S).toISOString() }
    expect(sessionEnd({ ...busy, now: after(STAFF_SESSION_MAX_S) }, 60)).toBe('too-long')
  })
})
