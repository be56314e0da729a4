import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { CONTENT_DIGEST, type sendEvidenceChunk as route } from '#shared/contract/evidence.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome, type Refusal, refuseField } from '../../base/outcome.ts'
import type { ByteBudget } from '../../base/work-gate.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, RequestFacts } from '../../http/handlers.ts'
import type { CountedNetwork } from '../../parts/security/throttle.ts'
import {
  acceptPart,
  deletePart,
  findPart,
  findUpload,
  insertPart,
  type Sender,
  type UploadRow,
} from '../evidence/upload-repository.ts'
import { holderOf, roomRefusal } from './begin-upload.ts'
import { outOfStep, partLength, presentUpload } from './upload-rules.ts'

const FIRST_ROOM_BYTES = 64 * 1024
/**
 * Time without a single byte. A slow connection is not stalled: a part of 1 MB may take as long as
 * a request may.
 */
const STALLED_MS = 60_000

export type ReadChunk =
  /** The bytes count in the budget until they are released. */
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** The caller must read the rest of the request and drop it. */
  | { readonly kind: 'too-long' | 'too-short' | 'no-room' | 'broken' }

/**
 * Reads one part of an upload from its request: never more than was announced, and within the
 * memory for uploads. The announced length reserves no memory: memory is reserved as the bytes
 * arrive.
 */
export async function readChunk(
  { raw }: Pick<FastifyRequest, 'raw'>,
  length: number,
  budget: ByteBudget,
  stalledMs = STALLED_MS,
): Promise<ReadChunk> {
  let bytes = Buffer.alloc(0)
  let at = 0
  let kind: Exclude<ReadChunk['kind'], 'bytes'> | undefined
  /**
   * The buffer grows by doubling: a part that arrives byte by byte must not take a hundred times
   * its size.
   */
  const makeRoom = (needed: number): boolean => {
    if (needed <= bytes.length) return true
    const room = Math.min(length, Math.max(needed, bytes.length * 2, FIRST_ROOM_BYTES))
    if (!budget.take(room - bytes.length)) return false
    const larger = Buffer.alloc(room)
    bytes.copy(larger, 0, 0, at)
    bytes = larger
    return true
  }
  const hangUp = (): void => void raw.destroy()
  raw.setTimeout(stalledMs, hangUp)
  try {
    // The stream is not destroyed: a part that is too long is read to its end, so that the sender
    // gets the reason.
    for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      // requests emit buffers
      if (at + piece.length > length) kind = 'too-long'
      else if (!makeRoom(at + piece.length)) kind = 'no-room'
      if (kind !== undefined) break
      piece.copy(bytes, at)
      at += piece.length
    }
    if (kind === undefined && at < length) kind = 'too-short'
  } catch {
    kind = 'broken' // the connection was lost or stalled; no client reads the reply
  } finally {
    raw.off('timeout', hangUp)
    raw.socket.setTimeout(0)
  }
  if (kind === undefined) return { kind: 'bytes', bytes }
  budget.giveBack(bytes.length)
  return { kind }
}

const BUSY_RETRY_S = 5

const NOT_HERE = refuseField('query.offset', 'wrong_offset', 'No part of this file begins here')
const TOO_LONG = refuseField('body', 'too_long', 'This part is longer than it should be')
const TOO_SHORT = refuseField('body', 'too_short', 'This part is shorter than it should be')
const OTHER_DIGEST = refuseField(
  'headers.content-digest',
  'hash_mismatch',
  'These bytes have another SHA-256 than the header says: send the part again',
)
const OTHER_BYTES = refuseField(
  'headers.content-digest',
  'hash_mismatch',
  'Other bytes were received here before: begin a new upload',
)

const UNREAD: Readonly<Record<Exclude<ReadChunk['kind'], 'bytes'>, Refusal>> = {
  'too-long': TOO_LONG,
  'too-short': TOO_SHORT,
  'no-room': refuse('busy', { retryAfterS: BUSY_RETRY_S }),
  broken: refuse('bad-request'),
}

