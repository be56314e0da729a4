/**
 * Prepares received bytes for storage: returns the detected type and the copies for viewing, or the
 * fault with a message.
 */
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import { DOCUMENT_MAX_BYTES, EVIDENCE_PICTURE_MAX_BYTES } from '#shared/contract/uploads.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { PAGES_MAX } from '#shared/domain/report/report-rules.ts'
import { MEGABYTE } from '#shared/domain/units.ts'
import { readDocument, type ReadDocument } from './documents/page-copies.ts'
import { drawPicture, type PictureCopy, type PictureUse } from './pictures.ts'
import { sniff } from './sniff.ts'

export interface FileFault {
  readonly code: Extract<ProblemCode, 'too-large' | 'wrong-type' | 'invalid'>
  /** Machine-readable cause, for the interface's own words. */
  readonly cause: string
  readonly message: string
}

export interface PreparedFile {
  readonly original: Buffer
  readonly mediaType: string
  readonly copies: readonly PictureCopy[]
  /** The value is that of a document. */
  readonly document?: Omit<ReadDocument, 'copies'>
}

export type Prepared =
  | { readonly ok: true; readonly file: PreparedFile }
  | { readonly ok: false; readonly fault: FileFault }

export const FAULTS = {
  empty: { code: 'invalid', cause: 'empty_file', message: 'This file is empty' },
  damaged: {
    code: 'invalid',
    cause: 'damaged_file',
    message: 'This file is damaged or incomplete',
  },
  'too-many-pixels': {
    code: 'invalid',
    cause: 'too_many_pixels',
    message:
      'This picture has too many pixels: 200 megapixels are the most, and 64 for HEIC and AVIF. Take it with a lower setting, or send a screenshot of it',
  },
  locked: {
    code: 'invalid',
    cause: 'locked_file',
    message:
      'This document opens with a password only; save it without one, or print it into a new PDF, and send that',
  },
  'too-complex': {
    code: 'invalid',
    cause: 'too_complex',
    message:
      'The first page of this document is too complex to be drawn; print it into a new PDF and send that',
  },
  'too-many-pages': {
    code: 'invalid',
    cause: 'too_many_pages',
    message: `A document may have ${PAGES_MAX} pages at most; send it in parts`,
  },
  'protected-film': {
    code: 'invalid',
    cause: 'protected_film',
    message:
      'What this film records beside picture and sound cannot be taken out; save it as a plain MP4 and send that',
  },
  'active-content': {
    code: 'wrong-type',
    cause: 'active_content',
    message: 'Films with programs or parts from elsewhere are not accepted',
  },
  tiff: {
    code: 'wrong-type',
    cause: 'tiff',
    message: 'TIFF pictures are not accepted: save it as JPEG, PNG or PDF, and send that',
  },
  'not-a-picture': {
    code: 'wrong-type',
    cause: 'wrong_type',
    message: 'Send a JPEG, PNG, WebP, GIF, HEIC or AVIF picture',
  },
  'not-evidence': {
    code: 'wrong-type',
    cause: 'wrong_type',
    message:
      'Send a picture (JPEG, PNG, WebP, GIF, HEIC, AVIF) or a document (PDF, DOC, DOCX); films and sounds are sent in parts',
  },
  'picture-too-large': {
    code: 'too-large',
    cause: 'too_large',
    message: `A picture may have ${PHOTO_MAX_BYTES / MEGABYTE} MB at most`,
  },
  'evidence-picture-too-large': {
    code: 'too-large',
    cause: 'too_large',
    message: `A picture may have ${EVIDENCE_PICTURE_MAX_BYTES / MEGABYTE} MB at most`,
  },
  'document-too-large': {
    code: 'too-large',
    cause: 'too_large',
    message: `A document may have ${DOCUMENT_MAX_BYTES / MEGABYTE} MB at most`,
  },
} as const satisfies Record<string, FileFault>

const refused = (fault: FileFault): Prepared => ({ ok: false, fault })
const accepted = (
  original: Buffer,
  mediaType: string,
  copies: readonly PictureCopy[],
): Prepared => ({
  ok: true,
  file: { original, mediaType, copies },
})

interface Accepted {
  /** Its pictures may be larger. */
  readonly isEvidence: boolean
  /** Whether PDF and Office documents are accepted. */
  readonly documents: boolean
}

export async function prepareFile(
  original: Buffer,
  use: PictureUse,
  { isEvidence, documents }: Accepted,
): Promise<Prepared> {
  if (original.length === 0) return refused(FAULTS.empty)
  const sniffed = await sniff(original)
  if (sniffed.kind === 'picture') {
    const [most, fault] = isEvidence
      ? ([EVIDENCE_PICTURE_MAX_BYTES, 'evidence-picture-too-large'] as const)
      : ([PHOTO_MAX_BYTES, 'picture-too-large'] as const)
    if (original.length > most) return refused(FAULTS[fault])
    const drawn = await drawPicture(original, sniffed.format, use)
    return drawn.ok
      ? accepted(original, sniffed.mediaType, drawn.copies)
      : refused(FAULTS[drawn.fault])
  }
  if (sniffed.kind === 'document' && documents) {
    if (original.length > DOCUMENT_MAX_BYTES) return refused(FAULTS['document-too-large'])
    const read = await readDocument(original, sniffed.mediaType)
    if (typeof read === 'string') return refused(FAULTS[read])
    const { copies, ...document } = read
    return { ok: true, file: { original, mediaType: sniffed.mediaType, copies, document } }
  }
  if (sniffed.kind === 'tiff') return refused(FAULTS.tiff)
  return refused(documents ? FAULTS['not-evidence'] : FAULTS['not-a-picture'])
}
