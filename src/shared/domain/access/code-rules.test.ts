import { expect, test } from 'vitest'
import { LINK_CODE } from './code-rules.ts'

test('the code of a link has 43 characters of base64url and nothing else', () => {
  const code = `Az09_-${'a'.repeat(37)}`
  expect(LINK_CODE.test(code)).toBe(true)
  for (const text of [
    '',
    'a',
    `${code}a`,
    code.slice(1),
    `${code.slice(1)}.`,
    ` ${code}`,
    '.'.repeat(43),
  ])
    expect(LINK_CODE.test(text), text).toBe(false)
})
