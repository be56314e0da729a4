import { expect, test } from 'vitest'
import { nameEms, nameSize, widthInEms, wordSize } from './fitted-text.ts'

test.each<[string, number]>([
  ['', 0],
  ['VALID', 3.37],
  ['É', 0.7], // an accent takes no room
  ['MMMM', 4],
  ['صالحة', 3.1],
  ['مُحمّد', 2.48], // vowel signs take no room of their own
])('the width of %s', (text, ems) => expect(widthInEms(text)).toBeCloseTo(ems, 2))

// Measured in Chromium with the fonts of the application.
test.each<[string, number]>([
  ['VALID', 3.022],
  ['NON ENREGISTRÉ', 8.723],
  ['Mohammed', 5.996],
  ['Abdelrahman', 6.751],
  ['صالحة', 2.666],
  ['عبد الرحمن محمد الحسن', 10.261],
])('%s is not wider than its estimate, nor much narrower', (text, measured) => {
  expect(widthInEms(text)).toBeGreaterThanOrEqual(measured)
  expect(widthInEms(text)).toBeLessThan(measured * 1.25)
})

test('a word takes the width of its place, up to its limit, in one line', () => {
  expect(wordSize('VALID')).toEqual({
    fontSize: 'min(var(--word-most), 29.67cqi)',
    whiteSpace: 'nowrap',
  })
})

const sizeOf = (name: string): number =>
  Number(/([\d.]+)cqi/.exec(String(nameSize(name, '2rem').fontSize))?.[1])

test('a name is smaller the longer its longest part is', () => {
  expect(sizeOf('Abdelrahmanmohammed Idris')).toBeLessThan(sizeOf('Abdelrahman Idris'))
})
test('and the longer it is as a whole', () => {
  expect(sizeOf('Amna Idris Amna Idris Amna Idris Amna')).toBeLessThan(sizeOf('Amna Idris'))
})
test('the longest part alone limits a name that cannot break', () => {
  const { longest, whole } = nameEms('Mohammedelhassanabdelmajid Ali')
  expect(longest).toBeGreaterThan(whole / 2)
})
test('it breaks at blanks only', () => {
  expect(nameSize('Amna Idris', '2rem')).toMatchObject({
    overflowWrap: 'normal',
    wordBreak: 'keep-all',
  })
})
