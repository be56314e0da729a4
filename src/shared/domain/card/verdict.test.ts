import { describe, expect, test } from 'vitest'
import { readCardPayload } from './card-payload.ts'
import {
  judgeCard,
  judgeMember,
  provesSomething,
  type CardEvidence,
  type KnownMember,
} from './verdict.ts'

const now = new Date('2026-11-21T12:00:00Z')
const nowS = now.getTime() / 1_000
const member: KnownMember = {
  name: 'Amna Idris',
  birthDate: '1990-04-12',
  status: 'active',
  cardIndex: 42,
  hadSignedCard: true,
}
const withoutSignedCard: KnownMember = { ...member, cardIndex: null, hadSignedCard: false }
const signed = ({ name = 'Amna Idris', iat = nowS - 60, exp = nowS + 60, index = 42 } = {}) =>
  readCardPayload(`10004217|${name}|1990-04-12|1.k1.${iat}.${exp}.${index}.${'A'.repeat(86)}`, now)
const unsigned = (name = 'Amna Idris') => readCardPayload(`10004217|${name}|1990-04-12`, now)
const judge = (evidence: Partial<CardEvidence>) =>
  judgeCard({ card: signed(), signature: 'good', member, now, ...evidence })

describe('the verdict on a card', () => {
  test.each<[string, Partial<CardEvidence>, string, string]>([
    ['all in order', {}, 'VALID', 'signed'],
    ['a bad signature', { signature: 'bad' }, 'FORGED', 'bad-signature'],
    ['a signature that nobody checked', { signature: 'none' }, 'FORGED', 'bad-signature'],
    ['a key that is not ours', { signature: 'unknown-key' }, 'FORGED', 'unknown-key'],
    [
      'a genuine card from an hour ahead',
      { card: signed({ iat: nowS + 3_600, exp: nowS + 7_200 }) },
      'STALE',
      'clock-wrong',
    ],
    [
      'a forged card from an hour ahead',
      { card: signed({ iat: nowS + 3_600, exp: nowS + 7_200 }), signature: 'bad' },
      'FORGED',
      'bad-signature',
    ],
    [
      'a card from an hour ahead, of a banned member',
      {
        card: signed({ iat: nowS + 3_600, exp: nowS + 7_200 }),
        member: { ...member, status: 'banned' },
      },
      'REVOKED',
      'member-banned',
    ],
    [
      'a card of a record that became part of another one',
      { member: 'merged' },
      'REVOKED',
      'member-merged',
    ],
    [
      'a forged card of such a record',
      { member: 'merged', signature: 'bad' },
      'FORGED',
      'bad-signature',
    ],
    [
      'an unsigned code of such a record',
      { card: unsigned('Somebody Else'), signature: 'none', member: 'merged' },
      'REVOKED',
      'member-merged',
    ],
    [
      'a card from an hour ahead, of nobody',
      { card: signed({ iat: nowS + 3_600, exp: nowS + 7_200 }), member: undefined },
      'UNKNOWN',
      'no-such-member',
    ],
    [
      'a replaced card from an hour ahead',
      { card: signed({ iat: nowS + 3_600, exp: nowS + 7_200, index: 41 }) },
      'REVOKED',
      'card-replaced',
    ],
    [
      'issued by a clock four minutes ahead',
      { card: signed({ iat: nowS + 240, exp: nowS + 3_600 }) },
      'VALID',
      'signed',
    ],
    [
      'issued by a clock five minutes ahead, which is the most',
      { card: signed({ iat: nowS + 300, exp: nowS + 3_600 }) },
      'VALID',
      'signed',
    ],
    ['past its date', { card: signed({ exp: nowS }) }, 'EXPIRED', 'expired'],
    ['a replaced card', { card: signed({ index: 41 }) }, 'REVOKED', 'card-replaced'],
    [
      'an old card of a suspended member',
      { card: signed({ exp: nowS }), member: { ...member, status: 'blocked' } },
      'REVOKED',
      'member-suspended',
    ],
    ['a banned member', { member: { ...member, status: 'banned' } }, 'REVOKED', 'member-banned'],
    [
      'an inactive member',
      { member: { ...member, status: 'inactive' } },
      'REVOKED',
      'member-inactive',
    ],
    ['nobody of that number', { member: undefined }, 'UNKNOWN', 'no-such-member'],
    [
      'a name changed since',
      { member: { ...member, name: 'Amna Babiker' } },
      'VALID',
      'details-changed',
    ],
    [
      'an unsigned code that fits, of a member without a signed card',
      { card: unsigned(), signature: 'none', member: withoutSignedCard },
      'VALID',
      'unsigned',
    ],
    [
      'an unsigned code that fits, of a member with a signed card',
      { card: unsigned(), signature: 'none' },
      'UNSIGNED',
      'signed-card-exists',
    ],
    [
      'an unsigned code of a member whose signed card was replaced and not issued anew',
      { card: unsigned(), signature: 'none', member: { ...member, cardIndex: null } },
      'UNSIGNED',
      'signed-card-exists',
    ],
    [
      'an unsigned code of another name',
      { card: unsigned('Hawa'), signature: 'none' },
      'FORGED',
      'details-mismatch',
    ],
    [
      'an unsigned code of another birth date',
      { card: unsigned(), signature: 'none', member: { ...member, birthDate: '1990-04-13' } },
      'FORGED',
      'details-mismatch',
    ],
    [
      'a code with a name that we would write otherwise',
      { card: unsigned('Amna  Idris'), signature: 'none' },
      'FORGED',
      'not-canonical',
    ],
    [
      'a code with a birth date that is to come',
      { card: readCardPayload('10004217|Amna Idris|2099-01-01', now), signature: 'none' },
      'FORGED',
      'impossible-birth-date',
    ],
    ['a text of another kind', { card: readCardPayload('hello', now) }, 'UNKNOWN', 'not-a-card'],
    [
      'an unsigned code of a banned member',
      { card: unsigned(), signature: 'none', member: { ...member, status: 'banned' } },
      'REVOKED',
      'member-banned',
    ],
    [
      'a member whose name is held in another normal form',
      {
        card: unsigned('Élodie'),
        signature: 'none',
        member: { ...withoutSignedCard, name: 'Élodie'.normalize('NFD') },
      },
      'VALID',
      'unsigned',
    ],
  ])('%s', (_case, evidence, verdict, reason) =>
    expect(judge(evidence)).toEqual({ verdict, reason }),
  )

  test.each([
    ['VALID', true],
    ['EXPIRED', true],
    ['REVOKED', true],
    ['UNSIGNED', true],
    ['STALE', true],
    ['FORGED', false],
    ['UNKNOWN', false],
  ] as const)('%s says that the card was read correctly: %s', (verdict, proves) =>
    expect(provesSomething({ verdict })).toBe(proves),
  )

  test('without a card, the member alone decides', () => {
    expect(judgeMember('merged')).toEqual({ verdict: 'REVOKED', reason: 'member-merged' })
    expect(judgeMember(undefined)).toEqual({ verdict: 'UNKNOWN', reason: 'no-such-member' })
    expect(judgeMember(member)).toEqual({ verdict: 'VALID', reason: 'by-id' })
    expect(judgeMember({ ...member, status: 'blocked' })).toEqual({
      verdict: 'REVOKED',
      reason: 'member-suspended',
    })
  })
})
