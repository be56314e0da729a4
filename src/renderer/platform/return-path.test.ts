import { expect, test } from 'vitest'
import { pathAfterSignIn, readReturnPath } from './return-path.ts'

test.each([
  [{ returnTo: '/id-card' }, '/id-card'],
  [{ returnTo: '/reports?page=2#list' }, '/reports?page=2#list'],
  [{ returnTo: '//evil.example' }, '/'],
  [{ returnTo: '/\\evil.example' }, '/'],
  [{ returnTo: '/\t/evil.example' }, '/'],
  [{ returnTo: '/..//evil.example' }, '/'],
  [{ returnTo: 'https://evil.example' }, '/'],
  [{ returnTo: 'javascript:alert(1)' }, '/'],
  [{ returnTo: '/login' }, '/'],
  [{ returnTo: 7 }, '/'],
  [{}, '/'],
  [null, '/'],
])('%j leads to %s', (state, path) => expect(readReturnPath(state)).toBe(path))

test.each([
  [null, 'A', '/admin/dashboard'],
  [null, 'Z', '/reviewer/dashboard'],
  [{ returnTo: '//evil.example' }, 'Y', '/moderator/dashboard'],
  [{ returnTo: '/id-card' }, 'X', '/id-card'],
  [null, 'F', '/'],
  [{ returnTo: '/profile' }, 'F', '/profile'],
] as const)('signed in with %j as %s leads to %s', (state, role, path) =>
  expect(pathAfterSignIn(state, role)).toBe(path),
)
