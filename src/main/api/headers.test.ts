import { describe, expect, test } from 'vitest'
import { ROUTES } from '#shared/contract/routes.ts'
import { compileAllowList } from './allow-list.ts'
import { requestHeaders, responseHeaders } from './headers.ts'

const list = compileAllowList(ROUTES)
const route = (id: string) => {
  const found = list.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`There is no route ${id}`)
  return found
}
const sent = (id: string, headers: Record<string, string>) =>
  Object.fromEntries(requestHeaders(new Headers(headers), route(id)))

describe('towards the server', () => {
  test('the usual ones pass', () => {
    const usual = {
      accept: 'application/json',
      'accept-language': 'ar',
      'content-type': 'application/json',
    }
    expect(sent('card.verify', usual)).toEqual(usual)
  })
  test('everything else stays', () => {
    const smuggled = {
      cookie: 'a=1',
      host: 'evil.example',
      origin: 'https://evil.example',
      referer: 'x',
      'x-forwarded-for': '127.0.0.1',
      forwarded: 'for=1',
      'x-http-method-override': 'DELETE',
      'transfer-encoding': 'chunked',
      connection: 'upgrade',
      'user-agent': 'x',
      'connection-method': 'email',
    }
    expect(sent('card.verify', smuggled)).toEqual({})
  })
  test('a bearer of the page is dropped everywhere but where a registration ticket belongs', () => {
    const authorization = 'Bearer from-page'
    for (const { id, credentials } of list)
      expect(sent(id, { authorization })).toEqual(
        credentials === 'ticket' || credentials === 'ticket-or-session' ? { authorization } : {},
      )
  })
  test('a ticket passes to registration routes, Basic does not', () => {
    const registration = { ...route('card.keys'), credentials: 'ticket' } as const
    expect(
      requestHeaders(new Headers({ authorization: 'Bearer ticket' }), registration).get(
        'authorization',
      ),
    ).toBe('Bearer ticket')
    expect(
      requestHeaders(new Headers({ authorization: 'Basic YTpi' }), registration).get(
        'authorization',
      ),
    ).toBeNull()
  })
  test('Basic goes to the sign-in alone', () => {
    for (const { id } of list)
      expect(sent(id, { authorization: 'Basic YTpi' })).toEqual(
        id === 'auth.login' ? { authorization: 'Basic YTpi' } : {},
      )
  })
  test('a declared header goes to its route', () => {
    expect(sent('auth.login', { 'connection-method': 'email' })).toEqual({
      'connection-method': 'email',
    })
  })
  test('a part of a file may be asked for, and of nothing else', () => {
    const part = { range: 'bytes=0-9', 'if-range': '"1"' }
    for (const { id } of list) expect(sent(id, part), id).toEqual(id === 'file.read' ? part : {})
  })
  test('a value without measure is dropped', () =>
    expect(sent('card.verify', { accept: 'x'.repeat(5_000) })).toEqual({}))
})

describe('towards the page', () => {
  const kept = responseHeaders(
    new Headers({
      'content-type': 'image/jpeg',
      'content-length': '3',
      'content-encoding': 'gzip',
      'set-cookie': 'a=1',
      'x-powered-by': 'x',
      'retry-after': '5',
      'access-control-allow-origin': '*',
      'content-security-policy': 'default-src *',
      location: 'https://evil.example',
      etag: '"1"',
    }),
  )
  test('only decided ones pass', () => {
    expect([...kept.keys()].toSorted()).toEqual([
      'content-security-policy',
      'content-type',
      'cross-origin-resource-policy',
      'etag',
      'retry-after',
      'x-content-type-options',
    ])
  })
  test('a part of a film says where it lies and how long it is', () => {
    const part = {
      'accept-ranges': 'bytes',
      'content-range': 'bytes 2-5/10',
      'content-length': '4',
    }
    expect(Object.fromEntries(responseHeaders(new Headers(part)))).toMatchObject(part)
    for (const other of [
      { ...part, 'content-encoding': 'gzip' },
      { ...part, 'accept-ranges': 'none' },
      { ...part, 'content-length': '4, 4' },
    ])
      expect(responseHeaders(new Headers(other)).has('content-length')).toBe(false)
  })
  test('a reply opened as a document has no rights, whatever the server sends', () => {
    expect(kept.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    )
  })
})
