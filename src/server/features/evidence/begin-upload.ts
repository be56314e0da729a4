/** Start, state and cancellation of an upload in parts. */
import { randomUUID } from 'node:crypto'
import {
  EVIDENCE_FILMS_PER_DAY,
  EVIDENCE_UPLOAD_TTL_S,
  EVIDENCE_UPLOADS_PER_DAY,
  type cancelEvidenceUpload as cancelRoute,
  type readEvidenceUpload as readRoute,
  type startEvidenceUpload as startRoute,
} from '#shared/contract/evidence.ts'
import { isoAfter, isoNow } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { transact } from '../../database/transact.ts'
import { discardFiles } from '../../files/file-repository.ts'
import { originalName } from '../../files/original-name.ts'
import { removeParts } from '../../files/parts.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { lockReporter } from '../reports/report-repository.ts'
import {
  closeUpload,
  findUpload,
  insertUpload,
  usedQuota,
  type UploadRow,
} from './upload-repository.ts'
import { earlyFault, presentUpload, refusalOfFault } from './upload-rules.ts'

const GIGABYTE = 1024 * 1024 * 1024
const dayMaxBytes = ({ evidenceVideoMaxBytes, limitsScale }: Config): number =>
  Math.max(GIGABYTE, EVIDENCE_FILMS_PER_DAY * evidenceVideoMaxBytes) * limitsScale

export const startUpload: Handler<typeof startRoute> = async (
  { body, caller },
  { database, clock, config },
) => {
  const early = earlyFault(body, config.evidenceVideoMaxBytes)
  if (early !== undefined) return refusalOfFault(early.fault, early.field)
  const now = isoNow(clock)
  return transact(database.db, async (transaction) => {
    // Serialized: the second of two simultaneous starts sees the first.
    if (!(await lockReporter(transaction, caller.memberId))) return refuse('forbidden')
    const used = await usedQuota(transaction, caller.memberId, now)
    if (
      used.uploads >= EVIDENCE_UPLOADS_PER_DAY * config.limitsScale ||
      used.bytes + body.size > dayMaxBytes(config)
    )
      return refuse('too-many', {
        retryAfterS:
          used.oldest === null
            ? EVIDENCE_UPLOAD_TTL_S
            : (Date.parse(used.oldest) - Date.parse(now)) / 1_000,
      })
    const row: UploadRow = {
      id: randomUUID(),
      member_id: caller.memberId,
      name: originalName(body.name),
      size_bytes: body.size,
      sha256: body.sha256,
      original_sha256: body.originalSha256 ?? null,
      original_bytes: body.originalSize ?? null,
      seal: body.seal === undefined ? null : JSON.stringify(body.seal),
      state: 'open',
      received_bytes: 0,
      finishing_id: null,
      finishing_at: null,
      fault: null,
      file_id: null,
      created_at: now,
      expires_at: isoAfter(clock, EVIDENCE_UPLOAD_TTL_S),
    }
    await insertUpload(transaction, row)
    return done(presentUpload(row))
  })
}

export const readUpload: Handler<typeof readRoute> = async (
  { params, caller },
  { database, clock },
) => {
  const row = await findUpload(database.db, {
    id: params.id,
    memberId: caller.memberId,
    now: isoNow(clock),
  })
  return row === undefined || row.state === 'closed'
    ? refuse('not-found')
    : done(presentUpload(row))
}

/** A finished upload is already a file, and is removed like any unused one. */
export const cancelUpload: Handler<typeof cancelRoute> = async (
  { params, caller, facts },
  { database, library, clock },
) => {
  const row = await findUpload(database.db, {
    id: params.id,
    memberId: caller.memberId,
    now: isoNow(clock),
  })
  if (row === undefined) return refuse('not-found')
  const cancelled = await facts.transact(async (transaction) => {
    const isClosed = row.file_id === null && (await closeUpload(transaction, row.id))
    const discarded = row.file_id === null ? [] : await discardFiles(transaction, [row.file_id])
    facts.trace({ target: `upload:${row.id}`, detail: { bytes: row.received_bytes } })
    return done({ isClosed, discarded })
  })
  if (!cancelled.ok) return cancelled
  // The bytes are removed afterwards; after a fault the clean-up removes them.
  await library.remove(cancelled.value.discarded)
  if (cancelled.value.isClosed) await removeParts(database.db, library.parts, { uploadId: row.id })
  return done({ cancelled: true })
}
