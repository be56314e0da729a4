import { describe, expect, test } from 'vitest'
import { CONSENT_TTL_S, consentState, COOLING_OFF_S, judgeConsent } from './consent-rules.ts'

const at = '2026-11-20T10:00:00.000Z'
const after = (seconds: number): Date => new Date(Date.parse(at) + seconds * 1_000)
const question = { proposedBy: 1, proposedAt: at, callerIsNew: false, now: after(60) }

describe('who may confirm a proposal', () => {
  test.each([
    ['another administrator at once', { callerId: 2, hasOther: true }, 60, 'yes'],
    [
      'another one not, soon after getting the role',
      { callerId: 2, callerIsNew: true, hasOther: true },
      COOLING_OFF_S,
      'too-new',
    ],
    [
      'the proposer not, while there is another administrator',
      { callerId: 1, hasOther: true },
      COOLING_OFF_S * 2,
      'own',
    ],
    [
      'the last administrator not before three days',
      { callerId: 1, hasOther: false },
      COOLING_OFF_S - 1,
      'too-early',
    ],
    [
      'the last administrator after three days',
      { callerId: 1, hasOther: false },
      COOLING_OFF_S,
      'yes',
    ],
  ] as const)('%s', (_case, asked, seconds, wanted) =>
    expect(judgeConsent({ ...question, ...asked, now: after(seconds) })).toBe(wanted),
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
