import { expect, test } from 'vitest'
import {
  inOrder,
  instantOf,
  isAhead,
  newestOf,
  SNAPSHOT_NAME,
  snapshotName,
} from './snapshot-order.ts'

const entry = (name: string, sequence?: number, isReadable = true) => ({
  name,
  sequence,
  isReadable,
})
const [OLD, FUTURE, NEW] = [
  '20261101T000000Z-00000001',
  '20320101T000000Z-00000002',
  '20261127T000000Z-00000003',
]

test.each([
  ['of older versions, by their time', [entry(NEW), entry(OLD)], [OLD, NEW]],
  [
    'by what the folder got last',
    [entry(OLD, 1), entry(NEW, 3), entry(FUTURE, 2)],
    [OLD, FUTURE, NEW],
  ],
  ['those of older versions first', [entry(FUTURE), entry(NEW, 1)], [FUTURE, NEW]],
  [
    'a damaged one where its time says',
    [entry(OLD, 1), entry(NEW, undefined, false), entry(FUTURE, 2)],
    [OLD, NEW, FUTURE],
  ],
  ['a damaged one at the end', [entry(OLD, 1), entry(NEW, undefined, false)], [OLD, NEW]],
])('snapshots stand in order: %s', (_title, entries, expected) => {
  expect(inOrder(entries)).toEqual(expected)
})

test('the newest one is never from the future', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  expect(instantOf(NEW)).toEqual(new Date('2026-11-27T00:00:00Z'))
  expect(newestOf([OLD, NEW, FUTURE], now)).toBe(NEW)
  expect(newestOf([FUTURE], now)).toBeUndefined()
  expect(isAhead(NEW, new Date('2026-11-26T23:55:00Z'))).toBe(false) // clocks of two machines
  expect(isAhead(NEW, new Date('2026-11-26T23:45:00Z'))).toBe(true)
})

test('names of one second stand in the order of their milliseconds', () => {
  const names = Array.from({ length: 1_000 }, (_, millisecond) =>
    snapshotName(new Date(Date.UTC(2026, 10, 28, 10, 47, 12, millisecond)).toISOString()),
  )
  expect(names.toSorted()).toEqual(names)
  expect(names.every((name) => SNAPSHOT_NAME.test(name))).toBe(true)
  expect(instantOf(names[999] ?? '')).toEqual(new Date('2026-11-28T10:47:12Z'))
})
