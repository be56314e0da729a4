import { describe, expect, test } from 'vitest'
import type { CallResult } from '#shared/contract/base/client.ts'
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import type { VerifyReply } from '#shared/contract/card.ts'
import {
  type CardInput,
  type CheckEvent,
  type CheckState,
  decideStart,
  MOST_RECENT_CHECKS,
  NO_CHECKS,
  type CheckResult,
  outcomeOf,
  reduceChecks,
  retryDelayMs,
} from './check-state.ts'

const at = new Date('2026-05-03T09:00:00Z')
const reply: VerifyReply = {
  verdict: 'VALID',
  reason: 'signed',
  cardId: 'WLD_10004217',
  name: 'Amna Idris',
  dob: '1990-04-12',
  role: { id: 'ROLE_USER' },
  status: 'active',
  photoUrl: null,
  memberSince: '2025-01-01T00:00:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
  firstCheckIn: null,
  checkedAt: '2026-05-03T09:00:00.000Z',
}
const scanned = (text: string): CardInput => ({ kind: 'scanned', text })
const started = (number: number, text = `card ${number}`): CheckEvent => ({
  kind: 'started',
  number,
  input: scanned(text),
  at,
})
const answered = (
  number: number,
  outcome: CheckResult = { kind: 'verdict', reply },
): CheckEvent => ({
  kind: 'answered',
  number,
  outcome,
  at,
})
const offline: CheckResult = { kind: 'trouble', trouble: { kind: 'offline' } }
const after = (...events: CheckEvent[]): CheckState => events.reduce(reduceChecks, NO_CHECKS)

describe('one check', () => {
  test('goes from nothing over "checking" to its verdict', () => {
    expect(after(started(1)).check).toMatchObject({ kind: 'checking', number: 1 })
    expect(after(started(1), answered(1)).check).toMatchObject({ kind: 'shown', number: 1, reply })
  })
  test('shows nothing of the earlier card while the next is checked', () => {
    expect(JSON.stringify(after(started(1), answered(1), started(2)).check)).not.toContain('Amna')
  })
  test('keeps the text while there is no response, through any number of tries', () => {
    const held = after(
      started(1),
      answered(1, offline),
      { kind: 'retried', number: 1 },
      answered(1, offline),
    )
    expect(held.check).toEqual({
      kind: 'unchecked',
      number: 1,
      input: scanned('card 1'),
      trouble: { kind: 'offline' },
      tries: 2,
      retrying: false,
    })
    expect(
      reduceChecks(reduceChecks(held, { kind: 'retried', number: 1 }), answered(1)).check,
    ).toMatchObject({ kind: 'shown', reply })
  })
  test('is put aside by clearing', () => {
    expect(after(started(1), answered(1), { kind: 'cleared', at }).check).toEqual({ kind: 'idle' })
  })
})

describe('a response that comes late', () => {
  test.each<[string, CheckState]>([
    ['while the next card is checked', after(started(1), started(2))],
    [
      'when the next card has its verdict',
      after(
        started(1),
        started(2),
        answered(2, { kind: 'verdict', reply: { ...reply, verdict: 'REVOKED' } }),
      ),
    ],
    [
      'when the next card waits for the server',
      after(started(1), started(2), answered(2, offline)),
    ],
    ['when the card was put aside', after(started(1), { kind: 'cleared', at })],
    ['when it has been answered already', after(started(1), answered(1))],
  ])('changes nothing %s', (_, state) => {
    expect(reduceChecks(state, answered(1))).toBe(state)
    expect(reduceChecks(state, answered(1, offline))).toBe(state)
  })
  test('does not mark the next card as retried', () => {
    const state = after(started(1), answered(1, offline), started(2), answered(2, offline))
    expect(reduceChecks(state, { kind: 'retried', number: 1 })).toBe(state)
  })
})

describe('a verdict of this device', () => {
  const offlineVerdict = { reply, listAgeS: 720 }
  const here: CheckResult = {
    kind: 'trouble',
    trouble: { kind: 'offline' },
    offline: offlineVerdict,
  }
  const meanwhile: CheckEvent = { kind: 'judgedHere', number: 1, offline: offlineVerdict }
  test('stands while the server does not respond, and is no verdict of the server', () => {
    expect(after(started(1), answered(1, here)).check).toEqual({
      kind: 'unchecked',
      number: 1,
      input: scanned('card 1'),
      trouble: { kind: 'offline' },
      tries: 1,
      retrying: false,
      offline: offlineVerdict,
    })
  })
  test('is replaced by that of the server', () => {
    const revoked: VerifyReply = { ...reply, verdict: 'REVOKED' }
    const state = after(
      started(1),
      answered(1, here),
      { kind: 'retried', number: 1 },
      answered(1, { kind: 'verdict', reply: revoked }),
    )
    expect(state.check).toEqual({
      kind: 'shown',
      number: 1,
      input: scanned('card 1'),
      reply: revoked,
    })
    expect(state.recent).toEqual([{ number: 1, at, result: 'REVOKED', name: 'Amna Idris' }])
  })
  test('is removed when the next try fails for another reason', () => {
    const { check } = after(
      started(1),
      answered(1, here),
      { kind: 'retried', number: 1 },
      answered(1, { kind: 'trouble', trouble: { kind: 'sessionEnded' } }),
    )
    expect(check).not.toHaveProperty('offline')
  })
  test('comes before a slow response, which still counts', () => {
    expect(after(started(1), meanwhile).check).toMatchObject({
      kind: 'unchecked',
      retrying: true,
      tries: 0,
      offline: offlineVerdict,
    })
    expect(after(started(1), meanwhile, answered(1)).check).toMatchObject({ kind: 'shown', reply })
    expect(after(started(1), meanwhile, answered(1, here)).check).toMatchObject({
      kind: 'unchecked',
      retrying: false,
      tries: 1,
    })
  })
  test('that comes too late, or for an earlier card, changes nothing', () => {
    for (const state of [
      after(started(1), started(2)),
      after(started(1), answered(1)),
      after(started(1), { kind: 'cleared', at }),
    ])
      expect(reduceChecks(state, meanwhile)).toBe(state)
  })
  test('stands in the list as a verdict of this device', () => {
    expect(after(started(1), answered(1, here), started(2)).recent).toEqual([
      { number: 1, at, result: 'offline', name: 'Amna Idris', offline: true },
    ])
  })
})

