import { expect, test } from 'vitest'
import type { VerifyReply } from '#shared/contract/card.ts'
import type { Verdict } from '#shared/domain/card/verdict.ts'
import { type CheckEvent, NO_CHECKS, type CheckResult, reduceChecks } from '../check/check-state.ts'
import { signalOf } from './signal-of-check.ts'

const at = new Date('2026-05-03T09:00:00Z')
const reply = (verdict: Verdict): VerifyReply => ({
  verdict,
  reason: 'signed',
  cardId: null,
  name: null,
  dob: null,
  role: null,
  status: null,
  photoUrl: '/face',
  memberSince: null,
  expiresAt: null,
  firstCheckIn: null,
  checkedAt: at.toISOString(),
})
const answered = (outcome: CheckResult): CheckEvent => ({
  kind: 'answered',
  number: 1,
  outcome,
  at,
})
const noAnswer = answered({ kind: 'trouble', trouble: { kind: 'offline' } })
const cameBefore = answered({
  kind: 'verdict',
  reply: { ...reply('VALID'), firstCheckIn: { at: at.toISOString(), gate: 'North' } },
})
const here = (verdict: Verdict): CheckEvent =>
  answered({
    kind: 'trouble',
    trouble: { kind: 'offline' },
    offline: { reply: reply(verdict), listAgeS: 60 },
  })
const online = (verdict: Verdict): CheckEvent =>
  answered({ kind: 'verdict', reply: reply(verdict) })
const again: CheckEvent = { kind: 'retried', number: 1 }

/** The sounds in order, as the page plays them. */
function heard(...events: CheckEvent[]): string[] {
  let state = reduceChecks(NO_CHECKS, {
    kind: 'started',
    number: 1,
    input: { kind: 'scanned', text: 'card' },
    at,
  })
  const tones: string[] = []
  let last = ''
  for (const event of events) {
    state = reduceChecks(state, event)
    const signal = signalOf(state.check)
    if (signal === undefined || signal.of === last) continue
    last = signal.of
    tones.push(signal.tone)
  }
  return tones
}

test.each<[string, CheckEvent[], string[]]>([
  ['a verdict', [online('VALID')], ['good']],
  ['no answer, once', [noAnswer, again, noAnswer, again, noAnswer], ['unsure']],
  ['no answer, then a verdict', [noAnswer, again, online('REVOKED')], ['unsure', 'stop']],
  [
    'a verdict of this device, however often it is asked again',
    [here('VALID'), again, here('VALID'), again, here('VALID')],
    ['good'],
  ],
  [
    'the same verdict of the server later is no news',
    [here('VALID'), again, online('VALID')],
    ['good'],
  ],
  ['another one is', [here('VALID'), again, online('REVOKED')], ['good', 'stop']],
  ['a forgery without network', [here('FORGED')], ['stop']],
  ['a card that came in before', [cameBefore], ['again']],
  [
    'the server knows of an entry that this device does not',
    [here('VALID'), again, cameBefore],
    ['good', 'again'],
  ],
  [
    'meanwhile',
    [
      { kind: 'judgedHere', number: 1, offline: { reply: reply('VALID'), listAgeS: 60 } },
      here('VALID'),
    ],
    ['good'],
  ],
])('the right tones sound for %s', (_case, events, tones) =>
  expect(heard(...events)).toEqual(tones),
)
