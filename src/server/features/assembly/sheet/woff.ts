/** A font file as packages deliver it (WOFF 1.0), as the TrueType file that a PDF embeds. */
import { inflateSync } from 'node:zlib'

const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16
const SIGNATURE = 0x774f4646 // wOFF

const padded = (length: number): number => (length + 3) & ~3

/** Reads files of our own packages only; a damaged one throws. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('Not a WOFF file')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ] // three fields are read
    const stored = woff.subarray(offset, offset + packed)
    return {
      tag: woff.readUInt32BE(at),
      checksum: woff.readUInt32BE(at + 16),
      bytes: packed === length ? stored : inflateSync(stored, { maxOutputLength: length }),
    }
  })
  const head = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES)
  const power = Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0) // flavor
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES
    for (const [field, value] of [tag, checksum, offset, bytes.length].entries())
      head.writeUInt32BE(value, at + field * 4)
    offset += padded(bytes.length)
  }
  const bodies = tables.flatMap(({ bytes }) => [
    bytes,
    Buffer.alloc(padded(bytes.length) - bytes.length),
  ])
  return Buffer.concat([head, ...bodies])
}
