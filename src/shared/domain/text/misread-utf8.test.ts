import { expect, test } from 'vitest'
import { undoMisreadUtf8 } from './misread-utf8.ts'

test.each([
  ['a hand scanner that types Windows-1252', 'ZoÃ« Å’uvrÃ©', 'Zoë Œuvré'],
  ['a hand scanner and an Arabic name', 'Ø¢Ù…Ù†Ø© Ø¥Ø¯Ø±ÙŠØ³', 'آمنة إدريس'],
  ['a reader that takes accents for Japanese', "Zoﾃｫ N'Diaye-ﾅ置vrﾃｩ", "Zoë N'Diaye-Œuvré"],
])('undoes the guess of %s', (_reader, read, meant) => expect(undoMisreadUtf8(read)).toBe(meant))

test.each(['Amna Idris', 'Zoë', 'آمنة', 'Ã', 'ﾃ', '置', 'Ã©\u{1F600}'])(
  'leaves %s as it is',
  (text) => expect(undoMisreadUtf8(text)).toBe(text),
)
