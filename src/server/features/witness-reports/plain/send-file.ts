/**
 * A file of a form goes the way of every upload in parts: the parts are stored as they arrive, then
 * the same check reads them. So a film needs no more memory here than anywhere else.
 */
import { createHash } from 'node:crypto'
import { EVIDENCE_CHUNK_BYTES } from '#shared/contract/evidence.ts'
import { DOCUMENT_MAX_BYTES, EVIDENCE_PICTURE_MAX_BYTES } from '#shared/contract/uploads.ts'
import { done, refuse, type Outcome } from '../../../base/outcome.ts'
import type { Deps } from '../../../deps/deps.ts'
import { removeParts } from '../../../parts/files/parts.ts'
import type { CountedNetwork } from '../../../parts/security/throttle.ts'
import {
  beginUpload,
  holderOf,
  roomRefusal,
} from '../../../records/evidence-uploads/begin-upload.ts'
import { finishSent } from '../../../records/evidence-uploads/finish-upload.ts'
import { keepChunk } from '../../../records/evidence-uploads/send-chunk.ts'
import {
  closeUpload,
  settleSize,
  type UploadRow,
} from '../../../records/evidence/upload-repository.ts'
import type { FormFile } from './read-form.ts'

/** Until the last part is there, the size is the largest one that is accepted. */
const UNKNOWN_SHA256 = '0'.repeat(64)
const BUSY_RETRY_S = 5

/** Cuts a stream into parts of one length. */
async function* partsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const piece of stream) {
    let rest = piece
    while (length + rest.length >= EVIDENCE_CHUNK_BYTES) {
      const taken = EVIDENCE_CHUNK_BYTES - length
      yield Buffer.concat([...held, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      held = []
      length = 0
    }
    held.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(held)
}

async function storeParts(
  deps: Deps,
  row: UploadRow,
  { file }: FormFile,
  networks: From['networks'],
): Promise<Outcome<string>> {
  const whole = createHash('sha256')
  let size = 0
  let number = 0
  for await (const bytes of partsOf(file as AsyncIterable<Buffer>)) {
    if (size + bytes.length > row.size_bytes) return refuse('too-large')
    const chunk = {
      bytes,
      digest: createHash('sha256').update(bytes).digest(),
      offset: size,
      number,
    }
    const full = await roomRefusal(deps, row, bytes.length, networks)
    if (full !== undefined) return full
    if (!(await keepChunk(deps, { ...row, received_bytes: size }, chunk))) return refuse('conflict')
    whole.update(bytes)
    size += bytes.length
    number += 1
  }
  if (size === 0) return refuse('invalid')
  await settleSize(deps.database.db, row.id, { size_bytes: size, sha256: whole.digest('hex') })
  return done(row.id)
}

interface From {
  readonly networks: readonly CountedNetwork[]
  readonly requestId: string
}

/** Returns the address of the file, which the report can take into use. */
export async function sendFile(
  deps: Deps,
  reportId: number,
  file: FormFile,
  { networks, requestId }: From,
): Promise<Outcome<string>> {
  const { database, library, config } = deps
  const sender = { kind: 'witness', reportId } as const
  const holder = holderOf(sender, networks)
  const budget = library.budget.shareOf(holder[0] ?? '')
  if (!budget.take(2 * EVIDENCE_CHUNK_BYTES)) return refuse('busy', { retryAfterS: BUSY_RETRY_S })
  try {
    const size = Math.max(
      config.evidenceVideoMaxBytes,
      DOCUMENT_MAX_BYTES,
      EVIDENCE_PICTURE_MAX_BYTES,
    )
    const wish = { name: '', type: '', size, sha256: UNKNOWN_SHA256 }
    const begun = await beginUpload(deps, wish, sender, { networks, size: 0 })
    if (!begun.ok) return begun
    const { id } = begun.value
    const giveUp = async (): Promise<void> => {
      await closeUpload(database.db, id)
      await removeParts(database.db, library.parts, { uploadId: id })
    }
    // A line that breaks throws here. The upload must not stay open: its announced size would use up the day of this witness.
    const stored = await storeParts(deps, begun.value, file, networks).catch(
      async (error: unknown) => {
        await giveUp()
        throw error
      },
    )
    if (!stored.ok) {
      await giveUp()
      return stored
    }
    const finished = await finishSent(deps, stored.value, sender, { holder, requestId })
    if (!finished.ok) return finished
    return finished.value.fileUrl === null
      ? refuse('busy', { retryAfterS: BUSY_RETRY_S })
      : done(finished.value.fileUrl)
  } finally {
    budget.giveBack(2 * EVIDENCE_CHUNK_BYTES)
  }
}
