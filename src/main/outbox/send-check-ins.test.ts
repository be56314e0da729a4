import { expect, test } from 'vitest'
import type { ApiRequest } from '../api/call-api.ts'
import type { Bearer } from '../session/keeper.ts'
import { createSendCheckIns, type Bearers, type SentCheckIn } from './send-check-ins.ts'

const signal = new AbortController().signal
const batch: SentCheckIn[] = [
  {
    id: '6f1c2a34-8a55-4c7e-9b1d-2f0a6f3b8c11',
    cardId: 'WLD_10004217',
    gate: 'الباب الشمالي',
    sequence: 4,
    at: '2026-05-03T09:00:00.000Z',
  },
]
const token = (text: string): Bearer => ({ kind: 'token', token: text })

function sender(bearers: Partial<Bearers>, statuses: readonly number[]) {
  const requests: ApiRequest[] = []
  const send = createSendCheckIns({
    call: async (request) => {
      requests.push(request)
      return {
        kind: 'answered',
        response: new Response('{}', { status: statuses[requests.length - 1] ?? 500 }),
      }
    },
    bearersFor: () => ({
      sender: 'staff',
      bearer: async () => token('one'),
      renewed: async () => token('two'),
      ...bearers,
    }),
  })
  return {
    send,
    requests,
    tokens: () => requests.map(({ headers }) => headers.get('authorization')),
  }
}

test('posts the batch to the event with the bearer, and the signal that aborts it', async () => {
  const { send, requests } = sender({}, [200])
  expect(await send('a/../b', batch, signal)).toMatchObject({
    kind: 'answered',
    sender: 'staff',
    response: { status: 200 },
  })
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/event/check-in/a%2F..%2Fb',
    signal,
  })
  expect(JSON.parse(new TextDecoder().decode(requests[0]?.body))).toEqual({ checkIns: batch })
})
test('staff send a large batch in portions that the server takes from them', async () => {
  const many = Array.from({ length: 200 }, (_, n) => ({ ...batch[0], sequence: n }) as SentCheckIn)
  for (const [sender_, count] of [
    ['staff', 20],
    ['device', 200],
  ] as const) {
    const { send, requests } = sender({ sender: sender_ }, [200])
    await send('event', many, signal)
    const { checkIns } = JSON.parse(new TextDecoder().decode(requests[0]?.body)) as {
      checkIns: unknown[]
    }
    expect(checkIns).toHaveLength(count)
  }
})
test('renews after a 401, once', async () => {
  const { send, tokens } = sender({}, [401, 401])
  expect(await send('event', batch, signal)).toMatchObject({ response: { status: 401 } })
  expect(tokens()).toEqual(['Bearer one', 'Bearer two'])
})
test('a device, whose token cannot be renewed, returns the 401', async () => {
  const { send, tokens } = sender(
    { sender: 'device', renewed: async () => ({ kind: 'signed-out' }) },
    [401],
  )
  expect(await send('event', batch, signal)).toMatchObject({
    kind: 'answered',
    sender: 'device',
    response: { status: 401 },
  })
  expect(tokens()).toEqual(['Bearer one'])
})
test('without a signed-in user or a bearer nothing is sent', async () => {
  for (const [kind, expected] of [
    ['signed-out', 'signed-out'],
    ['unavailable', 'unreachable'],
  ] as const) {
    const { send, requests } = sender({ bearer: async () => ({ kind }) }, [])
    expect(await send('event', batch, signal)).toMatchObject({ kind: expected })
    expect(requests).toEqual([])
  }
})
