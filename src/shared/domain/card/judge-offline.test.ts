import { describe, expect, test } from 'vitest'
import { MEMBER_STATUSES } from '../people/member-status.ts'
import { HOUR_S } from '../units.ts'
import { readCardPayload } from './card-payload.ts'
import { judgeOffline, type OfflineEvidence } from './judge-offline.ts'
import { CARD_STATE, type CardState } from './status-list.ts'
import { judgeCard, type CardEvidence, type KnownMember } from './verdict.ts'

const now = new Date('2026-11-21T12:00:00Z')
const nowS = now.getTime() / 1_000
const MAX_AGE_S = 24 * HOUR_S
const ago = (seconds: number): Date => new Date((nowS - seconds) * 1_000)

const text = ({ iat = nowS - 40 * HOUR_S, exp = nowS + HOUR_S, index = 42 } = {}) =>
  `10004217|Amna Idris|1990-04-12|1.k1.${iat}.${exp}.${index}.${'A'.repeat(86)}`
const signed = (seal?: Parameters<typeof text>[0]) => readCardPayload(text(seal), now)
const listed = (state: CardState | 'beyond', ageS = 60) => ({ issuedAt: ago(ageS), state })
const judge = (evidence: Partial<OfflineEvidence>) =>
  judgeOffline({
    card: signed(),
    signature: 'good',
    list: listed(CARD_STATE.inForce),
    maxAgeS: MAX_AGE_S,
    now,
    clock: 'server',
    ...evidence,
  })

const expired = signed({ exp: nowS })
const young = signed({ iat: nowS - 30 })
const old = MAX_AGE_S + 1

