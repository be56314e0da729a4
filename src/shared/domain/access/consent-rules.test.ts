import { describe, expect, test } from 'vitest'
import { CONSENT_TTL_S, consentState, COOLING_OFF_S, judgeConsent } from './consent-rules.ts'

const at = '2026-11-20T10:00:00.000Z'
const after = (seconds: number): Date => new Date(Date.parse(at) + seconds * 1_000)
const question = {
  proposedBy: 1,
  proposedAt: at,
  callerSettlesAt: undefined,
  proposerSettlesAt: undefined,
}
const [SOON, LATER] = [after(3_600), after(7_200)].map((date) => date.toISOString())

describe('who may confirm a proposal, and when', () => {
  test.each([
    [
      'another administrator at once',
      { callerId: 2, hasOther: true },
      { from: at, waitsFor: null },
    ],
    [
      'an account that somebody else changed, once it has settled',
      { callerId: 2, callerSettlesAt: SOON, hasOther: true },
      { from: SOON, waitsFor: 'caller' },
    ],
    [
      'the proposal of an account that somebody else changed, once that has settled',
      { callerId: 2, proposerSettlesAt: SOON, hasOther: true },
      { from: SOON, waitsFor: 'proposer' },
    ],
    [
      'both changed: when the later one has settled',
      { callerId: 2, callerSettlesAt: SOON, proposerSettlesAt: LATER, hasOther: true },
      { from: LATER, waitsFor: 'proposer' },
    ],
    ['not the proposer, while there is another one', { callerId: 1, hasOther: true }, 'own'],
    [
      'the last administrator after three days',
      { callerId: 1, hasOther: false },
      { from: after(COOLING_OFF_S).toISOString(), waitsFor: 'cooling-off' },
    ],
  ] as const)('%s', (_case, asked, wanted) =>
    expect(judgeConsent({ ...question, ...asked })).toEqual(wanted),
  )
})

test.each([
  [null, CONSENT_TTL_S - 1, 'open'],
  [null, CONSENT_TTL_S, 'expired'],
  ['confirmed', CONSENT_TTL_S * 2, 'confirmed'],
  ['refused', 0, 'refused'],
] as const)('outcome %s after %i seconds is %s', (outcome, seconds, state) =>
  expect(consentState({ outcome, proposedAt: at }, after(seconds))).toBe(state),
)
