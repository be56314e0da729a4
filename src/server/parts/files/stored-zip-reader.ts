/**
 * Reads the archives that `stored-zip.ts` writes, in pieces, and no others: no compression, no
 * gaps, no duplicate names.
 */
import type { FileHandle } from 'node:fs/promises'
import type { ByteSource } from './byte-source.ts'

export class NotOurZip extends Error {
  override readonly name = 'NotOurZip'
}

export interface ZipPart {
  readonly name: string
  readonly source: ByteSource
}

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const DIRECTORY_MAX_BYTES = 16 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024

async function bytesAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, start)
  if (bytesRead !== length) throw new NotOurZip('the archive is cut off')
  return bytes
}

const sourceAt = (file: FileHandle, from: number, size: number): ByteSource => ({
  size,
  async *read(start, end) {
    for (let at = start; at < end; at += PIECE_BYTES)
      yield bytesAt(file, from + at, Math.min(PIECE_BYTES, end - at))
  },
})

/** @throws NotOurZip with a message for the person who checks the package */
export async function readStoredZip(file: FileHandle): Promise<ZipPart[]> {
  const { size } = await file.stat()
  if (size < END_BYTES) throw new NotOurZip('this is no package: it is too short')
  const end = await bytesAt(file, size - END_BYTES, END_BYTES)
  if (end.readUInt32LE(0) !== 0x06_05_4b_50)
    throw new NotOurZip('the archive is cut off, or something was added at its end')
  const count = end.readUInt16LE(10)
  const [length, start] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  if (length > DIRECTORY_MAX_BYTES || start + length + END_BYTES !== size)
    throw new NotOurZip('the list of files in the archive does not fit its length')
  const directory = await bytesAt(file, start, length)
  const parts: ZipPart[] = []
  const names = new Set<string>()
  let [at, expected] = [0, 0]
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > length || directory.readUInt32LE(at) !== 0x02_01_4b_50)
      throw new NotOurZip('the list of files in the archive is broken')
    const nameBytes = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes)
    const [bytes, offset] = [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 42)]
    if (directory.readUInt16LE(at + 10) !== 0)
      throw new NotOurZip(
        `${name}: packed; the association stores files as they are. Another program has rewritten the archive`,
      )
    const local = await bytesAt(file, offset, LOCAL_BYTES + nameBytes)
    if (local.readUInt32LE(0) !== 0x04_03_4b_50 || local.toString('utf8', LOCAL_BYTES) !== name)
      throw new NotOurZip(`${name}: the archive gives this file two names`)
    // Bytes between two files would be read by some programs and not by others.
    if (offset !== expected || local.readUInt16LE(28) !== 0)
      throw new NotOurZip(`${name}: something was put in front of this file`)
    if (names.has(name.toLowerCase())) throw new NotOurZip(`${name}: two files of this name`)
    names.add(name.toLowerCase())
    const body = offset + LOCAL_BYTES + nameBytes
    parts.push({ name, source: sourceAt(file, body, bytes) })
    expected = body + bytes
    at +=
      CENTRAL_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  if (at !== length || expected !== start)
    throw new NotOurZip('something was put between the files of the archive')
  return parts
}
