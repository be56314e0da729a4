import { expect, test } from 'vitest'
import { base32, matchingStep, newTotpSecret, otpauthUri, stepAt, totpCode } from './totp.ts'

/** The key of RFC 6238, appendix B, for SHA-1. */
const RFC_SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238: at %i seconds the code is %s', (seconds, code) =>
  expect(totpCode(RFC_SECRET, stepAt(new Date(seconds * 1_000)), 8)).toBe(code),
)

test.each(
  [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ].map((code, counter) => [counter, code] as const),
)('RFC 4226, appendix D: with the counter %i the code is %s', (counter, code) =>
  expect(totpCode(RFC_SECRET, counter)).toBe(code),
)

test('six digits are the last six, with leading zeros', () => {
  expect(totpCode(RFC_SECRET, stepAt(new Date(1_111_111_109_000)))).toBe('081804')
  expect(totpCode(RFC_SECRET, stepAt(new Date(1_234_567_890_000)))).toBe('005924')
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %j is %j in base32, without padding', (text, spelled) =>
  expect(base32(Buffer.from(text))).toBe(spelled),
)

test('a secret has 160 bits and is drawn anew', () => {
  expect(newTotpSecret()).toHaveLength(20)
  expect(newTotpSecret()).not.toEqual(newTotpSecret())
})

const NOW = new Date(1_700_000_010_000)
const STEP = stepAt(NOW)

test.each([
  [-2, undefined],
  [-1, STEP - 1],
  [0, STEP],
  [1, STEP + 1],
  [2, undefined],
])('a code %i steps away gives the step %j', (away, step) =>
  expect(matchingStep(RFC_SECRET, totpCode(RFC_SECRET, STEP + away), NOW)).toBe(step),
)

test.each(['', '1', '12345', '1234567', 'abcdef', '٠١٢٣٤٥'])('%j is no code', (code) =>
  expect(matchingStep(RFC_SECRET, code, NOW)).toBeUndefined(),
)

test('the address of the QR code names issuer and account', () =>
  expect(otpauthUri(RFC_SECRET, 'WLD members', 'a b')).toBe(
    'otpauth://totp/WLD%20members:a%20b?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=WLD%20members&algorithm=SHA1&digits=6&period=30',
  ))
