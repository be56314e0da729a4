/** The cost of finding names grows with the text, not with its square. Apart, because mutation tests leave it out. */
import { expect, test } from 'vitest'
import { nearNameFinder } from './near-names.ts'
import { withhold } from './withhold.ts'

/** How many times as long a text of four times the length takes: 4 in proportion, 16 with its square. */
function growth(search: (length: number) => void): number {
  const cost = (length: number): number => {
    const before = process.cpuUsage() // processor time: other load does not count
    search(length)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  cost(4_000) // the compiler is at work in the first run
  const [short = 0, long = 0] = [4_000, 16_000].map((length) =>
    // A busy machine only adds: the smallest of many is the cost.
    Math.min(...Array.from({ length: 9 }, () => cost(length))),
  )
  return long / Math.max(short, 1)
}

test.each([
  ['Khadija went to the market of Nyala. ', 'Name'],
  ['رأيت خَديجة في السوق ', 'الاسم'],
  ['a\u200b', 'a'.repeat(90)],
  ['ا', 'اا'],
  ['Khadija \u00ad', 'Khadija Khadija Khadija'],
  ['ﷺ', 'صلى'],
  ['𝐀', 'Ali'],
])('withholding names in a text of %j costs in proportion to its length', (part, name) => {
  const names = Array.from({ length: 30 }, (_, index) => `${name} ${index}`)
  expect(growth((length) => withhold(part.repeat(length).slice(0, length), names))).toBeLessThan(10)
})

test('finding near names costs in proportion to the length of the text', () => {
  const names = Array.from({ length: 30 }, (_, index) => {
    const letter = String.fromCodePoint(97 + (index % 26))
    return `Khadij${letter} Mohame${letter}`
  })
  const find = nearNameFinder(names)
  const text = (words: number): string =>
    Array.from(
      { length: words },
      (_, index) => `wo${index.toString(36).replaceAll(/\d/g, 'q')}rd`,
    ).join(' ')
  expect(growth((length) => find(text(length / 8)))).toBeLessThan(10)
})

test.each(['a', 'a.', 'K. ', 'a-', 'a*', '*', '\u200b', 'خ ', 'A B '])(
  'finding near names in a text of %j costs in proportion to its length',
  (part) => {
    const find = nearNameFinder(['Khadija Ibrahim', 'Amina Musa'])
    expect(growth((length) => find(part.repeat(length).slice(0, length)))).toBeLessThan(10)
  },
)
