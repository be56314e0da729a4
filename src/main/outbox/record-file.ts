/**
 * The bytes of the queue's file. A header names the file and the key that opens it; each record is
 * `[u32 length of the ciphertext][12-byte nonce][ciphertext][16-byte tag]`, AES-256-GCM. Header and byte position are
 * authenticated with each record, so that none can be changed, swapped, left out or moved to another file unnoticed.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

const MAGIC = Buffer.from('WLDQUEUE')
const FILE_VERSION = 1
/** magic 8 · version 4 · file id 16 · base 8 · key check 8 · checksum 8 */
export const HEADER_BYTES = 52
const CHECKED_BYTES = HEADER_BYTES - 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const LENGTH_BYTES = 4
/** Around each ciphertext. */
export const FRAME_BYTES = LENGTH_BYTES + NONCE_BYTES + TAG_BYTES
/** A check-in takes some 250 bytes; a longer length is not a record. */
const RECORD_MAX_BYTES = 8_192
/** Numbers beyond it were never given out: such a header is damaged. */
const BASE_MAX = 2 ** 40
export const KEY_BYTES = 32

export interface FileHeader {
  readonly bytes: Buffer
  /** Every sequence number up to this one was given out before the file began. */
  readonly base: number
}
export type HeaderResult =
  | { readonly kind: 'ours'; readonly header: FileHeader }
  | { readonly kind: 'other-key' | 'other-version' | 'damaged' }

/** Identifies a key without revealing it. */
export const keyMark = (key: KeyObject): Buffer =>
  createHmac('sha256', key).update('WLD queue of check-ins').digest().subarray(0, 8)
const checksum = (bytes: Buffer): Buffer =>
  createHash('sha256').update(bytes.subarray(0, CHECKED_BYTES)).digest().subarray(0, 8)

export function makeHeader(key: KeyObject, base: number): FileHeader {
  const bytes = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(bytes, 0)
  bytes.writeUInt32BE(FILE_VERSION, 8)
  randomBytes(16).copy(bytes, 12)
  bytes.writeBigUInt64BE(BigInt(base), 28)
  keyMark(key).copy(bytes, 36)
  checksum(bytes).copy(bytes, CHECKED_BYTES)
  return { bytes, base }
}

const isIntact = (bytes: Buffer): boolean =>
  bytes.length >= HEADER_BYTES &&
  bytes.subarray(0, 8).equals(MAGIC) &&
  checksum(bytes).equals(bytes.subarray(CHECKED_BYTES, HEADER_BYTES))
const baseOf = (bytes: Buffer): number => Number(bytes.readBigUInt64BE(28))

/** Identifies the file independently of its name on the disk; hexadecimal. */
export const fileIdOf = ({ bytes }: FileHeader): string => bytes.toString('hex', 12, 28)

export function readHeader(bytes: Buffer, key: KeyObject): HeaderResult {
  if (!isIntact(bytes)) return { kind: 'damaged' }
  if (bytes.readUInt32BE(8) !== FILE_VERSION) return { kind: 'other-version' }
  if (baseOf(bytes) > BASE_MAX) return { kind: 'damaged' }
  if (!keyMark(key).equals(bytes.subarray(36, 44))) return { kind: 'other-key' }
  return {
    kind: 'ours',
    header: { bytes: Buffer.from(bytes.subarray(0, HEADER_BYTES)), base: baseOf(bytes) },
  }
}

/** No sequence number beyond it was ever given out by this file, with any key and in any condition. */
export function sequenceCeiling(bytes: Buffer): number {
  const base = isIntact(bytes) ? baseOf(bytes) : 0
  return (base > BASE_MAX ? 0 : base) + Math.ceil(bytes.length / FRAME_BYTES)
}

function placeOf(header: FileHeader, position: number): Buffer {
  const place = Buffer.alloc(HEADER_BYTES + 8)
  header.bytes.copy(place)
  place.writeBigUInt64BE(BigInt(position), HEADER_BYTES)
  return place
}

/** The record, bound to this byte position of this file. */
export function sealRecord(
  key: KeyObject,
  header: FileHeader,
  position: number,
  text: string,
): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    placeOf(header, position),
  )
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  if (sealed.length > RECORD_MAX_BYTES) throw new RangeError(`A record of ${sealed.length} bytes`)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(sealed.length)
  return Buffer.concat([length, nonce, sealed, cipher.getAuthTag()])
}

/** Bytes of the record that begins here as its length says; undefined when no record says so. */
function claimedBytes(bytes: Buffer, position: number): number | undefined {
  if (position + LENGTH_BYTES > bytes.length) return undefined
  const length = bytes.readUInt32BE(position)
  return length > 0 && length <= RECORD_MAX_BYTES ? FRAME_BYTES + length : undefined
}

/** The record that fills exactly these bytes, whatever length it claims. */
function openRecord(
  bytes: Buffer,
  position: number,
  end: number,
  key: KeyObject,
  header: FileHeader,
): string | undefined {
  if (end > bytes.length || end - position <= FRAME_BYTES) return undefined
  const from = position + LENGTH_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(from, from + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(placeOf(header, position))
    .setAuthTag(bytes.subarray(end - TAG_BYTES, end))
  const text = decipher.update(
    bytes.subarray(from + NONCE_BYTES, end - TAG_BYTES),
    undefined,
    'utf8',
  )
  try {
    return text + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** An interrupted write leaves the beginning of a record with nothing after it. */
function isTorn(bytes: Buffer, from: number): boolean {
  if (bytes.length - from < LENGTH_BYTES) return true
  const size = claimedBytes(bytes, from)
  return size !== undefined && from + size > bytes.length
}

export interface RecordedScan {
  readonly texts: readonly string[]
  /** Behind the last record that can be read. */
  readonly end: number
  /**
   * `torn`: the last write was cut off, as by a loss of power. `damaged`: an intact part was
   * changed later.
   */
  readonly condition: 'whole' | 'torn' | 'damaged'
}

/**
 * Reads every record that can be read. Behind a damaged one the next is looked for at every byte: a tag cannot be right by
 * chance, so what is found is what was written. Where only the length is damaged, the gap shows it.
 */
export function scanRecords(bytes: Buffer, key: KeyObject, header: FileHeader): RecordedScan {
  const texts: string[] = []
  let end = HEADER_BYTES
  let isDamaged = false
  const fillGap = (to: number): boolean => {
    const text = to === end ? undefined : openRecord(bytes, end, to, key, header)
    if (text !== undefined) texts.push(text)
    return text !== undefined
  }
  for (let position = HEADER_BYTES; position < bytes.length;) {
    const next = position + (claimedBytes(bytes, position) ?? 0)
    const text = openRecord(bytes, position, next, key, header)
    if (text === undefined) {
      position += 1
      continue
    }
    if (position !== end) isDamaged = true
    fillGap(position)
    texts.push(text)
    end = position = next
  }
  if (fillGap(bytes.length)) {
    isDamaged = true
    end = bytes.length
  }
  if (!isDamaged && end === bytes.length) return { texts, end, condition: 'whole' }
  return { texts, end, condition: !isDamaged && isTorn(bytes, end) ? 'torn' : 'damaged' }
}
