import '#tests/support/property-seed.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countVoices,
  isAdopted,
  mayRevoke,
  mayVote,
  mayWithdrawPaper,
  refusalToEnter,
  refusalToGive,
  standingProxies,
  voicesNeeded,
  expectedHall,
  voicesInHall,
  type GiveFacts,
  type Hall,
} from './assembly.ts'

const RULES = { memberBy: '2026-01-31', roles: ['member', 'reviewer'] } as const
const VOTER = { status: 'active', role: 'member', memberSince: '2026-01-31T23:59:59.999Z' } as const

describe('who may vote', () => {
  test.each([
    ['an active member of the last day', VOTER, true],
    ['one approved the day after', { ...VOTER, memberSince: '2026-02-01T00:00:00.000Z' }, false],
    ['one who is inactive', { ...VOTER, status: 'inactive' as const }, false],
    ['one who is banned', { ...VOTER, status: 'banned' as const }, false],
    ['a role that is named', { ...VOTER, role: 'reviewer' as const }, true],
    ['a role that is not named', { ...VOTER, role: 'admin' as const }, false],
  ])('%s', (_who, voter, wanted) => {
    expect(mayVote(RULES, voter)).toBe(wanted)
  })
  test('without a day, the date of membership does not matter', () => {
    const late = { ...VOTER, memberSince: '2030-01-01T00:00:00.000Z' }
    expect(mayVote({ ...RULES, memberBy: null }, late)).toBe(true)
  })
})

describe('the quorum', () => {
  test.each([
    [{ kind: 'share', value: 25 }, 8, 2],
    [{ kind: 'share', value: 25 }, 9, 3],
    [{ kind: 'share', value: 7 }, 100, 7],
    [{ kind: 'share', value: 50 }, 0, 1],
    [{ kind: 'share', value: 100 }, 3, 3],
    [{ kind: 'number', value: 40 }, 9, 40],
  ] as const)('%o of %i who may vote is %i', (quorum, entitled, wanted) => {
    expect(voicesNeeded(quorum, entitled)).toBe(wanted)
  })
})

const hall = (more: Partial<Hall> = {}): Hall => ({
  proxies: [
    { giver: 1, holder: 5 },
    { giver: 2, holder: 5 },
    { giver: 3, holder: 5 },
    { giver: 4, holder: 6 },
  ],
  voters: new Set([1, 2, 3, 4, 5, 6, 7]),
  present: new Set([5, 7, 8]),
  proxiesPerHolder: 2,
  ...more,
})

describe('voices in the hall', () => {
  test('who came counts, and whom a holder in the hall carries, up to the limit', () => {
    expect(countVoices(hall(), { kind: 'number', value: 5 }, 7)).toEqual({
      entitled: 7,
      present: 2, // 8 may not vote
      represented: 2, // the third of holder 5 is above the limit; holder 6 did not come
      total: 4,
      needed: 5,
      missing: 1,
    })
  })
  test('a giver who comes has the voice back, and makes room for the next', () => {
    const now = hall({ present: new Set([1, 5]) })
    expect(standingProxies(now).map(({ giver }) => giver)).toEqual([2, 3])
    expect(voicesInHall(now)).toEqual(
      new Map([
        [1, 1],
        [5, 3],
      ]),
    )
  })
  test('a giver or a holder who may not vote any more counts nothing', () => {
    expect(standingProxies(hall({ voters: new Set([2, 3, 5]) }))).toHaveLength(2)
    expect(standingProxies(hall({ voters: new Set([1, 2, 3]) }))).toEqual([])
    expect([...voicesInHall(hall()).keys()]).toEqual([5, 7]) // 8 may not vote, 6 is not in the hall
  })
  test('a list that is printed before gives each holder the voices to come', () => {
    const before = expectedHall(hall({ present: new Set() }))
    expect(voicesInHall(before)).toEqual(
      new Map([
        [5, 3],
        [6, 2],
        [7, 1],
      ]),
    )
  })
  test('a reached quorum misses nothing', () => {
    expect(countVoices(hall(), { kind: 'number', value: 3 }, 7)).toMatchObject({ missing: 0 })
  })
})

const anyHall = fc
  .record({
    givers: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))),
    voters: fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
    present: fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
    proxiesPerHolder: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ givers, voters, present, proxiesPerHolder }): Hall => {
    const byGiver = new Map(givers.filter(([giver, holder]) => giver !== holder))
    return {
      proxies: [...byGiver].map(([giver, holder]) => ({ giver, holder })),
      voters: new Set(voters),
      present: new Set(present),
      proxiesPerHolder,
    }
  })

describe('in any hall', () => {
  test('no voice counts twice, and none of who may not vote', () => {
    fc.assert(
      fc.property(anyHall, (any) => {
        const { total } = countVoices(any, { kind: 'number', value: 1 }, any.voters.size)
        const givers = standingProxies(any).map(({ giver }) => giver)
        expect(new Set(givers).size).toBe(givers.length)
        expect(total).toBeLessThanOrEqual(any.voters.size)
      }),
    )
  })
  test('the voices of the people add up to the total', () => {
    fc.assert(
      fc.property(anyHall, (any) => {
        const { total } = countVoices(any, { kind: 'number', value: 1 }, any.voters.size)
        const voices = [...voicesInHall(any).values()]
        expect(voices.reduce((sum, one) => sum + one, 0)).toBe(total)
      }),
    )
  })
  test('one more person in the hall never makes fewer voices', () => {
    fc.assert(
      fc.property(anyHall, fc.integer({ min: 1, max: 12 }), (any, member) => {
        const quorum = { kind: 'number', value: 1 } as const
        const more = { ...any, present: new Set([...any.present, member]) }
        expect(countVoices(more, quorum, 12).total).toBeGreaterThanOrEqual(
          countVoices(any, quorum, 12).total,
        )
      }),
    )
  })
  test('missing and needed say the same as reached', () => {
    fc.assert(
      fc.property(anyHall, fc.integer({ min: 1, max: 100 }), (any, value) => {
        const count = countVoices(any, { kind: 'share', value }, any.voters.size)
        expect(count.missing === 0).toBe(count.total >= count.needed)
      }),
    )
  })
})

