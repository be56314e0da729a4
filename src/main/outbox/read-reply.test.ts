import { describe, expect, test } from 'vitest'
import { buildCheckIn } from '#tests/builders/check-in.ts'
import { readReply, retryAfterMs } from './read-reply.ts'
import type { SendReply, Sender } from './send-check-ins.ts'

const now = new Date('2026-05-03T09:00:00Z')
const sent = [1, 2, 3].map((sequence) => ({ ...buildCheckIn(), sequence }))
const [one, two] = sent.map(({ id }) => id)
const answered = (
  status: number,
  body: string,
  headers: Record<string, string> = {},
  sender: Sender = 'device',
): SendReply => ({
  kind: 'answered',
  sender,
  response: new Response(status === 204 ? null : body, { status, headers }),
})
const results = (...values: readonly object[]): string => JSON.stringify({ results: values })
const read = (reply: SendReply) => readReply(reply, sent, now)
const first = { at: '2026-05-03T08:00:00.000Z', gate: 'South' }

describe('results', () => {
  test('are settled by id; unknown ids are ignored', async () => {
    const body = results(
      { id: one, result: 'recorded', first: null },
      { id: 'other', result: 'recorded', first: null },
      { id: two, result: 'second', first },
    )
    expect(await read(answered(200, body))).toEqual({
      kind: 'settled',
      settlements: [
        { id: one, result: 'recorded', first: null },
        { id: two, result: 'second', first },
      ],
      voices: [],
    })
  })
  test('a known one with another before it is the conflict whose response was lost', async () => {
    const body = results(
      { id: one, result: 'known', first: null },
      { id: two, result: 'known', first },
    )
    expect(await read(answered(200, body))).toEqual({
      kind: 'settled',
      settlements: [
        { id: one, result: 'known', first: null },
        { id: two, result: 'second', first },
      ],
      voices: [],
    })
  })
  test('the voices are of our entries, and of the first check-in of a member', async () => {
    const voices = { count: 2, handedOut: true }
    const body = results(
      { id: one, result: 'recorded', first: null, voices },
      { id: two, result: 'second', first, voices },
      { id: 'other', result: 'recorded', first: null, voices },
    )
    expect(await read(answered(200, body))).toMatchObject({
      voices: [{ checkInId: one, ...voices }],
    })
  })
  test.each([
    ['none of ours', results({ id: 'other', result: 'recorded', first: null })],
    ['empty', results()],
    ['of another shape', '{}'],
    ['of an unknown kind', results({ id: one, result: 'perhaps', first: null })],
    ['a list', '[]'],
  ])('results that are %s settle nothing', async (_name, body) =>
    expect(await read(answered(200, body))).toMatchObject({ kind: 'server' }),
  )
})
describe('refusals', () => {
  test.each([
    [400, 'not-taken'],
    [422, 'not-taken'],
    [413, 'not-taken'],
    [403, 'not-allowed'],
    [404, 'event-gone'],
    [409, 'server'],
    [500, 'server'],
    [503, 'server'],
    [201, 'server'],
  ])('the status %i means %s', async (status, kind) =>
    expect(await read(answered(status, '{"code":"x"}'))).toMatchObject({ kind }),
  )
  test('401 depends on the bearer', async () => {
    expect(await read(answered(401, '{}', {}, 'device'))).toEqual({ kind: 'revoked' })
    expect(await read(answered(401, '{}', {}, 'staff'))).toEqual({ kind: 'not-signed-in' })
    expect(await read({ kind: 'signed-out', sender: 'staff' })).toEqual({ kind: 'not-signed-in' })
  })
  test('429 gives the wait', async () =>
    expect(await read(answered(429, '{}', { 'retry-after': '7' }))).toEqual({
      kind: 'wait',
      waitMs: 7_000,
    }))
})
describe('no response of our server', () => {
  test.each([200, 302, 401, 404, 502, 511])(
    'a page of a captive portal with status %i',
    async (status) =>
      expect(await read(answered(status, '<html>Sign in to the hotel</html>'))).toMatchObject({
        kind: 'offline',
      }),
  )
  test.each(['', 'null', '"text"', '{"results":'])('a body %j', async (body) =>
    expect(await read(answered(200, body))).toMatchObject({ kind: 'offline' }),
  )
  test('a body that breaks off, or never ends', async () => {
    const broken = new ReadableStream({ pull: () => Promise.reject(new Error('reset')) })
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    })
    for (const body of [broken, endless])
      expect(
        await read({ kind: 'answered', sender: 'staff', response: new Response(body) }),
      ).toMatchObject({ kind: 'offline' })
  })
  test('unreachable', async () =>
    expect(await read({ kind: 'unreachable', cause: 'reset', sender: 'staff' })).toEqual({
      kind: 'offline',
      cause: 'reset',
    }))
})
test.each([
  ['7', 7_000],
  ['0', 1_000],
  ['999999999', 600_000],
  ['Sun, 03 May 2026 09:01:00 GMT', 60_000],
  ['Sun, 03 May 2020 09:01:00 GMT', 1_000],
  [null, 30_000],
  ['soon', 30_000],
  ['-5', expect.any(Number)],
])('a wait is read from Retry-After %j', (header, expected) =>
  expect(retryAfterMs(header, now)).toEqual(expected),
)