interface Chunk {
  readonly bytes: Buffer
  readonly digest: Buffer
  readonly offset: number
  readonly number: number
}

/** The row comes first, so that no byte lies in the store without one; the part counts when both are there. */
export async function keepChunk(
  { database: { db }, library: { parts }, clock }: Deps,
  row: UploadRow,
  { bytes, digest, offset, number }: Chunk,
): Promise<boolean> {
  const id = randomUUID()
  await insertPart(db, {
    id,
    upload_id: row.id,
    file_id: null,
    number,
    size_bytes: bytes.length,
    sha256: digest.toString('hex'),
    stored_at: null,
  })
  let accepted = false
  try {
    await parts.put(id, bytes)
    accepted = await acceptPart(db, {
      id,
      uploadId: row.id,
      offset,
      size: bytes.length,
      at: isoNow(clock),
    })
  } finally {
    if (!accepted) {
      await parts.delete(id)
      await deletePart(db, id)
    }
  }
  return accepted
}

/**
 * The part was received before: the same bytes count as sent, other bytes are refused because they
 * would change the file.
 */
async function compare(
  { database: { db } }: Deps,
  row: UploadRow,
  digest: Buffer,
  number: number,
): Promise<Outcome<ReturnType<typeof presentUpload>>> {
  const known = await findPart(db, row.id, number)
  if (known === undefined) return outOfStep(row)
  return known.sha256 === digest.toString('hex') ? done(presentUpload(row)) : OTHER_BYTES
}

async function receive(
  deps: Deps,
  row: UploadRow,
  chunk: Chunk,
  sender: Sender,
  networks: readonly CountedNetwork[],
): Promise<Outcome<ReturnType<typeof presentUpload>>> {
  const given = createHash('sha256').update(chunk.bytes).digest()
  if (!timingSafeEqual(given, chunk.digest)) return OTHER_DIGEST
  const isNext = chunk.offset === row.received_bytes && row.state === 'open'
  const full = isNext ? await roomRefusal(deps, row, chunk.bytes.length, networks) : undefined
  if (full !== undefined) return full
  const accepted = isNext && (await keepChunk(deps, row, chunk))
  const now = await findUpload(deps.database.db, { id: row.id, sender, now: isoNow(deps.clock) })
  if (now === undefined || now.state === 'closed') return refuse('not-found')
  return accepted ? done(presentUpload(now)) : compare(deps, now, chunk.digest, chunk.number)
}

/**
 * Refuses without using the body; the rest of it is read and dropped, so that the sender gets the
 * reason.
 */
function unread(facts: RequestFacts, refusal: Refusal): Refusal {
  facts.request.raw.resume()
  return refusal
}

export const sendChunk: Handler<typeof route> = async (
  { params, query, headers, caller, facts },
  deps,
) => {
  const sender = caller
  const { library, database, clock } = deps
  if (
    facts.request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !==
    'application/octet-stream'
  )
    return unread(facts, refuse('wrong-type'))
  const row = await findUpload(database.db, {
    id: params.id,
    sender,
    now: isoNow(clock),
  })
  if (row === undefined || row.state === 'closed') return unread(facts, refuse('not-found'))
  const length = partLength(row.size_bytes, query.offset)
  if (length === undefined) return unread(facts, NOT_HERE)
  if (query.offset > row.received_bytes) return unread(facts, outOfStep(row))
  if (Number(facts.request.headers['content-length'] ?? 0) > length) return unread(facts, TOO_LONG)
  const digest = Buffer.from(CONTENT_DIGEST.exec(headers['content-digest'])?.[1] ?? '', 'base64')
  const budget = library.budget.shareOf(holderOf(sender, facts.networks)[0] ?? '')
  const read = await readChunk(facts.request, length, budget)
  if (read.kind !== 'bytes') return unread(facts, UNREAD[read.kind])
  try {
    return await receive(
      deps,
      row,
      {
        bytes: read.bytes,
        digest,
        offset: query.offset,
        number: query.offset / presentUpload(row).chunkBytes,
      },
      sender,
      facts.networks,
    )
  } finally {
    budget.giveBack(read.bytes.length)
  }
}