describe('the verdict without network', () => {
  test.each<[string, Partial<OfflineEvidence>, string, string]>([
    ['all in order', {}, 'VALID', 'signed'],
    [
      'a list at its last moment',
      { list: listed(CARD_STATE.inForce, MAX_AGE_S) },
      'VALID',
      'signed',
    ],
    [
      'a list that is too old',
      { list: listed(CARD_STATE.inForce, old) },
      'STALE',
      'status-list-too-old',
    ],
    ['no list', { list: undefined }, 'STALE', 'no-status-list'],
    ['no keys', { signature: 'unchecked', list: undefined }, 'STALE', 'no-status-list'],

    ['a bad signature', { signature: 'bad' }, 'FORGED', 'bad-signature'],
    ['a signature that nobody checked', { signature: 'none' }, 'FORGED', 'bad-signature'],
    ['a key that is not ours', { signature: 'unknown-key' }, 'FORGED', 'unknown-key'],
    [
      'a forgery and an old list',
      { signature: 'bad', list: listed(CARD_STATE.inForce, old) },
      'FORGED',
      'bad-signature',
    ],
    ['a forgery and no list', { signature: 'bad', list: undefined }, 'FORGED', 'bad-signature'],
    [
      'a forgery and a wrong clock',
      { signature: 'bad', clock: 'unknown' },
      'FORGED',
      'bad-signature',
    ],
    [
      'a genuine card from an hour ahead',
      { card: signed({ iat: nowS + HOUR_S, exp: nowS + 2 * HOUR_S }) },
      'STALE',
      'clock-wrong',
    ],
    [
      'a forged card from an hour ahead',
      { card: signed({ iat: nowS + HOUR_S, exp: nowS + 2 * HOUR_S }), signature: 'bad' },
      'FORGED',
      'bad-signature',
    ],
    [
      'a genuine card from four minutes ahead',
      { card: signed({ iat: nowS + 240 }) },
      'VALID',
      'signed',
    ],
    [
      'issued an hour from now, by a clock that nobody confirmed',
      { card: signed({ iat: nowS + HOUR_S }), clock: 'own' },
      'STALE',
      'clock-wrong',
    ],
    ['all in order by a clock that nobody confirmed', { clock: 'own' }, 'VALID', 'signed'],
    [
      'issued an hour from now, by a clock that is wrong',
      { card: signed({ iat: nowS + HOUR_S }), clock: 'unknown' },
      'STALE',
      'clock-wrong',
    ],

    ['past its date', { card: expired }, 'EXPIRED', 'expired'],
    [
      'past its date, with an old list',
      { card: expired, list: listed(CARD_STATE.inForce, old) },
      'EXPIRED',
      'expired',
    ],
    ['past its date, with no list', { card: expired, list: undefined }, 'EXPIRED', 'expired'],
    [
      'past its date at the earliest moment that it can be',
      { card: expired, clock: 'unknown' },
      'EXPIRED',
      'expired',
    ],
    ['expired says the list', { list: listed(CARD_STATE.expired) }, 'EXPIRED', 'expired'],
    [
      'expired said the list, and it was renewed since',
      { card: young, list: listed(CARD_STATE.expired) },
      'STALE',
      'newer-than-list',
    ],

    [
      'expired says a list of the second in which it was issued',
      { card: signed({ iat: nowS - 60 }), list: listed(CARD_STATE.expired, 60) },
      'EXPIRED',
      'expired',
    ],

    ['revoked', { list: listed(CARD_STATE.revoked) }, 'REVOKED', 'listed-revoked'],
    [
      'revoked and past its date',
      { card: expired, list: listed(CARD_STATE.revoked) },
      'REVOKED',
      'listed-revoked',
    ],
    [
      'revoked in an old list',
      { list: listed(CARD_STATE.revoked, old) },
      'REVOKED',
      'listed-revoked',
    ],
    [
      'revoked, and the clock is wrong',
      { list: listed(CARD_STATE.revoked), clock: 'unknown' },
      'REVOKED',
      'listed-revoked',
    ],
    [
      'revoked before it was issued anew',
      { card: young, list: listed(CARD_STATE.revoked) },
      'STALE',
      'newer-than-list',
    ],

    ['gone', { list: listed(CARD_STATE.unknown) }, 'UNKNOWN', 'no-such-member'],
    ['gone at the end of the list', { list: listed('beyond') }, 'UNKNOWN', 'no-such-member'],
    ['issued after the list', { card: young, list: listed('beyond') }, 'STALE', 'newer-than-list'],
    [
      'issued while the list was made',
      { card: signed({ iat: nowS - 61 }), list: listed('beyond') },
      'STALE',
      'newer-than-list',
    ],
    [
      'gone, and issued five minutes before the list',
      { card: signed({ iat: nowS - 360 }), list: listed('beyond', 60) },
      'UNKNOWN',
      'no-such-member',
    ],
    [
      'issued after the list, in a gap',
      { card: young, list: listed(CARD_STATE.unknown) },
      'STALE',
      'newer-than-list',
    ],
    [
      'issued after a list that is too old',
      { card: young, list: listed('beyond', old) },
      'STALE',
      'status-list-too-old',
    ],

    [
      'a list from an hour ahead',
      { list: listed(CARD_STATE.inForce, -HOUR_S) },
      'STALE',
      'clock-wrong',
    ],
    [
      'a list from four minutes ahead',
      { list: listed(CARD_STATE.inForce, -240) },
      'VALID',
      'signed',
    ],
    [
      'a list from five minutes ahead, which is the most',
      { list: listed(CARD_STATE.inForce, -300) },
      'VALID',
      'signed',
    ],
    ['a clock that is wrong', { clock: 'unknown' }, 'STALE', 'clock-wrong'],

    [
      'no seal',
      { card: readCardPayload('10004217|Amna Idris|1990-04-12', now), signature: 'none' },
      'UNSIGNED',
      'needs-the-server',
    ],
    [
      'no seal, no keys',
      {
        card: readCardPayload('10004217|Amna Idris|1990-04-12', now),
        signature: 'unchecked',
        list: undefined,
      },
      'UNSIGNED',
      'needs-the-server',
    ],
    [
      'no card',
      { card: readCardPayload('hello', now), signature: 'none' },
      'UNKNOWN',
      'not-a-card',
    ],
    [
      'a broken seal',
      { card: readCardPayload('10004217|Amna Idris|1990-04-12|', now), signature: 'none' },
      'FORGED',
      'malformed-seal',
    ],
  ])('%s', (_case, evidence, verdict, reason) =>
    expect(judge(evidence)).toEqual({ verdict, reason }),
  )
})

/** The same numbers at every run. */
function seeded(seed: number) {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T // none of the lists below is empty
  return {
    next,
    pick,
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
  }
}

/** What the server writes at the place of a card; see the server's `status-list.ts`. */
function stateOf(
  member: KnownMember | undefined,
  index: number,
  rowExpiresAtS: number,
  listedS: number,
): CardState {
  if (member === undefined) return CARD_STATE.unknown
  if (member.cardIndex !== index || member.status !== 'active') return CARD_STATE.revoked
  return rowExpiresAtS <= listedS ? CARD_STATE.expired : CARD_STATE.inForce
}

