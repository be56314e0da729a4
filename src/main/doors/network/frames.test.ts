import { expect, test } from 'vitest'
import { MEMBER_BYTES_MAX } from './channel.ts'
import { createFrames, PIECES_MAX, type FrameResult } from './frames.ts'

const framed = (...texts: readonly string[]): Buffer =>
  Buffer.concat(
    texts.flatMap((text) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(Buffer.byteLength(text))
      return [length, Buffer.from(text)]
    }),
  )
const textOf = (result: FrameResult): string =>
  result.kind === 'frame' ? result.bytes.toString() : result.kind
/** Counts the bytes that are moved. */
function counted() {
  let copied = 0
  const frames = createFrames((piece, target, at) => {
    copied += piece.length
    piece.copy(target, at)
  })
  return { frames, copied: () => copied }
}

test.each([1, 2, 3, 4, 5, 7, 1_000])('messages come whole out of pieces of %i bytes', (size) => {
  const bytes = framed('one', '', 'two and more', 'x'.repeat(300))
  const frames = createFrames()
  const heard: string[] = []
  for (let at = 0; at < bytes.length; at += size) {
    frames.add(bytes.subarray(at, at + size))
    for (let taken = frames.take(400); taken.kind === 'frame'; taken = frames.take(400))
      heard.push(textOf(taken))
  }
  expect(heard).toEqual(['one', '', 'two and more', 'x'.repeat(300)])
  expect(frames.pieces()).toBe(0)
})

test('each byte is copied once, in however many pieces the longest message comes', () => {
  const bytes = framed('x'.repeat(MEMBER_BYTES_MAX))
  for (const pieces of [1, 20, PIECES_MAX - 2]) {
    const { frames, copied } = counted()
    const size = Math.ceil(bytes.length / pieces)
    let result = frames.take(MEMBER_BYTES_MAX)
    for (let at = 0; at < bytes.length; at += size) {
      frames.add(bytes.subarray(at, at + size))
      result = frames.take(MEMBER_BYTES_MAX)
    }
    expect(result.kind).toBe('frame')
    expect(copied()).toBe(bytes.length)
  }
})

test('a message in single bytes is refused after a few, also from a paired door', () => {
  const bytes = framed('x'.repeat(120_000))
  const { frames, copied } = counted()
  let result = frames.take(MEMBER_BYTES_MAX)
  let sent = 0
  for (; result.kind === 'incomplete' && sent < bytes.length; sent += 1) {
    frames.add(bytes.subarray(sent, sent + 1))
    result = frames.take(MEMBER_BYTES_MAX)
  }
  expect(result).toEqual({ kind: 'fault', fault: 'a message in too many pieces' })
  expect(sent).toBeLessThanOrEqual(PIECES_MAX + 1)
  expect(copied()).toBe(sent)
})

test('a message that is too long is refused by its length, before any of it is kept', () => {
  const { frames, copied } = counted()
  frames.add(framed('x'.repeat(401)).subarray(0, 4))
  expect(frames.take(400)).toEqual({ kind: 'fault', fault: 'a message that is too long' })
  expect(copied()).toBe(4)
})
