import { expect, test } from 'vitest'
import { wordsOf } from './highlight.ts'
import { findPages, type PageKey } from './pages.ts'

const ENGLISH: Partial<Record<PageKey, string>> = {
  contact: 'Contact',
  events: 'Events',
  settings: 'Settings',
}
const found = (
  q: string,
  state: 'authenticated' | 'unauthenticated' = 'unauthenticated',
  missing: readonly string[] = [],
): readonly string[] =>
  findPages(wordsOf(q), {
    title: (key) => ENGLISH[key] ?? key,
    exists: (path) => !missing.includes(path),
    state,
  }).map(({ path }) => path)

test.each([
  ['settings', '/settings'],
  ['paramètres', '/settings'],
  ['الاعدادات', '/settings'],
  ['اعدادات', '/settings'], // without the article
  ['dark', '/settings'],
  ['dona', '/donate'],
  ['adhesion', '/register'],
  ['بلاغ', '/reports'],
  ['signaler', '/tell'],
  ['signaler', '/reports/statistics'],
  ['report', '/tell'],
  ['report', '/reports/statistics'],
  ['بلاغ', '/tell'],
  ['بلاغ', '/reports/statistics'],
])('%s finds %s', (q, path) => expect(found(q)).toContain(path))

test('a page whose title says it stands first', () => expect(found('contact')[0]).toBe('/contact'))
test('every word counts', () => expect(found('password zzz')).toEqual([]))
test('pages of members are for members, signing in is for visitors', () => {
  expect(found('password')).toEqual(['/login', '/reset-password'])
  expect(found('password', 'authenticated')).toEqual(['/profile'])
})
test('pages that this build lacks are not offered', () =>
  expect(found('donate', 'unauthenticated', ['/donate'])).toEqual([]))
