import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import {
  CLOCK_AHEAD_MAX_MS,
  compareEntries,
  doubleEntries,
  entriesOf,
  followStamp,
  inOrder,
  mergeEntries,
  NO_ENTRIES,
  nextStamp,
  type DoorEntries,
  type DoorEntry,
} from './merge.ts'

const entry = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  door: fc.constantFrom('north', 'south', 'east', 'west'),
  card: fc.constantFrom('WLD_10000001', '10000001', 'WLD_10000002', 'WLD_10000003', 'no number'),
  at: fc.constantFrom('2026-11-25T18:02:00.000Z', '2026-11-25T18:03:00.000Z'),
  stamp: fc.integer({ min: 1, max: 6 }),
}) satisfies fc.Arbitrary<DoorEntry>
const entries = fc.array(entry, { maxLength: 30 })
const state = entries.map(entriesOf)

/** All that a door may say of what it knows. */
const told = (known: DoorEntries) => ({
  order: inOrder(known),
  doubles: doubleEntries(known),
  cards: [...known].toSorted(([one], [other]) => (one < other ? -1 : 1)),
})

describe('merging', () => {
  test('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(state, state, state, (a, b, c) => {
        expect(told(mergeEntries(a, b))).toEqual(told(mergeEntries(b, a)))
        expect(told(mergeEntries(mergeEntries(a, b), c))).toEqual(
          told(mergeEntries(a, mergeEntries(b, c))),
        )
        expect(told(mergeEntries(a, a))).toEqual(told(a))
        expect(told(mergeEntries(a, NO_ENTRIES))).toEqual(told(a))
      }),
    )
  })
  test('gives the same result for any order, any partition and any duplicate', () => {
    const deliveries = entries.chain((list) =>
      fc.record({
        list: fc.constant(list),
        shuffled: fc.shuffledSubarray([...list, ...list], {
          minLength: list.length * 2,
          maxLength: list.length * 2,
        }),
        parts: fc.array(fc.integer({ min: 0, max: 3 }), {
          minLength: list.length * 2,
          maxLength: list.length * 2,
        }),
      }),
    )
    fc.assert(
      fc.property(deliveries, ({ list, shuffled, parts }) => {
        const doors = [0, 1, 2, 3].map((door) =>
          entriesOf(shuffled.filter((_one, place) => parts[place] === door)),
        )
        const merged = doors.reduceRight((known, more) => mergeEntries(known, more), NO_ENTRIES)
        expect(told(merged)).toEqual(told(entriesOf(list)))
      }),
    )
  })
  test('loses no entry and invents none', () => {
    fc.assert(
      fc.property(entries, entries, (ours, theirs) => {
        const texts = (list: readonly DoorEntry[]) =>
          [
            ...new Set(
              list.map((one) => JSON.stringify([one.id, one.door, one.card, one.at, one.stamp])),
            ),
          ].sort()
        expect(texts(inOrder(mergeEntries(entriesOf(ours), entriesOf(theirs))))).toEqual(
          texts([...ours, ...theirs]),
        )
      }),
    )
  })
  test('leaves what it was given as it was', () => {
    fc.assert(
      fc.property(state, state, (a, b) => {
        const before = told(a)
        mergeEntries(a, b)
        expect(told(a)).toEqual(before)
      }),
    )
  })
})

describe('the order', () => {
  test('is total: only equal entries compare as equal', () => {
    fc.assert(
      fc.property(entry, entry, (a, b) => {
        expect(Math.sign(compareEntries(a, b))).toBe(-Math.sign(compareEntries(b, a)) + 0)
        if (compareEntries(a, b) === 0) expect(a).toEqual(b)
      }),
    )
  })
  const made = (change: Partial<DoorEntry>): DoorEntry => ({
    id: 'a',
    door: 'north',
    card: 'WLD_10000001',
    at: '2026-11-25T18:02:00.000Z',
    stamp: 1,
    ...change,
  })
  test('the first entry wins, and the later one of the same card is a double entry', () => {
    const first = made({})
    const second = made({ id: 'b', door: 'south', card: '10000001', stamp: 2 })
    const other = made({ id: 'c', card: 'WLD_10000002', stamp: 3 })
    expect(doubleEntries(entriesOf([other, second, first]))).toEqual([
      { card: '10000001', entries: [first, second] },
    ])
  })
  test('an entry that comes twice is no double entry', () => {
    expect(doubleEntries(entriesOf([made({}), made({})]))).toEqual([])
  })
  test('a door never stamps behind what it has seen, and is not pushed by a clock far ahead', () => {
    expect(nextStamp(1_000, 400)).toBe(1_001)
    expect(nextStamp(1_000, 5_000)).toBe(5_000)
    expect(followStamp(1_000, 2_000, 1_500)).toBe(2_000)
    expect(followStamp(3_000, 2_000, 1_500)).toBe(3_000)
    expect(followStamp(1_000, 1_500 + CLOCK_AHEAD_MAX_MS, 1_500)).toBe(1_500 + CLOCK_AHEAD_MAX_MS)
    expect(followStamp(1_000, 1_501 + CLOCK_AHEAD_MAX_MS, 1_500)).toBe(1_000)
  })
})
