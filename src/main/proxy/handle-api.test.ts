import { describe, expect, test, vi } from 'vitest'
import { listSessions } from '#shared/contract/auth.ts'
import { createApiClient } from '#shared/contract/base/client.ts'
import { ROUTES } from '#shared/contract/routes.ts'
import { compileAllowList } from '../api/allow-list.ts'
import { MAX_JSON_BYTES, MAX_REPLY_BYTES } from '../api/bounded-body.ts'
import type { ApiReply, ApiRequest } from '../api/call-api.ts'
import type { Bearer, SessionKeeper } from '../session/keeper.ts'
import { createApiHandler } from './handle-api.ts'

const token = (text: string): Bearer => ({ kind: 'token', token: text })
const answered = (status: number, body: unknown = {}): ApiReply => ({
  kind: 'answered',
  response: Response.json(body, { status }),
})
const UNREACHABLE: ApiReply = { kind: 'unreachable', cause: 'refused' }

function handler({
  answers,
  bearer = token('a1'),
  renewed = token('a2'),
}: {
  answers: ApiReply[]
  bearer?: Bearer
  renewed?: Bearer
}) {
  const call = vi.fn(async (_request: ApiRequest) => answers.shift() ?? UNREACHABLE)
  const keeper = {
    state: vi.fn(),
    begin: vi.fn(async () => undefined),
    end: vi.fn(async () => ({ accessToken: 'a1', refreshToken: 'r1' })),
    bearer: vi.fn(async () => bearer),
    renewed: vi.fn(async () => renewed),
  } satisfies SessionKeeper
  const renew = vi.fn(async () => ({
    kind: 'renewed' as const,
    accessToken: 'a2',
    refreshToken: 'r2',
  }))
  const handle = createApiHandler({
    routes: compileAllowList(ROUTES),
    call,
    keeper,
    renew,
    log: () => undefined,
  })
  const sent = () => call.mock.calls.map(([request]) => request.headers.get('authorization'))
  return { handle, call, keeper, renew, sent }
}
const request = (path: string, init: RequestInit = {}) => new Request(`app://wld${path}`, init)
const login = request('/api/auth/login', { headers: { authorization: 'Basic YTpi' } })

describe('an ordinary call', () => {
  test('gets the bearer of main, not the one of the page', async () => {
    const { handle, sent, call } = handler({ answers: [answered(200, { ok: 1 })] })
    const reply = await handle(
      request('/api/card/me?x=1', { headers: { authorization: 'Bearer stolen' } }),
    )
    expect(await reply.json()).toEqual({ ok: 1 })
    expect(sent()).toEqual(['Bearer a1'])
    expect(call.mock.calls[0]?.[0]).toMatchObject({ method: 'GET', path: '/api/card/me?x=1' })
  })
  test('an undeclared call is not sent', async () => {
    const { handle, call } = handler({ answers: [] })
    const reply = await handle(request('/api/auth/refresh'))
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
      404,
      'not-found',
    ])
    expect(call).not.toHaveBeenCalled()
  })
  test('a signed address needs no bearer and gets none', async () => {
    const { handle, sent } = handler({ answers: [answered(200)] })
    await handle(request('/api/files/1?variant=card'))
    expect(sent()).toEqual([null])
  })
  test('a film passes at any length; a reply to be read as a whole does not', async () => {
    const chunk = new Uint8Array(4 * 1024 * 1024)
    const chunks = MAX_REPLY_BYTES / chunk.byteLength + 1
    const long = (): ApiReply => {
      let left = chunks
      const body = new ReadableStream({
        pull: (controller) => ((left -= 1) < 0 ? controller.close() : controller.enqueue(chunk)),
      })
      return {
        kind: 'answered',
        response: new Response(body, {
          status: 206,
          headers: { 'content-range': 'bytes 1-2/3', 'accept-ranges': 'bytes' },
        }),
      }
    }
    const { handle, call } = handler({ answers: [long(), long()] })
    const film = await handle(
      request('/api/files/1?variant=video', { headers: { range: 'bytes=1-' } }),
    )
    expect([
      film.status,
      film.headers.get('content-range'),
      call.mock.calls[0]?.[0].headers.get('range'),
    ]).toEqual([206, 'bytes 1-2/3', 'bytes=1-'])
    let length = 0
    for await (const part of film.body ?? []) length += part.byteLength
    expect(length).toBe(chunks * chunk.byteLength)
    const list = await handle(request('/api/card/me'))
    await expect(list.body?.pipeTo(new WritableStream())).rejects.toThrow('longer than')
  })
  test('a body without measure stays here', async () => {
    const { handle, call } = handler({ answers: [] })
    const reply = await handle(
      request('/api/card/verify', { method: 'POST', body: new Uint8Array(MAX_JSON_BYTES + 1) }),
    )
    expect(reply.status).toBe(413)
    expect(call).not.toHaveBeenCalled()
  })
})

