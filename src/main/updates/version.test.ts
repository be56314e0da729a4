import { expect, test } from 'vitest'
import { compareVersions, parseVersion, type Version } from './version.ts'

const version = (text: string): Version => {
  const parsed = parseVersion(text)
  if (parsed === undefined) throw new Error(`${text} is no version`)
  return parsed
}

test.each([
  '',
  '1',
  '1.2',
  '1.2.3.4',
  'v1.2.3',
  '1.2.3 ',
  ' 1.2.3',
  '01.2.3',
  '1.02.3',
  '1.2.3-',
  '1.2.3-a..b',
  '1.2.3-01',
  '1.2.3+build',
  '1.2.3-a+b',
  '1.2.-3',
  '-1.2.3',
  '1.2.x',
  '1.2.3-é',
  '１.2.3',
  '1.2.3\n',
  '9999999999.0.0',
  '1e3.0.0',
  `1.2.3-${'a'.repeat(70)}`,
])('%j is no version', (text) => expect(parseVersion(text)).toBeUndefined())

test.each([
  '0.0.0',
  '1.2.3',
  '10.20.30',
  '1.2.3-alpha',
  '1.2.3-alpha.1',
  '1.2.3-0',
  '1.2.3--',
  '1.2.3-0a',
])('%s is a version', (text) => expect(parseVersion(text)).toBeDefined())

// The order of the standard, item 11.4, and what plain comparison of texts would get wrong.
const ORDER = [
  '0.9.9',
  '1.0.0-1',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
  '10.0.0',
]
test('the order of versions', () => {
  for (const [left, a] of ORDER.entries())
    for (const [right, b] of ORDER.entries())
      expect([a, b, Math.sign(compareVersions(version(a), version(b)))]).toEqual([
        a,
        b,
        Math.sign(left - right),
      ])
})
