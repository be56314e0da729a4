import { expect, test } from 'vitest'
import { readAddress } from './identifier.ts'

test.each([
  ['amna@example.org', 'amna@example.org'],
  ['  amna@example.org ', 'amna@example.org'],
  ['amna٢٠٢٦@example.org', 'amna2026@example.org'],
  ['amna۱@example.org', 'amna1@example.org'],
  ['\u202aamna@example.org\u202c', 'amna@example.org'],
  ['ａｍｎａ＠example.org', 'amna@example.org'],
])('%j is read as the address %s', (typed, address) =>
  expect(readAddress(typed)).toEqual({ ok: true, address }),
)

test.each([
  ['', 'required'],
  [' \u200f ', 'required'],
  ['آمنة@example.org', 'notAscii'],
  ['amna@société.fr', 'notAscii'],
  ['amna', 'invalid'],
  ['amna@', 'invalid'],
  ['am na@example.org', 'invalid'],
] as const)('%j is refused as %s', (typed, fault) =>
  expect(readAddress(typed)).toEqual({ ok: false, fault }),
)
