import { expect, test } from 'vitest'
import { stripTokens } from './sign-in.ts'

test('removes tokens at any depth and keeps the rest', () => {
  const reply = {
    valid: true,
    accessToken: 'a',
    refreshToken: 'r',
    user: { id: '1', accessToken: 'a' },
    list: [{ refreshToken: 'r', n: null }],
  }
  expect(stripTokens(reply)).toEqual({ valid: true, user: { id: '1' }, list: [{ n: null }] })
})
test.each([null, 1, 'text', true, []])('%j stays as it is', (value) =>
  expect(stripTokens(value)).toEqual(value),
)
