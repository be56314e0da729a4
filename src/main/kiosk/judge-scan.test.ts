import { expect, test } from 'vitest'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import type { Judgement } from '#shared/domain/card/verdict.ts'
import type { OfflineJudgement } from '../offline/offline-store.ts'
import { judgeScan } from './judge-scan.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const SIGNED = `10004217|Amna Idris|1990-04-12|1.k1.1790000000.1900000000.7.${'s'.repeat(86)}`
const UNSIGNED = '10004217|Amna Idris|1990-04-12'
/** A judge with a fixed result for each text. */
const judge =
  (say: Readonly<Record<string, Judgement>>) =>
  (payload: string): OfflineJudgement => ({
    ...(say[payload] ?? { verdict: 'UNKNOWN', reason: 'not-a-card' }),
    card: readCardPayload(payload, NOW),
    listAgeS: 60,
  })
const scanned = (payload: string, judgement: Judgement) =>
  judgeScan({ payload }, judge({ [payload]: judgement }), NOW)

test.each([
  ['VALID', 'signed'],
  ['EXPIRED', 'expired'],
  ['REVOKED', 'listed-revoked'],
  ['STALE', 'status-list-too-old'],
] as const)('%s: shows the holder, because the seal is valid', (verdict, reason) => {
  const { answer, claimedCardId } = scanned(SIGNED, { verdict, reason })
  expect(answer).toMatchObject({
    verdict,
    reason,
    source: 'offline',
    cardId: 'WLD_10004217',
    name: 'Amna Idris',
    dob: '1990-04-12',
    photoUrl: null,
    listAgeS: 60,
    expiresAt: '2030-03-17T17:46:40.000Z',
    checkIn: { kind: 'none' },
  })
  expect(claimedCardId).toBe('WLD_10004217')
})
test.each([
  ['FORGED', 'bad-signature'],
  ['FORGED', 'unknown-key'],
  ['UNKNOWN', 'no-such-member'],
  ['STALE', 'no-status-list'], // no keys: the seal was not checked
] as const)('%s (%s) names no member', (verdict, reason) =>
  expect(scanned(SIGNED, { verdict, reason }).answer).toMatchObject({
    verdict,
    name: null,
    dob: null,
    cardId: null,
    expiresAt: null,
  }),
)
test('an unsigned card shows its number and no name', () => {
  expect(
    scanned(UNSIGNED, { verdict: 'UNSIGNED', reason: 'needs-the-server' }).answer,
  ).toMatchObject({ cardId: 'WLD_10004217', name: null, dob: null })
})

test('a typed number proves nothing without the server', () => {
  const { answer, questions } = judgeScan({ cardId: 'wld_١٠٠٠٤٢١٧' }, judge({}), NOW)
  expect(answer).toMatchObject({
    verdict: 'UNSIGNED',
    reason: 'needs-the-server',
    cardId: 'WLD_10004217',
    name: null,
    checkIn: { kind: 'none' },
  })
  expect(questions).toEqual([{ cardId: 'WLD_10004217' }])
})
test.each(['', 'abc', '12-34', '0'])('%j is no number: the server is not asked', (cardId) => {
  const { answer, questions } = judgeScan({ cardId }, judge({}), NOW)
  expect([answer.verdict, answer.reason, questions]).toEqual(['UNKNOWN', 'not-a-card', []])
})

const TURNED = '10004217Amna Idris1990-04-12'
test('of two readings the one that proves something is used, and sent first', () => {
  const say = judge({ [SIGNED]: { verdict: 'VALID', reason: 'signed' } })
  const straight = judgeScan({ payload: SIGNED, alternative: TURNED }, say, NOW)
  const turned = judgeScan({ payload: TURNED, alternative: SIGNED }, say, NOW)
  expect([straight.answer.verdict, straight.questions]).toEqual([
    'VALID',
    [{ payload: SIGNED }, { payload: TURNED }],
  ])
  expect([turned.answer.verdict, turned.questions]).toEqual([
    'VALID',
    [{ payload: SIGNED }, { payload: TURNED }],
  ])
})
test('where neither does, it is the first', () => {
  const { answer, questions } = judgeScan(
    { payload: TURNED, alternative: SIGNED },
    judge({ [SIGNED]: { verdict: 'FORGED', reason: 'bad-signature' } }),
    NOW,
  )
  expect([answer.verdict, questions]).toEqual([
    'UNKNOWN',
    [{ payload: TURNED }, { payload: SIGNED }],
  ])
})