describe('recent checks', () => {
  test('hold time, verdict and name, newest first, at most twenty', () => {
    const events = Array.from({ length: 25 }, (_, index) => [
      started(index + 1),
      answered(index + 1),
    ]).flat()
    const { recent } = after(...events)
    expect(recent).toHaveLength(MOST_RECENT_CHECKS)
    expect(recent[0]).toEqual({ number: 25, at, result: 'noPhoto', name: 'Amna Idris' })
  })
  test('name a card that was put aside without a verdict', () => {
    const unchecked = { number: 1, at, result: 'unchecked', name: null }
    expect(after(started(1), answered(1, offline), started(2)).recent).toEqual([unchecked])
    expect(after(started(1), { kind: 'cleared', at }).recent).toEqual([unchecked])
    expect(after(started(1), answered(1), { kind: 'cleared', at }).recent).toHaveLength(1)
  })
  test('are forgotten without touching the present card', () => {
    const state = after(started(1), answered(1), { kind: 'forgotten' })
    expect(state.recent).toEqual([])
    expect(state.check.kind).toBe('shown')
  })
})

describe('the same text again', () => {
  const same = scanned('card 1')
  test.each<[string, CheckState, string]>([
    ['starts when nothing is shown', NO_CHECKS, 'start'],
    ['is ignored while it is on its way', after(started(1)), 'ignore'],
    ['is a try when it waits for the server', after(started(1), answered(1, offline)), 'retry'],
    ['is a new check after its verdict', after(started(1), answered(1)), 'start'],
    ['starts when another card is on its way', after(started(2)), 'start'],
  ])('%s', (_, { check }, decision) => {
    expect(decideStart(check, same)).toBe(decision)
  })
  test('is another input when it was typed as a number', () => {
    expect(
      decideStart(after(started(1, '10004217')).check, { kind: 'number', text: '10004217' }),
    ).toBe('start')
  })
})

describe('what a response means', () => {
  const refused = (code: ProblemCode, retryAfterS?: number): CallResult<VerifyReply> => {
    const { status, message } = PROBLEMS[code]
    return {
      ok: false,
      problem: {
        type: 'about:blank',
        title: message,
        status,
        code,
        message,
        fields: [],
        requestId: 'r-1',
      },
      retryAfterS,
    }
  }
  test.each<[string, CallResult<VerifyReply>, CheckResult | undefined]>([
    ['a verdict', { ok: true, value: reply, headers: new Headers() }, { kind: 'verdict', reply }],
    ['no network', { ok: false, problem: undefined, cause: 'offline' }, offline],
    ['a server that starts', refused('not-ready'), offline],
    ['given up', { ok: false, problem: undefined, cause: 'aborted' }, undefined],
    [
      'not our reply',
      { ok: false, problem: undefined, cause: 'unreadable' },
      { kind: 'trouble', trouble: { kind: 'failed', reference: '' } },
    ],
    [
      'session over',
      refused('not-signed-in'),
      { kind: 'trouble', trouble: { kind: 'sessionEnded' } },
    ],
    ['no right', refused('forbidden'), { kind: 'trouble', trouble: { kind: 'forbidden' } }],
    [
      'too many',
      refused('too-many', 11.2),
      { kind: 'trouble', trouble: { kind: 'tooMany', waitS: 12 } },
    ],
    [
      'too many people looked up',
      refused('look-up-limit', 600),
      { kind: 'trouble', trouble: { kind: 'lookUps', waitS: 600 } },
    ],
    ['busy', refused('busy'), { kind: 'trouble', trouble: { kind: 'tooMany', waitS: 5 } }],
    [
      'a fault of the server',
      refused('server-error'),
      { kind: 'trouble', trouble: { kind: 'failed', reference: 'r-1' } },
    ],
  ])('%s', (_, result, outcome) => {
    expect(outcomeOf(result)).toEqual(outcome)
  })
})

describe('automatic retries', () => {
  test('come soon at first and then less often', () => {
    expect([1, 2, 3, 4, 5, 9].map((tries) => retryDelayMs({ kind: 'offline' }, tries))).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ])
  })
  test('wait as long as the server asks, and stop where the user has to act', () => {
    expect(retryDelayMs({ kind: 'tooMany', waitS: 7 }, 3)).toBe(7_000)
    expect(retryDelayMs({ kind: 'lookUps', waitS: 7 }, 1)).toBeUndefined()
    expect(retryDelayMs({ kind: 'sessionEnded' }, 1)).toBeUndefined()
    expect(retryDelayMs({ kind: 'forbidden' }, 1)).toBeUndefined()
    expect(retryDelayMs({ kind: 'failed', reference: '' }, 1)).toBeUndefined()
  })
})
