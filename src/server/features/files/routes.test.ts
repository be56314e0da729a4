import { expect, test } from 'vitest'
import { readRange } from './routes.ts'

const part = (start: number, end: number) => ({ kind: 'part', start, end })

test.each([
  [undefined, { kind: 'whole' }],
  ['bytes=0-99', part(0, 99)],
  ['bytes=0-', part(0, 999)],
  ['bytes=900-5000', part(900, 999)],
  ['bytes=-100', part(900, 999)],
  ['bytes=-5000', part(0, 999)],
  ['bytes=999-999', part(999, 999)],
  ['bytes=1000-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=5-1', { kind: 'whole' }],
  ['bytes=0-1,5-6', { kind: 'whole' }],
  ['lines=0-1', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=a-b', { kind: 'whole' }],
  ['bytes=99999999999999999999-', { kind: 'whole' }],
])('%s of 1000 bytes', (header, expected) => expect(readRange(header, 1_000)).toEqual(expected))
