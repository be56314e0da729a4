import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { defineRoute } from '#shared/contract/base/define-route.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { UPLOAD_MAX_BYTES } from '#shared/contract/uploads.ts'
import { compileAllowList, findRoute } from './allow-list.ts'
import { MAX_JSON_BYTES } from './bounded-body.ts'

const list = compileAllowList(ROUTES)
/** The address as the page's parser normalizes it; the proxy gets only this form. */
const find = (method: string, address: string) =>
  findRoute(list, method, new URL(`app://wld${address}`))?.id

describe('the contract decides', () => {
  test.each([
    ['GET', '/api/auth/login', 'auth.login'],
    ['POST', '/api/auth/logout', 'auth.logout'],
    ['DELETE', '/api/auth/sessions/0b54f8b2-5f3c-4d0e-9b43-8c8f3f6f7d10', 'auth.endSession'],
    ['POST', '/api/user/search?x=1', 'user.search'],
  ])('%s %s is %s', (method, address, id) => expect(find(method, address)).toBe(id))

  test('every declared route of the API is there, but those whose token main holds', () => {
    const expected = Object.values(ROUTES).filter(
      ({ path, id, access }) =>
        path.startsWith('/api/') &&
        access !== 'wallet-pass' && // phones call these with the token of their pass
        !['auth.refresh', 'kiosk.me', 'kiosk.end', 'kiosk.enrol'].includes(id),
    )
    expect(list.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  })
  test('the page may neither call as a device nor get its token', () => {
    expect(find('GET', '/api/kiosk/me')).toBeUndefined()
    expect(find('POST', '/api/kiosk/enrol')).toBeUndefined()
  })
  test('the page may not renew the session', () =>
    expect(find('GET', '/api/auth/refresh')).toBeUndefined())
  test('health and documentation are not for the page', () => {
    expect(find('GET', '/healthz')).toBeUndefined()
    expect(find('GET', '/api/docs')).toBeUndefined()
  })
})

test.each([
  ['another method', 'POST', '/api/auth/login'],
  ['a method in lower case', 'get', '/api/auth/login'],
  ['an unknown path', 'GET', '/api/unknown'],
  ['a slash at the end', 'GET', '/api/auth/login/'],
  ['a doubled slash', 'GET', '/api//auth/login'],
  ['another host in the path', 'GET', '//evil.example/api/auth/login'],
  ['another spelling', 'GET', '/API/auth/login'],
  ['a missing parameter', 'DELETE', '/api/auth/sessions/'],
  ['an encoded slash', 'DELETE', '/api/auth/sessions/a%2Fb'],
  ['an encoded backslash', 'DELETE', '/api/auth/sessions/a%5cb'],
  ['a NUL', 'DELETE', '/api/auth/sessions/a%00'],
  ['a broken escape', 'DELETE', '/api/auth/sessions/%zz'],
  ['a step up', 'DELETE', '/api/auth/sessions/..'],
  ['an encoded step up', 'DELETE', '/api/auth/sessions/%2e%2E'],
  ['an encoded first slash', 'GET', '/api%2fauth/login'],
  ['a very long path', 'DELETE', `/api/auth/sessions/${'a'.repeat(2_000)}`],
  ['a very long query', 'GET', `/api/auth/sessions?${'a'.repeat(5_000)}`],
])('the list of allowed calls refuses %s', (_, method, address) =>
  expect(find(method, address)).toBeUndefined(),
)

test('a step up that the parser resolves is judged where it leads', () => {
  expect(find('GET', '/api/x/../auth/sessions')).toBe('auth.sessions')
  expect(find('GET', '/api/../healthz')).toBeUndefined()
})

describe('credentials and headers follow the declaration', () => {
  const credentials = (id: string) => list.find((route) => route.id === id)?.credentials
  test.each([
    ['auth.login', 'sign-in'],
    ['auth.logout', 'session'],
    ['card.verify', 'session'],
    ['card.keys', 'none'],
    ['file.read', 'none'],
  ])('the route %s gets the credentials %s', (id, expected) =>
    expect(credentials(id)).toBe(expected),
  )

  const base = {
    summary: '',
    access: 'public',
    reply: z.any(),
    limits: [],
    audit: null,
    errors: [],
  } as const
  const routes = {
    one: defineRoute({ ...base, id: 'one', method: 'GET', path: '/api/x/:id', request: {} }),
    all: defineRoute({
      ...base,
      id: 'all',
      method: 'GET',
      path: '/api/x/all',
      request: { headers: z.object({ Identifier: z.string() }) },
    }),
    dotted: defineRoute({ ...base, id: 'dotted', method: 'GET', path: '/api/y.z', request: {} }),
  }
  test('a fixed path goes before a parameter', () => {
    expect(findRoute(compileAllowList(routes), 'GET', new URL('app://wld/api/x/all'))?.id).toBe(
      'all',
    )
    expect(findRoute(compileAllowList(routes), 'GET', new URL('app://wld/api/x/7'))?.id).toBe('one')
  })
  test('a declared header may be set, an undeclared one may not', () => {
    const [all] = compileAllowList({ all: routes.all })
    expect([...(all?.requestHeaders ?? [])].toSorted()).toEqual([
      'accept',
      'accept-language',
      'content-type',
      'identifier',
    ])
  })
  test.each([
    ['optional-member', 'optional'],
    ['ticket', 'ticket'],
    ['ticket-or-member', 'ticket-or-session'],
    ['staff', 'session'],
    [['admin'], 'session'],
  ] as const)('a route with the access %j gets the credentials %s', (access, expected) => {
    expect(compileAllowList({ one: { ...routes.one, access } })[0]?.credentials).toBe(expected)
  })
  test('files may be large where files are declared, JSON nowhere', () => {
    const [upload] = compileAllowList({
      one: { ...routes.one, requestType: 'multipart/form-data' },
    })
    const [json] = compileAllowList({ one: routes.one })
    expect(upload?.maxRequestBytes).toBeGreaterThan(UPLOAD_MAX_BYTES)
    expect(json?.maxRequestBytes).toBe(MAX_JSON_BYTES)
  })
  test('a dot in a path is a dot', () => {
    expect(findRoute(compileAllowList(routes), 'GET', new URL('app://wld/api/yxz'))).toBeUndefined()
  })
})
