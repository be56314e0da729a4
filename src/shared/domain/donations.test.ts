import { describe, expect, test } from 'vitest'
import { formatIban, isBic, isIban } from './bank-account.ts'
import { readAmountUsd, readCents } from './donations.ts'
import { onlyDigits, toLatinDigits } from './text/digits.ts'

describe('an amount as people type it', () => {
  test.each([
    ['50', 50],
    [' 50 ', 50],
    [' $50', 50],
    ['50 $ ', 50],
    ['1', 1],
    ['10,000', 10_000],
    ['$50', 50],
    ['50 $', 50],
    ['٥٠', 50],
    ['۵۰', 50],
    ['1,000', 1_000],
    ['1 000', 1_000],
    ['1\u202f000', 1_000],
    ['1.000', 1_000],
    ['١٬٠٠٠', 1_000],
    ["1'000", 1_000],
    ['1,000,000', 1_000_000],
    ['50.00', 50],
    ['50,0', 50],
    ['٥٠٫٠٠', 50],
    ['007', 7],
  ])('%j is read as %i', (text, usd) => expect(readAmountUsd(text)).toEqual({ ok: true, usd }))
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['$', 'empty'],
    ['ten', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['5$0', 'not-a-number'],
    ['5-5', 'not-a-number'],
    ['USD 10.50', 'not-a-number'],
    ['1,00,000', 'not-a-number'],
    ['1,000.000', 'not-a-number'],
    ['10.50', 'not-whole'],
    ['10,5', 'not-whole'],
    ['٠', 'too-small'],
    ['-5', 'too-small'],
    ['1000001', 'too-large'],
    ['9'.repeat(400), 'too-large'],
  ] as const)('%j is refused as %s', (text, fault) =>
    expect(readAmountUsd(text)).toEqual({ ok: false, fault }),
  )
})

test('digits of Arabic and Persian keyboards become Latin ones', () => {
  expect(toLatinDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 12a')).toBe('0123456789 0123456789 12a')
  expect(onlyDigits('٠٦ ۱۲-٣٤ a')).toBe('061234')
})

describe('bank accounts', () => {
  test.each([
    'FR76 3000 6000 0112 3456 7890 189',
    'de89370400440532013000',
    'SD21 2901 0501 2340 01',
    'GB82-WEST-1234-5698-7654-32',
  ])('%s is an IBAN', (iban) => expect(isIban(iban)).toBe(true))
  test.each([
    '',
    'FR76',
    'FR77 3000 6000 0112 3456 7890 189',
    'FR76 3000 6000 0112 3456 7890 198',
    '1234567890123456',
    'FR76 3000 6000 0112 3456 7890 189!',
  ])('"%s" is no IBAN', (iban) => expect(isIban(iban)).toBe(false))
  test('an IBAN is shown in groups of four', () =>
    expect(formatIban('sd2129010501234001')).toBe('SD21 2901 0501 2340 01'))
  test('a BIC has 8 or 11 signs', () =>
    expect(['AGRIFRPP', 'AGRIFRPP882', 'AGRIFRP', 'agrifrpp', 'AGRIFRPP88'].map(isBic)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]))
})

test.each([
  ['48.50', 4_850],
  ['48,5', 4_850],
  ['50', 5_000],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1,234', 123_400],
  ['١٬٢٣٤٫٥٠', 123_450],
  [' 1 234,50 ', 123_450],
  ['0', undefined],
  ['-5', undefined],
  ['1.234.50', undefined],
  ['48.505', 4_850_500],
  ['5 EUR', undefined],
  ['9999999999999', undefined],
  ['', undefined],
])('the sum of a statement, %j', (typed, cents) => {
  expect(readCents(typed)).toBe(cents)
})
