import { expect, test } from 'vitest'
import { groupReceipt, readReceipt } from './witness-rules.ts'

const RECEIPT = '1234567890123456'

test.each([
  ['as it is shown', groupReceipt(RECEIPT)],
  ['without blanks', RECEIPT],
  ['with hyphens', '1234-5678-9012-3456'],
  ['with a blank that does not break, and lines', '1234\u00a05678\n9012\t3456 '],
  ['in Arabic digits', '١٢٣٤ ٥٦٧٨ ٩٠١٢ ٣٤٥٦'],
])('a receipt is read %s', (_what, text) => expect(readReceipt(text)).toBe(RECEIPT))

test.each(['', RECEIPT.slice(1), `${RECEIPT}7`, `x${RECEIPT}`, `${RECEIPT}x`, '1234_567890123456'])(
  '"%s" is no receipt',
  (text) => expect(readReceipt(text)).toBeUndefined(),
)

test('a receipt is shown in four groups of four', () =>
  expect(groupReceipt(RECEIPT)).toBe('1234 5678 9012 3456'))
