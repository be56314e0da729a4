import { expect, test } from 'vitest'
import { drawRecoveryCodes, readRecoveryCode, writtenRecoveryCode } from './recovery-codes.ts'

test('ten codes, one for each place, all different', () => {
  const codes = drawRecoveryCodes()
  expect(codes.map((code) => code[0])).toEqual([...'0123456789'])
  expect(new Set(codes.map((code) => code.slice(1))).size).toBe(10)
  expect(drawRecoveryCodes()).not.toEqual(codes)
})

test('what is written is read again', () => {
  for (const code of drawRecoveryCodes())
    expect(readRecoveryCode(writtenRecoveryCode(code))).toEqual({ place: Number(code[0]), code })
})

test.each(['3-7kq2-m9xd-4trb', ' 3 7KQ2 M9XD 4TRB ', '37KQ2M9XD4TRB', '3–7KQ2–M9XD–4TRB'])(
  '%j is the same code',
  (text) => expect(readRecoveryCode(text)).toEqual({ place: 3, code: '37KQ2M9XD4TRB' }),
)

test('misread letters do not matter', () =>
  expect(readRecoveryCode('O-0O1I-L111-2222')).toEqual({ place: 0, code: '0001111112222' }))

test.each([
  '',
  '123456',
  '3-7KQ2-M9XD-4TR',
  '3-7KQ2-M9XD-4TRBB',
  'A-7KQ2-M9XD-4TRB',
  '3-7KQ2-M9XD-4TRU',
])('%j is no recovery code', (text) => expect(readRecoveryCode(text)).toBeUndefined())
