import { expect, test } from 'vitest'
import { nameEms, wordEms } from './text-fit.ts'

test.each([
  ['a short name', 'Amna Idris', 'Abdelrahman Mohammedelhassan Abdelmajid Osman Elsheikh Idris'],
  ['an Arabic name', 'آمنة إدريس', 'عبد الرحمن محمد الحسن عبد المجيد عثمان الشيخ إدريس'],
])('%s is set larger than a long one, which may take two lines', (_case, short, long) => {
  expect(nameEms(short).line).toBeLessThan(nameEms(long).line)
  expect(nameEms(long).line).toBeLessThan(wordEms(long) / 1.5)
})

test('the longest part alone limits a name that cannot break', () => {
  const { part, line } = nameEms('Mohammedelhassanabdelmajid Ali')
  expect(part).toBeGreaterThan(line)
})

test('a longer word is set smaller', () => {
  expect(wordEms('VALID')).toBeLessThan(wordEms('NON ENREGISTRÉ'))
})
