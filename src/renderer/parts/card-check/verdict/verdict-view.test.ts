import { describe, expect, test } from 'vitest'
import arCommon from '#locales/ar/common.json'
import ar from '#locales/ar/verification.json'
import enCommon from '#locales/en/common.json'
import en from '#locales/en/verification.json'
import frCommon from '#locales/fr/common.json'
import fr from '#locales/fr/verification.json'
import type { VerifyReply } from '#shared/contract/card.ts'
import { VERDICT_REASONS, type Verdict, type VerdictReason } from '#shared/domain/card/verdict.ts'
import { LOOKS } from '../result/looks.ts'
import { needsNoDay } from './first-entry.ts'
import { verdictView } from './verdict-view.ts'

const reply = (verdict: Verdict, reason: VerdictReason): VerifyReply => ({
  verdict,
  reason,
  cardId: 'WLD_10004217',
  name: 'Amna Idris',
  dob: '1990-04-12',
  role: { id: 'ROLE_USER' },
  status: 'active',
  photoUrl: '/api/files/x',
  memberSince: '2025-01-01T00:00:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
  firstCheckIn: null,
  checkedAt: '2026-05-03T09:00:00.000Z',
})

const seal = (expiresAtS: number): string => `1.k1.1700000000.${expiresAtS}.42.${'A'.repeat(86)}`
const input = { kind: 'scanned', text: '10004217|Amna Idris|1990-04-12' } as const

const text = (texts: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], texts) // walks JSON

describe.each([
  ['en', en],
  ['ar', ar],
  ['fr', fr],
])('every reason in %s', (_, texts) => {
  test('says what it is and what to do next', () => {
    for (const reason of VERDICT_REASONS) {
      const { titleKey, todoKey } = verdictView(reply('VALID', reason), input)
      expect({ reason, title: text(texts, titleKey), todo: text(texts, todoKey) }).toEqual({
        reason,
        title: expect.stringMatching(/.{8,}/),
        todo: expect.stringMatching(/.{8,}/),
      })
    }
  })
})

describe('a card that came in before', () => {
  const came = { firstCheckIn: { at: '2026-05-03T08:59:50.000Z', gate: 'North' } }
  test('says so in place of its reason, with the instruction that all doors have', () => {
    expect(verdictView({ ...reply('VALID', 'signed'), ...came }, input)).toMatchObject({
      result: 'again',
      titleKey: 'again.title',
      todoKey: LOOKS.again.instruction,
    })
  })
  test('on this page some seconds ago may pass', () => {
    expect(
      verdictView({ ...reply('VALID', 'signed'), ...came }, input, 'online', true),
    ).toMatchObject({ result: 'just', todoKey: LOOKS.just.instruction })
  })
  test('keeps the word of a verdict that is no pass', () => {
    expect(verdictView({ ...reply('REVOKED', 'member-banned'), ...came }, input).look).toBe(
      LOOKS.REVOKED,
    )
  })
})

test('without a photo staff ask for a document, whatever the reason says', () => {
  expect(verdictView({ ...reply('VALID', 'signed'), photoUrl: null }, input)).toMatchObject({
    result: 'noPhoto',
    todoKey: LOOKS.noPhoto.instruction,
  })
})

test.each([
  [en, enCommon],
  [ar, arCommon],
  [fr, frCommon],
])('a blocked member is called so in the reason and on the badge', (texts, common) => {
  expect(text(texts, 'reasons.member-suspended.title')).toContain(
    common.status.blocked.toLowerCase(),
  )
})

describe('the person', () => {
  test('is shown for a valid, an expired and a revoked card', () => {
    for (const [verdict, reason] of [
      ['VALID', 'signed'],
      ['EXPIRED', 'expired'],
      ['REVOKED', 'member-banned'],
    ] as const)
      expect(verdictView(reply(verdict, reason), input).person).toMatchObject({
        name: 'Amna Idris',
        role: 'member',
        birthDate: '1990-04-12',
      })
  })
  test('is never shown for a code that proves nothing, whatever the server sent', () => {
    for (const [verdict, reason] of [
      ['FORGED', 'bad-signature'],
      ['UNKNOWN', 'no-such-member'],
      ['UNSIGNED', 'needs-the-server'],
    ] as const)
      expect(verdictView(reply(verdict, reason), input).person).toBeUndefined()
  })
  test('is absent where the server sends no name', () => {
    expect(
      verdictView({ ...reply('STALE', 'status-list-too-old'), name: null }, input).person,
    ).toBeUndefined()
  })
})

describe('dates of the card', () => {
  const scanned = {
    kind: 'scanned',
    text: `10004217|Amna Idris|1990-04-12|${seal(1_767_225_600)}`,
  } as const
  test('stand beside VALID as "valid until"', () => {
    expect(verdictView(reply('VALID', 'signed'), scanned).person).toMatchObject({
      validUntil: '2027-01-01T00:00:00.000Z',
      ranOutOn: null,
    })
  })
  test('of an expired card are its own, not those of the newer card in force', () => {
    expect(verdictView(reply('EXPIRED', 'expired'), scanned).person).toMatchObject({
      validUntil: null,
      ranOutOn: '2026-01-01T00:00:00.000Z',
    })
  })
  test('are not shown for a revoked card', () => {
    expect(verdictView(reply('REVOKED', 'member-banned'), scanned).person).toMatchObject({
      validUntil: null,
      ranOutOn: null,
    })
  })
})

test('offline, staff are not asked to compare a photo that is not there', () => {
  const offline = verdictView(reply('VALID', 'signed'), input, 'offline')
  expect(offline.todoKey).toBe('offline.signedTodo')
  for (const texts of [en, ar, fr]) expect(text(texts, offline.todoKey)).toMatch(/.{20,}/)
  expect(verdictView(reply('REVOKED', 'listed-revoked'), input, 'offline').todoKey).toBe(
    'reasons.listed-revoked.todo',
  )
})

test.each([
  ['an hour before, the day before', '2026-11-29T23:30:00', '2026-11-30T00:30:00', true],
  ['in the morning of the same day', '2026-11-30T08:00:00', '2026-11-30T23:00:00', true],
  ['on the day before, half a day ago', '2026-11-29T12:00:00', '2026-11-30T00:30:00', false],
])('a time stands without its day within one evening: %s', (_, at, now, expected) =>
  expect(needsNoDay(at, now)).toBe(expected),
)
