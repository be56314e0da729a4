/**
 * The part of ZIP that Office writes: read by the central directory, with every size bounded before
 * a byte is unpacked, and written anew. Bytes between or after the entries are dropped.
 */
import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)
const deflate = promisify(deflateRaw)

export interface ZipEntry {
  readonly name: string
  readonly bytes: Buffer
}

const END_SIGNATURE = 0x06_05_4b_50
const CENTRAL_SIGNATURE = 0x02_01_4b_50
const LOCAL_SIGNATURE = 0x04_03_4b_50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const COMMENT_MAX_BYTES = 65_535
const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAG = 1
const UTF8_NAMES_FLAG = 0x800
const VERSION = 20
/** 1980-01-01, the first day of the format: the time at which a part was written is not kept. */
const FIRST_DAY = 0x00_21

/**
 * @throws when the archive is not one of this simple kind, has wrong sizes, or unpacks to more than
 * the bounds
 */
export async function readZip(
  archive: Buffer,
  bounds: { readonly entriesMax: number; readonly unpackedMaxBytes: number },
): Promise<ZipEntry[]> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (
    end < 0 ||
    end < archive.length - END_BYTES - COMMENT_MAX_BYTES ||
    archive.readUInt32LE(end) !== END_SIGNATURE
  )
    throw new Error('no end of archive')
  const count = archive.readUInt16LE(end + 10)
  if (count > bounds.entriesMax) throw new Error('too many entries')
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let room = bounds.unpackedMaxBytes
  let at = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw new Error('broken directory')
    const method = archive.readUInt16LE(at + 10)
    const packedBytes = archive.readUInt32LE(at + 20)
    const unpackedBytes = archive.readUInt32LE(at + 24)
    const nameBytes = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes)
    if ((archive.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0) throw new Error('encrypted')
    if (names.has(name.toLowerCase())) throw new Error('two entries of one name') // programs differ in which one they read
    names.add(name.toLowerCase())
    if (unpackedBytes > room) throw new Error('unpacks to too much')
    const bytes = await unpack(
      packedPart(archive, archive.readUInt32LE(at + 42), packedBytes),
      method,
      room,
    )
    if (bytes.length !== unpackedBytes) throw new Error('wrong size')
    room -= bytes.length
    if (!name.endsWith('/')) entries.push({ name, bytes })
    at += CENTRAL_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

function packedPart(archive: Buffer, local: number, packedBytes: number): Buffer {
  if (archive.readUInt32LE(local) !== LOCAL_SIGNATURE) throw new Error('broken entry')
  const start =
    local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (start + packedBytes > archive.length) throw new Error('cut off')
  return archive.subarray(start, start + packedBytes)
}

async function unpack(packed: Buffer, method: number, maxBytes: number): Promise<Buffer> {
  if (method === STORED) return packed
  if (method !== DEFLATED) throw new Error('unknown compression')
  return packed.length === 0 ? packed : inflate(packed, { maxOutputLength: Math.max(1, maxBytes) })
}

export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name)
    const packed = await deflate(bytes)
    // Version, flags, method, time, date, checksum, sizes, length of the name: the same in both headers.
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF8_NAMES_FLAG, 2)
    common.writeUInt16LE(DEFLATED, 4)
    common.writeUInt16LE(FIRST_DAY, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    parts.push(uint32(LOCAL_SIGNATURE), common, nameBytes, packed)
    directory.push(
      uint32(CENTRAL_SIGNATURE),
      uint16(VERSION),
      common,
      Buffer.alloc(10),
      uint32(offset),
      nameBytes,
    )
    offset += LOCAL_BYTES + nameBytes.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_SIGNATURE, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
