/** Checks of an announced upload, before its bytes are received. */
import {
  EVIDENCE_CHUNK_BYTES,
  EVIDENCE_DOCUMENT_TYPES,
  EVIDENCE_FILM_TYPES,
  EVIDENCE_PICTURE_TYPES,
  type EvidenceUpload,
} from '#shared/contract/evidence.ts'
import { DOCUMENT_MAX_BYTES, EVIDENCE_PICTURE_MAX_BYTES } from '#shared/contract/uploads.ts'
import { MEGABYTE } from '#shared/domain/units.ts'
import { refuse, type Refusal } from '../../base/outcome.ts'
import { FAULTS, type FileFault } from '../../parts/files/prepare.ts'
import type { UploadRow } from '../evidence/upload-repository.ts'
import { fileReference } from '../members/present.ts'

const isOneOf = (types: readonly string[], type: string): boolean => types.includes(type)

export const filmTooLarge = (maxBytes: number): FileFault => ({
  code: 'too-large',
  cause: 'too_large',
  message: `A film or sound may have ${maxBytes / MEGABYTE} MB at most`,
})
export const NOT_EVIDENCE: FileFault = {
  code: 'wrong-type',
  cause: 'not_evidence',
  message:
    'Send a picture (JPEG, PNG, WebP, GIF, HEIC, AVIF), a document (PDF, DOC, DOCX), a film (MP4, MOV, 3GP) or a sound (OGG, M4A, MP3, WAV, AMR)',
}

/**
 * Refuses early, to save the sender hours of a useless upload. The declared type is not trusted: at
 * the end the bytes decide.
 */
export function earlyFault(
  { type, size }: { readonly type: string; readonly size: number },
  filmMaxBytes: number,
): { readonly field: string; readonly fault: FileFault } | undefined {
  const named = type.toLowerCase().split(';')[0]?.trim() ?? ''
  if (isOneOf(EVIDENCE_PICTURE_TYPES, named))
    return size > EVIDENCE_PICTURE_MAX_BYTES
      ? { field: 'body.size', fault: FAULTS['evidence-picture-too-large'] }
      : undefined
  if (isOneOf(EVIDENCE_DOCUMENT_TYPES, named))
    return size > DOCUMENT_MAX_BYTES
      ? { field: 'body.size', fault: FAULTS['document-too-large'] }
      : undefined
  // Some devices declare no type.
  const mayBeRecording =
    isOneOf(EVIDENCE_FILM_TYPES, named) ||
    named.startsWith('audio/') ||
    named === '' ||
    named === 'application/octet-stream'
  if (mayBeRecording)
    return size > Math.max(filmMaxBytes, DOCUMENT_MAX_BYTES, EVIDENCE_PICTURE_MAX_BYTES)
      ? { field: 'body.size', fault: filmTooLarge(filmMaxBytes) }
      : undefined
  return { field: 'body.type', fault: NOT_EVIDENCE }
}

export const refusalOfFault = ({ code, cause, message }: FileFault, path: string): Refusal =>
  refuse(code, { fields: [{ path, code: cause, message }] })

/** Length of the part that begins at `offset`; undefined where no part begins. */
export function partLength(size: number, offset: number): number | undefined {
  if (offset >= size || offset % EVIDENCE_CHUNK_BYTES !== 0) return undefined
  return Math.min(EVIDENCE_CHUNK_BYTES, size - offset)
}

export function presentUpload(row: UploadRow): EvidenceUpload {
  return {
    id: row.id,
    state: row.state === 'finished' || row.state === 'finishing' ? row.state : 'open',
    size: row.size_bytes,
    sha256: row.sha256,
    offset: row.received_bytes,
    chunkBytes: EVIDENCE_CHUNK_BYTES,
    expiresAt: row.expires_at,
    fileUrl: row.file_id === null ? null : fileReference(row.file_id),
  }
}

export const outOfStep = (row: Pick<UploadRow, 'received_bytes'>): Refusal =>
  refuse('upload-out-of-step', { extra: { offset: row.received_bytes } })
