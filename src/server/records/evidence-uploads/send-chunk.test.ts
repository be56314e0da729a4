import { createServer, request as call, type ClientRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createByteBudget } from '../../base/work-gate.ts'
import { readChunk, type ReadChunk } from './send-chunk.ts'

const LENGTH = 1024 * 1024
const STALLED_MS = 1_000
const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** Reads what `send` sends; the budget is twice the part. */
async function read(
  send: (out: ClientRequest) => Promise<void>,
  budget = createByteBudget(2 * LENGTH),
  stalledMs = STALLED_MS,
): Promise<ReadChunk> {
  let resolve: (reply: ReadChunk) => void = () => {}
  const promise = new Promise<ReadChunk>((settle) => void (resolve = settle))
  const server = createServer((raw, response) => {
    const reply = async (): Promise<void> => {
      resolve(await readChunk({ raw }, LENGTH, budget, stalledMs))
      raw.resume()
      response.end()
    }
    void reply()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const out = call({
    port: (server.address() as AddressInfo).port,
    method: 'PUT',
    headers: { 'content-length': LENGTH },
  }).on('error', () => {}) // a TCP server's address is one
  try {
    await send(out)
    return await promise
  } finally {
    out.destroy()
    server.closeAllConnections()
    server.close()
  }
}

test('announced bytes take little memory; received bytes take theirs', async () => {
  const budget = createByteBudget(2 * LENGTH)
  const reply = await read(async (out) => {
    out.write('x')
    await wait(50)
    expect(budget.take(1_800_000)).toBe(true)
    budget.giveBack(1_800_000)
    out.end(Buffer.alloc(LENGTH - 1, 'y'))
  }, budget)
  expect(reply).toEqual({
    kind: 'bytes',
    bytes: Buffer.concat([Buffer.from('x'), Buffer.alloc(LENGTH - 1, 'y')]),
  })
  expect([budget.take(LENGTH + 1), budget.take(LENGTH)]).toEqual([false, true])
})

test('a slow upload succeeds', async () => {
  const reply = await read(async (out) => {
    for (let index = 0; index < 8; index += 1) {
      out.write(Buffer.alloc(LENGTH / 8, index))
      await wait(STALLED_MS / 5) // each far below the limit, all together above it
    }
  })
  expect(reply.kind).toBe('bytes')
})

test('a stalled connection is closed, and its memory is released', async () => {
  const budget = createByteBudget(2 * LENGTH)
  expect(await read(async (out) => void out.write('x'), budget, 150)).toEqual({ kind: 'broken' })
  expect(budget.take(2 * LENGTH)).toBe(true)
})

test('without room it is refused, and nothing stays reserved', async () => {
  const budget = createByteBudget(LENGTH / 2)
  expect(await read(async (out) => void out.write(Buffer.alloc(LENGTH)), budget)).toEqual({
    kind: 'no-room',
  })
  expect(budget.take(LENGTH / 2)).toBe(true)
})