describe('401', () => {
  test('one renewal, one more try with the same body', async () => {
    const { handle, sent, call, keeper } = handler({
      answers: [answered(401), answered(200, { ok: 1 })],
    })
    const reply = await handle(request('/api/card/verify', { method: 'POST', body: 'text' }))
    expect(reply.status).toBe(200)
    expect(sent()).toEqual(['Bearer a1', 'Bearer a2'])
    expect(keeper.renewed).toHaveBeenCalledWith('a1')
    expect(call.mock.calls.map(([{ body }]) => new TextDecoder().decode(body))).toEqual([
      'text',
      'text',
    ])
  })
  test('a second 401 goes to the page: no endless loop', async () => {
    const { handle, call } = handler({ answers: [answered(401), answered(401)] })
    expect((await handle(request('/api/card/me'))).status).toBe(401)
    expect(call).toHaveBeenCalledTimes(2)
  })
  test('the session is over: the page gets the 401', async () => {
    const { handle, call } = handler({ answers: [answered(401)], renewed: { kind: 'signed-out' } })
    expect((await handle(request('/api/card/me'))).status).toBe(401)
    expect(call).toHaveBeenCalledTimes(1)
  })
  test('the renewal found no network: offline, not "signed out"', async () => {
    const { handle } = handler({ answers: [answered(401)], renewed: { kind: 'unavailable' } })
    expect((await handle(request('/api/card/me'))).status).toBe(503)
  })
  test('of a visitor stays a 401', async () => {
    const { handle, keeper } = handler({ answers: [answered(401)], bearer: { kind: 'signed-out' } })
    expect((await handle(request('/api/card/me'))).status).toBe(401)
    expect(keeper.renewed).not.toHaveBeenCalled()
  })
})

describe('without the server', () => {
  test('the shared client sees "offline"', async () => {
    const { handle } = handler({ answers: [] })
    const client = createApiClient({
      fetch: (input, init) => handle(new Request(input, init)),
      baseUrl: 'app://wld',
    })
    expect(await client.call(listSessions, {})).toEqual({
      ok: false,
      problem: undefined,
      cause: 'offline',
    })
  })
  test('calls that need no session are still sent while it cannot be renewed', async () => {
    const { handle, sent, keeper } = handler({
      answers: [answered(200, { keys: [] })],
      bearer: { kind: 'unavailable' },
    })
    expect((await handle(request('/api/card/keys'))).status).toBe(200)
    expect(sent()).toEqual([null])
    expect(keeper.bearer).not.toHaveBeenCalled()
  })
  test('calls that need one are not sent', async () => {
    const { handle, call } = handler({ answers: [answered(200)], bearer: { kind: 'unavailable' } })
    expect((await handle(request('/api/card/me'))).status).toBe(503)
    expect(call).not.toHaveBeenCalled()
  })
})

describe('signing in', () => {
  test('the tokens stay here', async () => {
    const body = {
      valid: true,
      user: { id: 'WLD_1', name: 'x' },
      accessToken: 'a9',
      refreshToken: 'r9',
    }
    const { handle, keeper } = handler({ answers: [answered(200, body)] })
    expect(await (await handle(login.clone())).json()).toEqual({
      valid: true,
      user: { id: 'WLD_1', name: 'x' },
    })
    expect(keeper.begin).toHaveBeenCalledWith({
      accessToken: 'a9',
      refreshToken: 'r9',
      userId: 'WLD_1',
    })
  })
  test('a refusal opens nothing', async () => {
    const { handle, keeper } = handler({
      answers: [answered(401, { valid: false, accessToken: 'a9' })],
    })
    const reply = await handle(login.clone())
    expect([reply.status, await reply.json()]).toEqual([401, { valid: false }])
    expect(keeper.begin).not.toHaveBeenCalled()
  })
  test('a reply of another shape opens no session and leaks nothing', async () => {
    const { handle, keeper } = handler({
      answers: [answered(200, { valid: true, accessToken: 'a9', refreshToken: 'r9' })],
    })
    expect(await (await handle(login.clone())).text()).not.toMatch(/a9|r9/)
    expect(keeper.begin).not.toHaveBeenCalled()
  })
  test('a reply that is not JSON counts as none', async () => {
    const { handle } = handler({
      answers: [{ kind: 'answered', response: new Response('<a>a9</a>') }],
    })
    const reply = await handle(login.clone())
    expect([reply.status, await reply.text()]).toEqual([503, ''])
  })
  test('fails with 503 where no server responds', async () =>
    expect((await handler({ answers: [] }).handle(login.clone())).status).toBe(503))
})

describe('signing out', () => {
  const logout = () => request('/api/auth/logout', { method: 'POST' })
  test('removes the session first, then informs the server', async () => {
    const { handle, keeper, sent } = handler({ answers: [answered(200)] })
    expect((await handle(logout())).status).toBe(200)
    expect(keeper.end).toHaveBeenCalledTimes(1)
    expect(sent()).toEqual(['Bearer a1'])
  })
  test('a token in the reply stays here', async () => {
    const { handle } = handler({
      answers: [answered(200, { done: true, accessToken: 'a3', session: { refreshToken: 'r3' } })],
    })
    expect(await (await handle(logout())).json()).toEqual({ done: true, session: {} })
  })
  test('with an expired bearer it renews, only to end the session for good', async () => {
    const { handle, sent, renew } = handler({ answers: [answered(401), answered(200)] })
    expect((await handle(logout())).status).toBe(200)
    expect(renew).toHaveBeenCalledWith('r1')
    expect(sent()).toEqual(['Bearer a1', 'Bearer a2'])
  })
  test('without network it signs out here, and returns that the server was not informed', async () => {
    const { handle, keeper } = handler({ answers: [] })
    expect((await handle(logout())).status).toBe(503)
    expect(keeper.end).toHaveBeenCalledTimes(1)
  })
  test('without a session no server is informed', async () => {
    const { handle, keeper, call } = handler({ answers: [] })
    keeper.end.mockResolvedValueOnce(undefined as never)
    expect((await handle(logout())).status).toBe(200)
    expect(call).not.toHaveBeenCalled()
  })
})
