/** Requests that leave the app, and responses that reach the page. */
import { createHash } from 'node:crypto'
import { expect, test } from '#tests/support/electron/fixtures.ts'
import {
  type Call,
  FILM,
  FILM_PATH,
  MEMBER,
  PICTURE,
  PICTURE_PATH,
} from '#tests/support/electron/scripted-api.ts'
import { basicAuthorization, callApi, openQuietPage, signIn } from './in-page.ts'

/** The calls that main makes itself, for keys and the status list, are left out. */
const ofPage = (calls: readonly Call[]): Call[] =>
  calls.filter(({ url }) => !['/api/card/keys', '/api/card/status-list'].includes(url))

test('a call that the contract does not declare is not sent', async ({ desktop, api }) => {
  await openQuietPage(desktop.page)
  await signIn(desktop.page)
  const before = api.calls.length
  const attempts = [
    ['GET', '/api/auth/refresh'],
    ['GET', '/api/unknown'],
    ['PUT', '/api/card/me'],
    ['POST', '/api/card/me'],
    ['GET', '/api//card/me'],
    ['GET', '/API/card/me'],
    ['GET', '/api/../healthz'],
    ['GET', '/api/%2e%2e/metrics'],
    ['GET', '/api%2fcard/me'],
    ['GET', '/api/card%2fme'],
    ['GET', '/api/files/a%5cb'],
    ['GET', '/api/files/%00'],
    ['GET', '/api/@evil.example/card/me'],
  ] as const
  for (const [method, path] of attempts) {
    const { text } = await callApi(desktop.page, path, { method })
    expect(text, `${method} ${path}`).not.toContain(MEMBER.name)
  }
  expect(ofPage(api.calls.slice(before))).toEqual([])
  expect(await callApi(desktop.page, '/api/unknown')).toMatchObject({
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
  })
})

test('no other host is reached, in any spelling of the address', async ({ desktop, api }) => {
  await openQuietPage(desktop.page)
  await signIn(desktop.page)
  const before = api.calls.length
  const reached = await desktop.page.evaluate(async (origin) => {
    const addresses = [
      `${origin}/api/card/me`,
      '//evil.example/api/card/me',
      `${location.origin}//evil.example/api/card/me`,
      'app://evil/api/card/me',
      'https://evil.example/',
    ]
    const texts: string[] = []
    for (const address of addresses)
      texts.push(
        await fetch(address).then(
          (reply) => reply.text(),
          () => 'failed',
        ),
      )
    return texts
  }, api.origin)
  for (const text of reached) expect(text).not.toContain(MEMBER.name)
  expect(ofPage(api.calls.slice(before))).toEqual([])
})

test('headers: the page cannot set forbidden headers or its own authorization', async ({
  desktop,
  api,
}) => {
  await signIn(desktop.page)
  await callApi(desktop.page, '/api/card/me', {
    headers: {
      authorization: 'Bearer stolen',
      'x-forwarded-for': '10.0.0.1',
      'x-http-method-override': 'DELETE',
      'accept-language': 'ar',
      'x-other': '1',
    },
  })
  const headers = api.callsTo('/api/card/me').at(-1)?.headers ?? {}
  expect(headers).toMatchObject({
    authorization: `Bearer ${api.tokens[0]}`,
    'accept-language': 'ar',
  })
  for (const name of [
    'x-forwarded-for',
    'x-http-method-override',
    'x-other',
    'cookie',
    'origin',
    'referer',
  ])
    expect(headers).not.toHaveProperty(name)
})

test('headers: cookies and internal headers of the server do not reach the page', async ({
  desktop,
}) => {
  const { headers } = await callApi(desktop.page, '/api/card/keys')
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-request-id': 'r-1',
    'x-content-type-options': 'nosniff',
  })
  for (const name of ['set-cookie', 'x-powered-by']) expect(headers).not.toHaveProperty(name)
  expect(await desktop.page.evaluate(() => document.cookie)).toBe('')
})

test('the Basic header is sent to the sign-in only', async ({ desktop, api }) => {
  await callApi(desktop.page, '/api/card/keys', {
    headers: { authorization: basicAuthorization(MEMBER.identifier, MEMBER.password) },
  })
  const given = api.callsTo('/api/card/keys').map(({ headers }) => headers['authorization'] ?? '')
  expect(given).not.toHaveLength(0)
  for (const authorization of given) expect(authorization).not.toMatch(/^Basic/i)
})

