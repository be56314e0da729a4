import { expect, test } from 'vitest'
import { asciiPhone } from './ascii-digits.ts'

test.each([
  ['+33 6 39 98 12 34', '+33 6 39 98 12 34'],
  ['٠٩١٢٣٤٥٦٧٨', '0912345678'],
  ['+۲۴۹۹۱۲۳۴۵۶۷۸', '+249912345678'],
  ['\u202a+249 91 234 5678\u202c', '+249 91 234 5678'], // as an address book copies it
  ['＋２４９ ９１', '+249 91'],
  ['06–39‑98', '06-39-98'],
  ['أبجد', 'أبجد'], // not ours to guess: the field says what is wrong
])('%s', (typed, sent) => expect(asciiPhone(typed)).toBe(sent))