test('where the list is fresh, the server and this device say the same of any card', () => {
  const { next, pick, whole } = seeded(20_261_121)
  const seen = new Map<string, number>()
  for (let round = 0; round < 60_000; round++) {
    const index = whole(0, 99)
    const listedS = nowS - whole(0, MAX_AGE_S) // the list is still true: nothing has changed since
    const iat = listedS - whole(301, 500 * 24 * HOUR_S)
    // A print may be older than the renewal of its card: the row then runs out later than the text says.
    const exp = pick([
      iat + 365 * 24 * HOUR_S,
      listedS + whole(-HOUR_S, HOUR_S),
      nowS + whole(-2, 2),
    ])
    const rowExpiresAtS = exp + pick([0, 0, 365 * 24 * HOUR_S])
    const member: KnownMember | undefined =
      next() < 0.1
        ? undefined
        : {
            name: pick(['Amna Idris', 'Amna Babiker']),
            birthDate: '1990-04-12',
            status: next() < 0.5 ? 'active' : pick(MEMBER_STATUSES),
            cardIndex: pick([index, index, index, index + 1, null]),
            hadSignedCard: true,
          }
    const card = pick([
      signed({ iat, exp, index }),
      signed({ iat, exp, index }),
      signed({ iat: nowS + whole(295, 305), exp, index }),
      readCardPayload(
        pick(['', 'x', '1|A|1990-01-01|', `1|A  B|1990-01-01|1.k1.1.2.3.${'A'.repeat(86)}`]),
        now,
      ),
    ])
    const signature: CardEvidence['signature'] =
      card.kind === 'signed' ? pick(['good', 'good', 'good', 'bad', 'unknown-key']) : 'none'
    const state = stateOf(member, index, rowExpiresAtS, listedS)
    // At the end of the list the places of members who left are missing.
    const list = {
      issuedAt: new Date(listedS * 1_000),
      state: state === CARD_STATE.unknown ? pick([state, 'beyond' as const]) : state,
    }
    const online = judgeCard({ card, signature, member, now }).verdict
    const offline = judgeOffline({
      card,
      signature,
      list,
      maxAgeS: MAX_AGE_S,
      now,
      clock: 'server',
    })
    // The list does not know what happened to a card after it was made; a forgery is still a
    // forgery.
    if (
      card.kind === 'signed' &&
      card.issuedAtS > listedS &&
      online !== 'FORGED' &&
      offline.verdict !== 'FORGED'
    )
      continue
    expect({ round, card, signature, member, list, verdict: offline.verdict }).toEqual({
      round,
      card,
      signature,
      member,
      list,
      verdict: online,
    })
    seen.set(online, (seen.get(online) ?? 0) + 1)
  }
  // Each verdict occurred often enough for the comparison to be meaningful.
  for (const verdict of ['VALID', 'EXPIRED', 'REVOKED', 'FORGED', 'UNKNOWN'])
    expect(seen.get(verdict)).toBeGreaterThan(1_000)
})

test('whatever the evidence, only a good signature beside a fresh list is VALID', () => {
  const { next, pick, whole } = seeded(7)
  for (let round = 0; round < 30_000; round++) {
    const evidence: OfflineEvidence = {
      card: pick([
        signed({ iat: nowS + whole(-500, 500), exp: nowS + whole(-5, 5) }),
        readCardPayload('10004217|Amna Idris|1990-04-12', now),
        readCardPayload('x', now),
      ]),
      signature: pick(['good', 'bad', 'unknown-key', 'none', 'unchecked']),
      list:
        next() < 0.1
          ? undefined
          : listed(pick([0, 1, 2, 3, 'beyond']), whole(-2 * HOUR_S, 2 * MAX_AGE_S)),
      maxAgeS: MAX_AGE_S,
      now,
      clock: pick(['server', 'own', 'unknown']),
    }
    const { card, signature, list, clock } = evidence
    if (judgeOffline(evidence).verdict !== 'VALID') continue
    expect({ kind: card.kind, signature, state: list?.state }).toEqual({
      kind: 'signed',
      signature: 'good',
      state: 0,
    })
    expect(clock).not.toBe('unknown')
    expect(list?.issuedAt.getTime()).toBeGreaterThanOrEqual(ago(MAX_AGE_S).getTime())
  }
})
