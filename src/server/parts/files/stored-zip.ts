/**
 * A ZIP archive that is written while it is sent: parts are stored, not compressed, because
 * pictures and films do not get smaller. Content that would need ZIP64 (4 GiB and more, 65,535
 * parts) is refused before the first byte.
 */
import { crc32 } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'

export interface StoredEntry {
  readonly name: string
  readonly source: ByteSource
  /** Of the whole content; see `checksum`. */
  readonly crc32: number
}

const LOCAL_SIGNATURE = 0x04_03_4b_50
const CENTRAL_SIGNATURE = 0x02_01_4b_50
const END_SIGNATURE = 0x06_05_4b_50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const VERSION = 20
const UTF8_NAMES_FLAG = 0x800
/** 1980-01-01, the first day of the format; the real time is in the manifest. */
const FIRST_DAY = 0x00_21
const SIZE_MAX = 0xff_ff_ff_ff
const ENTRIES_MAX = 0xff_ff

export const checksum = (bytes: Buffer, before = 0): number => crc32(bytes, before)

/** Size of the archive, or undefined when this form of ZIP cannot hold it. */
export function storedZipSize(
  entries: readonly { readonly name: string; readonly size: number }[],
): number | undefined {
  const size = entries.reduce(
    (sum, entry) =>
      sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * Buffer.byteLength(entry.name) + entry.size,
    END_BYTES,
  )
  return size >= SIZE_MAX || entries.length >= ENTRIES_MAX ? undefined : size
}

/**
 * Fields that both headers share: version, flags, method, time, date, checksum, sizes, length of
 * the name.
 */
function common({ name, source, crc32: check }: StoredEntry): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(VERSION, 0)
  bytes.writeUInt16LE(UTF8_NAMES_FLAG, 2)
  bytes.writeUInt16LE(FIRST_DAY, 8)
  bytes.writeUInt32LE(check, 10)
  bytes.writeUInt32LE(source.size, 14)
  bytes.writeUInt32LE(source.size, 18)
  bytes.writeUInt16LE(Buffer.byteLength(name), 22)
  return bytes
}

function localHeader(entry: StoredEntry): Buffer {
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(LOCAL_SIGNATURE)
  return Buffer.concat([signature, common(entry), Buffer.from(entry.name)])
}

function centralHeader(entry: StoredEntry, offset: number): Buffer {
  const start = Buffer.alloc(6)
  start.writeUInt32LE(CENTRAL_SIGNATURE)
  start.writeUInt16LE(VERSION, 4)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([start, common(entry), rest, Buffer.from(entry.name)])
}

/** @throws when the archive would need ZIP64, or a content differs in length from its source */
export async function* writeStoredZip(entries: readonly StoredEntry[]): AsyncGenerator<Buffer> {
  if (storedZipSize(entries.map(({ name, source }) => ({ name, size: source.size }))) === undefined)
    throw new Error('Too much for a ZIP archive without ZIP64')
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    directory.push(centralHeader(entry, offset))
    const header = localHeader(entry)
    yield header
    let left = entry.source.size
    for await (const piece of entry.source.read(0, entry.source.size)) {
      left -= piece.length
      yield piece
    }
    if (left !== 0) throw new Error(`${entry.name} has another length than it should`)
    offset += header.length + entry.source.size
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_SIGNATURE, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  yield central
  yield end
}
