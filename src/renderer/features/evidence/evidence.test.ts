import { describe, expect, test } from 'vitest'
import { kindOf } from '../../parts/evidence/evidence-kind.ts'
import { excerpt } from '../../parts/evidence/excerpt.ts'
import { splitAt } from '../../parts/evidence/split-at.ts'
import { nextZoom, zoomBy, ZOOMS } from './zoom.ts'

describe('excerpt', () => {
  test('a text that fits stays whole', () => expect(excerpt('x'.repeat(150), 150)).toBeUndefined())
  test('a longer one is cut at the last blank', () =>
    expect(excerpt('word '.repeat(40), 150)).toBe(`${'word '.repeat(29)}word…`))
  test('a text without blanks is cut at the limit', () =>
    expect(excerpt('x'.repeat(200), 150)).toBe(`${'x'.repeat(150)}…`))
  test('marks stay with their letter', () =>
    expect(excerpt('بَ'.repeat(160), 150)).toBe(`${'بَ'.repeat(150)}…`))
})

test.each([
  ['image', 'image/jpeg', 'image'],
  ['document', 'application/pdf', 'pdf'],
  ['image', 'application/pdf', 'pdf'],
  ['document', 'application/msword', 'document'],
  ['video', 'video/mp4', 'video'],
] as const)('%s %s is shown as %s', (evidenceType, mediaType, kind) =>
  expect(kindOf({ evidenceType, mediaType })).toBe(kind),
)

test('zoom stops at both ends', () => {
  expect(nextZoom(1, -1)).toBe(1)
  expect(nextZoom(1, 1)).toBe(1.5)
  expect(nextZoom(4, 1)).toBe(Math.max(...ZOOMS))
  expect(zoomBy(3.9, 2)).toBe(4)
  expect(zoomBy(1.1, 0.5)).toBe(1)
  expect([nextZoom(1.7, 1), nextZoom(1.7, -1)]).toEqual([2, 1.5])
})

test.each([
  ['a.b', 'axb a.b', ['axb ', 'a.b', '']],
  ['KHADIJA', 'Name: Khadija', ['Name: ', 'Khadija', '']],
  ['ما', 'ما حدث', ['', 'ما', ' حدث']],
  ['', 'all', ['all']],
  ['x', 'none', ['none']],
])('%s is sought as it is written', (sought, text, parts) =>
  expect(splitAt(text, sought)).toEqual(parts),
)
