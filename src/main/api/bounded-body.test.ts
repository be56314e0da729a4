import { expect, test } from 'vitest'
import { boundBody, readBounded } from './bounded-body.ts'

const body = (...sizes: number[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(size))
      controller.close()
    },
  })

test('a body within the limit arrives whole', async () => {
  expect(await readBounded(body(2, 1), 3)).toEqual(new Uint8Array([2, 2, 1]))
  expect(await readBounded(null, 3)).toEqual(new Uint8Array())
})
test('one byte more is refused', async () =>
  expect(await readBounded(body(2, 2), 3)).toBeUndefined())
test('a reply breaks off past the limit', async () => {
  await expect(new Response(boundBody(body(2, 2), 3)).arrayBuffer()).rejects.toThrow(
    'longer than 3 bytes',
  )
  expect((await new Response(boundBody(body(2, 1), 3)).arrayBuffer()).byteLength).toBe(3)
})