const FACTS: GiveFacts = {
  giver: { id: 1, mayVote: true, isIn: false, hasGiven: false, holds: 0 },
  holder: { id: 2, mayVote: true, isIn: false, hasGiven: false, holds: 1 },
  hasBegun: false,
  proxiesPerHolder: 2,
}
const giver = (more: Partial<GiveFacts['giver']>) => ({
  ...FACTS,
  giver: { ...FACTS.giver, ...more },
})
const holder = (more: Partial<GiveFacts['holder']>) => ({
  ...FACTS,
  holder: { ...FACTS.holder, ...more },
})

describe('to give a voice', () => {
  test.each([
    ['to a member with room', FACTS, undefined],
    ['after the assembly began', { ...FACTS, hasBegun: true }, 'proxies-closed'],
    ['where there are no proxies', { ...FACTS, proxiesPerHolder: 0 }, 'proxies-closed'],
    ['without a voice', giver({ mayVote: false }), 'no-voice'],
    ['from the hall', giver({ isIn: true }), 'voice-present'],
    ['twice', giver({ hasGiven: true }), 'voice-given'],
    ['with the voices of others: no chains', giver({ holds: 1 }), 'holds-voices'],
    ['to oneself', holder({ id: 1 }), 'holder-self'],
    [
      'to a number that is nobody’s',
      holder({ id: undefined, mayVote: false, holds: 0 }),
      'holder-refused',
    ],
    ['to one who may not vote', holder({ mayVote: false }), 'holder-refused'],
    ['to one who gave the own voice: no chains', holder({ hasGiven: true }), 'holder-refused'],
    ['to one who is in already', holder({ isIn: true }), 'holder-refused'],
    ['to one who is full', holder({ holds: 2 }), 'holder-refused'],
  ])('%s', (_how, facts, wanted) => {
    expect(refusalToGive(facts)).toBe(wanted)
  })
})

describe('to enter a paper', () => {
  const paper = (facts: typeof FACTS, isOver = false) => ({ ...facts, isOver })
  test.each([
    ['of a member with a voice', paper(FACTS), undefined],
    ['after the event', paper(FACTS, true), 'proxies-closed'],
    ['where there are no proxies', paper({ ...FACTS, proxiesPerHolder: 0 }), 'proxies-closed'],
    ['of one without a voice', paper(giver({ mayVote: false })), 'no-voice'],
    ['of one who is in the hall', paper(giver({ isIn: true })), 'voice-present'],
    ['of one who gave it already', paper(giver({ hasGiven: true })), 'voice-given'],
    ['of one who carries voices: no chains', paper(giver({ holds: 1 })), 'holds-voices'],
    ['for the giver', paper(holder({ id: 1 })), 'holder-self'],
    ['for nobody', paper(holder({ id: undefined, mayVote: false })), 'holder-no-voice'],
    ['for one who is in already', paper(holder({ isIn: true })), 'holder-present'],
    ['for one who gave the own voice', paper(holder({ hasGiven: true })), 'holder-gave'],
    ['for one who is full', paper(holder({ holds: 2 })), 'holder-full'],
  ])('%s', (_how, facts, wanted) => {
    expect(refusalToEnter(facts)).toBe(wanted)
  })
  test('it is possible while the assembly runs: the paper comes to the door', () => {
    expect(refusalToEnter(paper({ ...FACTS, hasBegun: true }))).toBeUndefined()
  })
  test.each([
    [false, false, true],
    [true, false, false],
    [false, true, false],
  ])('over %s, holder in %s: may be withdrawn %s', (isOver, holderIsIn, wanted) => {
    expect(mayWithdrawPaper({ isOver, holderIsIn })).toBe(wanted)
  })
})

test.each([
  [false, false, true],
  [true, false, false],
  [false, true, false],
])('begun %s, holder in %s: may take back %s', (hasBegun, holderIsIn, wanted) => {
  expect(mayRevoke({ hasBegun, holderIsIn })).toBe(wanted)
})

describe('a resolution', () => {
  test.each([
    ['simple', 5, 4, true],
    ['simple', 4, 4, false],
    ['simple', 0, 0, false],
    ['two-thirds', 8, 4, true],
    ['two-thirds', 7, 4, false],
    ['two-thirds', 0, 0, false],
    ['three-quarters', 9, 3, true],
    ['three-quarters', 8, 3, false],
  ] as const)(
    'with majority %s, %i for and %i against: adopted is %s',
    (majority, inFavour, against, adopted) => {
      expect(isAdopted(majority, { for: inFavour, against, abstained: 100 })).toBe(adopted)
    },
  )
})
