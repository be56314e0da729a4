import { createSecretKey, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import '#tests/support/property-seed.ts'
import {
  FRAME_BYTES,
  HEADER_BYTES,
  makeHeader,
  readHeader,
  scanRecords,
  sealRecord,
  sequenceCeiling,
  type FileHeader,
} from './record-file.ts'

const key = createSecretKey(randomBytes(32))
function fileOf(
  header: FileHeader,
  texts: readonly string[],
): { readonly bytes: Buffer; readonly starts: readonly number[] } {
  const parts: Buffer[] = [header.bytes]
  const starts: number[] = []
  let position = HEADER_BYTES
  for (const text of texts) {
    const frame = sealRecord(key, header, position, text)
    parts.push(frame)
    starts.push(position)
    position += frame.length
  }
  return { bytes: Buffer.concat(parts), starts: [...starts, position] }
}
const header = makeHeader(key, 17)
const texts = ['first', 'second', 'the third, which is longer', 'fourth']
const { bytes, starts } = fileOf(header, texts)
const scan = (changed: Buffer) => scanRecords(changed, key, header)
const cut = (from: number, to: number): Buffer =>
  Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
const at = (index: number): number => starts[index] ?? Number.NaN

test('written records can be read again, and the file has no plain text', () => {
  expect(readHeader(bytes, key)).toMatchObject({ kind: 'ours', header: { base: 17 } })
  expect(scan(bytes)).toEqual({ texts, end: bytes.length, condition: 'whole' })
  expect(bytes.includes('second')).toBe(false)
})
test('the header tells another key, another version and damage apart', () => {
  expect(readHeader(bytes, createSecretKey(randomBytes(32)))).toEqual({ kind: 'other-key' })
  expect(readHeader(Buffer.alloc(0), key)).toEqual({ kind: 'damaged' })
  expect(readHeader(randomBytes(500), key)).toEqual({ kind: 'damaged' })
  for (let index = 0; index < HEADER_BYTES; index += 1) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(readHeader(changed, key)).toEqual({ kind: 'damaged' })
  }
})
test('records cannot be swapped, left out or brought from another file', () => {
  const [first, second] = [bytes.subarray(at(0), at(1)), bytes.subarray(at(1), at(2))]
  expect(scan(Buffer.concat([header.bytes, second, first, bytes.subarray(at(2))]))).toMatchObject({
    texts: texts.slice(2),
    condition: 'damaged',
  })
  expect(scan(cut(at(1), at(2)))).toMatchObject({ texts: ['first'], condition: 'damaged' })
  const other = makeHeader(key, 17)
  expect(
    scanRecords(Buffer.concat([other.bytes, bytes.subarray(HEADER_BYTES)]), key, other),
  ).toMatchObject({ texts: [], condition: 'damaged' })
  const changedBase = makeHeader(key, 3)
  expect(
    scanRecords(Buffer.concat([changedBase.bytes, bytes.subarray(HEADER_BYTES)]), key, changedBase)
      .texts,
  ).toEqual([])
})
test('every changed bit is detected; it costs one record, or none where it is the length', () => {
  for (let bit = at(0) * 8; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const result = scan(changed)
    const hit = starts.findIndex((start) => start > bit >> 3) - 1
    const isInLength = (bit >> 3) - at(hit) < 4
    expect(result.texts).toEqual(texts.filter((_, index) => isInLength || index !== hit))
    expect(result.condition).toBe('damaged')
  }
})
test('cut anywhere it keeps every whole record, and calls itself torn', () => {
  for (let length = HEADER_BYTES; length <= bytes.length; length += 1) {
    const whole = starts.filter((start) => start <= length).length - 1
    expect(scan(bytes.subarray(0, length))).toEqual({
      texts: texts.slice(0, whole),
      end: at(whole),
      condition: length === at(whole) ? 'whole' : 'torn',
    })
  }
})
test('a tail of zeros, as a power cut leaves it, is damage and not silently dropped', () => {
  expect(scan(Buffer.concat([bytes, Buffer.alloc(4_096)]))).toEqual({
    texts,
    end: bytes.length,
    condition: 'damaged',
  })
})
test('no bytes make it throw, or find a record that was never written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(bytes.length), (junk, place) => {
      expect(scan(Buffer.concat([header.bytes, junk])).texts).toEqual([])
      const found = scan(Buffer.concat([bytes.subarray(0, place), junk])).texts
      expect(texts.slice(0, found.length)).toEqual(found)
      readHeader(Buffer.from(junk), key)
      sequenceCeiling(Buffer.from(junk))
    }),
  )
})
test('the ceiling of numbers holds for every file that could have given them out', () => {
  expect(sequenceCeiling(bytes)).toBeGreaterThanOrEqual(17 + texts.length)
  expect(sequenceCeiling(Buffer.alloc(0))).toBe(0)
  expect(sequenceCeiling(randomBytes(FRAME_BYTES * 10))).toBeGreaterThanOrEqual(10)
})
test('a record that could not be read again is not written', () => {
  expect(() => sealRecord(key, header, HEADER_BYTES, 'x'.repeat(9_000))).toThrow(RangeError)
})
