import { expect, test, describe } from 'vitest'
import {
  decidingOrder,
  decideCheckIns,
  type CheckInFacts,
  type CheckInWish,
  type Passage,
} from './decide-check-ins.ts'

describe('decidingOrder', () => {
  const from = (deviceId: string | undefined, sequence?: number) => ({ deviceId, sequence })

  test.each([
    ['nothing', [], []],
    ['no device keeps its order', [from(undefined, 9), from(undefined, 1)], [0, 1]],
    [
      'a device in the order in which it counted',
      [from('a', 3), from('a', 1), from('a', 2)],
      [1, 2, 0],
    ],
    ['equal numbers stay as they came', [from('a', 1), from('a', 1), from('a', 0)], [2, 0, 1]],
    [
      'devices are not mixed, and others stay in their places',
      [from('a', 8), from('b', 2), from(undefined, 0), from('b', 1), from('a', 7), from('a')],
      [4, 3, 2, 1, 0, 5],
    ],
  ] as const)('%s', (_what, wishes, order) => expect(decidingOrder(wishes)).toEqual(order))
})

const NOW = new Date('2026-05-03T10:00:00.000Z')
const at = (clock: string): string => `2026-05-03T${clock}:00.000Z`
const wish = (id: string, cardId: string, clock: string, gate = 'North'): CheckInWish => ({
  id,
  cardId,
  at: at(clock),
  gate,
})
const passage = (id: string, member: number, clock: string, gate: string): Passage => ({
  id,
  member_id: member,
  at: at(clock),
  gate,
})
const facts = (more: Partial<CheckInFacts> = {}): CheckInFacts => ({
  now: NOW,
  known: new Map(),
  activeMembers: new Set([1, 2]),
  passages: [],
  ...more,
})

describe('decideCheckIns', () => {
  test('counts an id once, also within a batch and in small or capital letters', () => {
    const { results, added } = decideCheckIns(
      [wish('a', '1', '09:00'), wish('A', 'WLD_1', '09:00'), wish('b', '2', '09:01')],
      facts(),
    )
    expect(results.map(({ result }) => result)).toEqual(['recorded', 'known', 'recorded'])
    expect(added.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('shows the earliest check-in before a second one, also to a device that reports late', () => {
    const passages = [passage('x', 1, '09:30', 'South'), passage('y', 1, '09:20', 'East')]
    const { results, added } = decideCheckIns([wish('late', '1', '09:10')], facts({ passages }))
    expect(results).toEqual([
      { id: 'late', result: 'second', first: { at: at('09:20'), gate: 'East' } },
    ])
    expect(added).toHaveLength(1)
  })

  test('a replay names what came before it, and nothing when it was the first itself', () => {
    const passages = [passage('x', 1, '09:20', 'South'), passage('y', 1, '09:30', 'East')]
    const known = new Map([
      ['x', 1],
      ['y', 1],
      ['elsewhere', undefined],
    ])
    const { results, added } = decideCheckIns(
      [wish('x', '1', '09:20'), wish('y', '1', '09:30'), wish('elsewhere', '1', '09:40')],
      facts({ passages, known }),
    )
    expect(results.map(({ result, first }) => [result, first?.gate])).toEqual([
      ['known', undefined],
      ['known', 'South'],
      ['known', undefined],
    ])
    expect(added).toEqual([])
  })

  test('accepts a clock that is up to five minutes ahead', () => {
    const { added } = decideCheckIns([wish('a', '1', '10:05'), wish('b', '2', '10:06')], facts())
    expect(added.map((one) => one.at)).toEqual([at('10:05'), NOW.toISOString()])
  })

  test('decides in the order of the device, and returns results in the order of the batch', () => {
    const from = (one: CheckInWish, sequence: number): CheckInWish => ({
      ...one,
      deviceId: 'd',
      sequence,
    })
    const { results, added } = decideCheckIns(
      [from(wish('b', '1', '09:10'), 8), from(wish('a', '1', '09:10'), 7), wish('c', '2', '09:00')],
      facts(),
    )
    expect(results.map(({ id, result }) => [id, result])).toEqual([
      ['b', 'second'],
      ['a', 'recorded'],
      ['c', 'recorded'],
    ])
    expect(added.map(({ id, device_id, sequence }) => [id, device_id, sequence])).toEqual([
      ['a', 'd', 7],
      ['b', 'd', 8],
      ['c', null, null],
    ])
  })

  test('records only active members', () => {
    const { results, added } = decideCheckIns(
      [wish('a', '3', '09:00'), wish('b', 'who', '09:00')],
      facts(),
    )
    expect(results.map(({ result }) => result)).toEqual(['unknown-member', 'unknown-member'])
    expect(added).toEqual([])
  })
})
