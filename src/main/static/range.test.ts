import { expect, test } from 'vitest'
import { parseRange } from './range.ts'

test.each([
  [null, { kind: 'whole' }],
  ['bytes=0-0', { kind: 'part', from: 0, to: 0 }],
  ['bytes=2-5', { kind: 'part', from: 2, to: 5 }],
  ['bytes=2-', { kind: 'part', from: 2, to: 9 }],
  ['bytes=2-99', { kind: 'part', from: 2, to: 9 }],
  ['bytes=-3', { kind: 'part', from: 7, to: 9 }],
  ['bytes=-99', { kind: 'part', from: 0, to: 9 }],
  ['bytes=10-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=5-2', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=0-1,3-4', { kind: 'whole' }],
  ['items=0-1', { kind: 'whole' }],
  ['bytes=a-b', { kind: 'whole' }],
] as const)('%s of ten bytes', (header, expected) =>
  expect(parseRange(header, 10)).toEqual(expected),
)
