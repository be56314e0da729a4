import { expect, test } from 'vitest'
import { placeBefore } from './place-before.ts'

test.each([
  ['', '/', '/setup'],
  ['', '/admin/dashboard/users', '/setup'],
  ['', '/setup', undefined],
  ['https://wld.example', '/setup', '/login'],
  ['https://wld.example', '/reports', undefined],
])('with the server %j at %s', (apiUrl, pathname, expected) =>
  expect(placeBefore(apiUrl, pathname)).toBe(expected),
)
