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
  [null, 'admin', '/admin/dashboard'],
  [null, 'reviewer', '/reviewer/dashboard'],
  [{ returnTo: '//evil.example' }, 'moderator', '/moderator/dashboard'],
  [{ returnTo: '/id-card' }, 'content', '/id-card'],
  [null, 'member', '/'],
  [{ returnTo: '/profile' }, 'member', '/profile'],
] as const)('signed in with %j as %s leads to %s', (state, role, path) =>
  expect(pathAfterSignIn(state, role)).toBe(path),
)
