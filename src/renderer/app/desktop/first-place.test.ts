import { expect, test } from 'vitest'
import type { SessionState } from '../../platform/session/session.ts'
import { firstPlace } from './first-place.ts'

const OUT: SessionState = { state: 'unauthenticated' }
test.each([
  ['opens at the sign-in', OUT, '/', 'default', '/login'],
  ['waits until it is known who is signed in', { state: 'loading' }, '/', 'default', 'wait'],
  ['opens at its page', OUT, '/events', 'default', undefined],
  ['goes to the home page by a link', OUT, '/', 'ab12', undefined],
  [
    'shows the home page without network',
    { state: 'loading', unreachable: true },
    '/',
    'default',
    undefined,
  ],
] satisfies readonly [string, SessionState, string, string, string | undefined][])(
  'the desktop app %s',
  (_what, session, pathname, key, place) =>
    expect(firstPlace(session, { pathname, key })).toBe(place),
)
