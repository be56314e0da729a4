import { expect, test } from 'vitest'
import { readCardPayload } from '#shared/domain/card/card-payload.ts'
import { swapCase } from '#shared/domain/card/card-readings.ts'
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
  const { result, claimedCardId } = scanned(SIGNED, { verdict, reason })
  expect(result).toMatchObject({
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
  expect(scanned(SIGNED, { verdict, reason }).result).toMatchObject({
    verdict,
    name: null,
    dob: null,
    cardId: null,
    expiresAt: null,
  }),
)
test('an unsigned card shows its number and no name', () => {
  expect(
    scanned(UNSIGNED, { verdict: 'UNSIGNED', reason: 'needs-the-server' }).result,
  ).toMatchObject({ cardId: 'WLD_10004217', name: null, dob: null })
})

test('a typed number proves nothing without the server', () => {
  const { result, question } = judgeScan({ cardId: 'wld_١٠٠٠٤٢١٧' }, judge({}), NOW)
  expect(result).toMatchObject({
    verdict: 'UNSIGNED',
    reason: 'needs-the-server',
    cardId: 'WLD_10004217',
    name: null,
    checkIn: { kind: 'none' },
  })
  expect(question).toEqual({ cardId: 'WLD_10004217' })
})
test.each(['', 'abc', '12-34', '0'])('%j is no number: the server is not asked', (cardId) => {
  const { result, question } = judgeScan({ cardId }, judge({}), NOW)
  expect([result.verdict, result.reason, question]).toEqual(['UNKNOWN', 'not-a-card', undefined])
})

const TURNED = '10004217Amna Idris1990-04-12'
test('of two readings the genuine one counts, and it alone is sent', () => {
  const say = judge({ [SIGNED]: { verdict: 'VALID', reason: 'signed' } })
  for (const scan of [
    { payload: SIGNED, alternatives: [TURNED] },
    { payload: TURNED, alternatives: [SIGNED] },
  ]) {
    const { result, question } = judgeScan(scan, say, NOW)
    expect([result.verdict, question]).toEqual(['VALID', { payload: SIGNED }])
  }
})
test.each([
  ['Caps Lock', swapCase(SIGNED)],
  ['a blank and a line end', `${SIGNED} \r`],
  ['a mark of the scanner', `]Q1${SIGNED}`],
  ['a no-break space in the name', SIGNED.replace(' ', '\u00A0')],
])('a genuine card is not forged because of %s', (_fault, payload) => {
  const genuine = { [SIGNED]: { verdict: 'VALID', reason: 'signed' } } as const
  const { result } = judgeScan(
    { payload },
    (text) => ({
      ...judge(genuine)(text),
      ...(text !== SIGNED && { verdict: 'FORGED', reason: 'bad-signature' }),
    }),
    NOW,
  )
  expect(result).toMatchObject({ verdict: 'VALID', name: 'Amna Idris' })
})
test('where no reading is genuine, a card with a bad seal is forged, and the server gets all', () => {
  const scan = { payload: TURNED, alternatives: [SIGNED] }
  const { result, question } = judgeScan(
    scan,
    judge({ [SIGNED]: { verdict: 'FORGED', reason: 'bad-signature' } }),
    NOW,
  )
  expect([result.verdict, question]).toEqual(['FORGED', scan])
})
