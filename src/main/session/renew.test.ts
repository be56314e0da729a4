import { expect, test, vi } from 'vitest'
import type { ApiReply, ApiRequest } from '../api/call-api.ts'
import { createRenew } from './renew.ts'

const answered = (status: number, body: unknown): ApiReply => ({
  kind: 'answered',
  response: Response.json(body, { status }),
})
const TOKENS = { accessToken: 'a2', refreshToken: 'r2' }

test('presents the refresh token where the contract says', async () => {
  const call = vi.fn(async (_request: ApiRequest) => answered(200, TOKENS))
  expect(await createRenew(call)('r1')).toEqual({ kind: 'renewed', ...TOKENS })
  const sent = call.mock.calls[0]?.[0]
  expect([sent?.method, sent?.path, sent?.headers.get('authorization')]).toEqual([
    'GET',
    '/api/auth/refresh',
    'Bearer r1',
  ])
})
test.each([
  ['401 ends the session', answered(401, {}), 'refused'],
  ['too many keeps it', answered(429, {}), 'undecided'],
  ['a fault of the server keeps it', answered(500, {}), 'undecided'],
  ['a full disk of the server keeps it', answered(507, {}), 'undecided'],
  ['a reply of another shape keeps it', answered(200, { accessToken: 'a2' }), 'undecided'],
  ['no network keeps it', { kind: 'unreachable', cause: 'x' } as const, 'undecided'],
] as const)('after a renewal, %s', async (_, reply, kind) =>
  expect(await createRenew(async () => reply)('r1')).toMatchObject({ kind }),
)
