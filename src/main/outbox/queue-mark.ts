/**
 * How far the queue was acknowledged, in a file beside it: a queue that is empty or shorter than
 * that has lost check-ins, and no number up to this one may be given out again. Two slots are
 * written in turn, so that one is always intact.
 */
import { createHash } from 'node:crypto'
import { replaceFile, writeAll, type Disk, type DiskFile } from './disk.ts'
import { fileIdOf, type FileHeader } from './record-file.ts'

export interface QueueMark {
  /** The id of the queue's file, from its header. */
  readonly fileId: string
  /** Bytes of the queue that are acknowledged. */
  readonly end: number
  /** Highest sequence number that was given out. */
  readonly last: number
}
export interface MarkWriter {
  /** Resolves when it is on the disk; rejects with the error of the disk. */
  write(end: number, last: number): Promise<void>
  close(): Promise<void>
}

/** file id 16 · end 8 · last 8 · counter 8 · checksum 8 */
const PLACE_BYTES = 48
const CHECKED_BYTES = PLACE_BYTES - 8
const checksum = (place: Buffer): Buffer =>
  createHash('sha256').update(place.subarray(0, CHECKED_BYTES)).digest().subarray(0, 8)

function makePlace({ fileId, end, last }: QueueMark, counter: number): Buffer {
  const place = Buffer.alloc(PLACE_BYTES)
  place.write(fileId, 0, 'hex')
  for (const [at, value] of [
    [16, end],
    [24, last],
    [32, counter],
  ] as const)
    place.writeBigUInt64BE(BigInt(value), at)
  checksum(place).copy(place, CHECKED_BYTES)
  return place
}

/** The newer intact slot; undefined: there is none. */
export function readMark(bytes: Buffer | undefined): QueueMark | undefined {
  if (bytes === undefined) return undefined
  let newest: (QueueMark & { readonly counter: number }) | undefined
  for (let from = 0; from + PLACE_BYTES <= bytes.length; from += PLACE_BYTES) {
    const place = bytes.subarray(from, from + PLACE_BYTES)
    if (!checksum(place).equals(place.subarray(CHECKED_BYTES))) continue
    const [end, last, counter] = [16, 24, 32].map((at) => Number(place.readBigUInt64BE(at))) as [
      number,
      number,
      number,
    ] // three places
    if (newest === undefined || counter > newest.counter)
      newest = { fileId: place.toString('hex', 0, 16), end, last, counter }
  }
  return newest
}

export function createMarkWriter(
  disk: Disk,
  directory: string,
  path: string,
  header: FileHeader,
): MarkWriter {
  const fileId = fileIdOf(header)
  let file: DiskFile | undefined
  let counter = 0
  return {
    async write(end, last) {
      counter += 1
      const place = makePlace({ fileId, end, last }, counter)
      if (file === undefined) {
        await replaceFile(disk, directory, path, Buffer.concat([place, Buffer.alloc(PLACE_BYTES)]))
        file = await disk.open(path, 'existing')
        counter = 2 // the next write goes to the second place
        return
      }
      await writeAll(file, place, (counter % 2) * PLACE_BYTES)
      await file.sync()
    },
    close: async () => file?.close(),
  }
}