test('a redirect is not followed: the server counts as unreachable', async ({ desktop, api }) => {
  await signIn(desktop.page)
  const target = `${api.origin}/api/news/get/elsewhere`
  api.redirectTo = target
  expect(await callApi(desktop.page, '/api/card/me')).toMatchObject({ status: 503, text: '' })
  expect(api.callsTo('/api/news/get/elsewhere')).toEqual([])
})

test('for an unreachable server the page gets the reply that the client reads as offline', async ({
  desktop,
  api,
}) => {
  api.stop()
  expect(await callApi(desktop.page, '/api/card/keys')).toMatchObject({ status: 503, text: '' })
})

test('bodies arrive as they were sent: text, bytes, a form with a file', async ({
  desktop,
  api,
}) => {
  await signIn(desktop.page)
  const sent = await desktop.page.evaluate(async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256)
    const hash = async (data: ArrayBuffer): Promise<string> =>
      Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', data)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('')
    const post = (body: BodyInit): Promise<Response> =>
      fetch('/api/card/verify', { method: 'POST', body })
    await post('نص with \u0000')
    await post(bytes)
    await post(new Blob([bytes], { type: 'image/png' }))
    const form = new FormData()
    form.append('wldProfile', new File([bytes], 'صورة.png', { type: 'image/png' }))
    await post(form)
    return [await hash(new TextEncoder().encode('نص with \u0000').buffer), await hash(bytes.buffer)]
  })
  const [text, bytes, blob, form] = api.callsTo('/api/card/verify')
  expect(text?.bodySha256).toBe(sent[0])
  expect(bytes?.bodySha256).toBe(sent[1])
  expect(blob).toMatchObject({ bodySha256: sent[1], headers: { 'content-type': 'image/png' } })
  expect(form?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(form?.bodyLength).toBeGreaterThan(300_000)
})

test('a picture arrives byte for byte, and cannot run as a document', async ({ desktop }) => {
  const received = await desktop.page.evaluate(async (path) => {
    const reply = await fetch(path)
    return {
      bytes: Array.from(new Uint8Array(await reply.arrayBuffer())),
      policy: reply.headers.get('content-security-policy'),
      type: reply.headers.get('content-type'),
    }
  }, PICTURE_PATH)
  expect(createHash('sha256').update(Buffer.from(received.bytes)).digest('hex')).toBe(
    createHash('sha256').update(PICTURE).digest('hex'),
  )
  expect(received).toMatchObject({
    type: 'image/jpeg',
    policy: "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
})

test('a film is read in parts: from any offset, with its length, as a player requests them', async ({
  desktop,
  api,
}) => {
  await openQuietPage(desktop.page)
  const part = await desktop.page.evaluate(async (path) => {
    const reply = await fetch(path, { headers: { range: 'bytes=200000-200099' } })
    const { headers } = reply
    return {
      status: reply.status,
      range: headers.get('content-range'),
      ranges: headers.get('accept-ranges'),
      bytes: Array.from(new Uint8Array(await reply.arrayBuffer())),
    }
  }, FILM_PATH)
  expect(part).toEqual({
    status: 206,
    range: `bytes 200000-200099/${FILM.length}`,
    ranges: 'bytes',
    bytes: [...FILM.subarray(200_000, 200_100)],
  })
  const whole = await desktop.page.evaluate(async (path) => {
    const reply = await fetch(path)
    return [reply.status, (await reply.arrayBuffer()).byteLength]
  }, FILM_PATH)
  expect(whole).toEqual([200, FILM.length])

  await desktop.page.evaluate((path) => {
    const player = document.createElement('video')
    player.preload = 'auto'
    player.src = path
    document.body.append(player)
  }, FILM_PATH)
  await expect
    .poll(() => api.callsTo(FILM_PATH.split('?')[0] ?? '').map(({ headers }) => headers['range']))
    .toContain('bytes=0-')
})

test('the range header is sent for files only', async ({ desktop, api }) => {
  await callApi(desktop.page, '/api/card/keys', { headers: { range: 'bytes=0-1' } })
  expect(api.callsTo('/api/card/keys').at(-1)?.headers).not.toHaveProperty('range')
})
