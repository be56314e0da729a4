/**
 * Prepares received bytes for storage: returns the detected type and the copies for viewing, or the
 * fault with a message.
 */
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import { DOCUMENT_MAX_BYTES } from '#shared/contract/uploads.ts'
import { PAGES_MAX } from '#shared/domain/report/report-rules.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { drawPicture, type Copy, type PictureUse } from './pictures.ts'
import { readDocument, type ReadDocument } from './documents/page-copies.ts'
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
  readonly copies: readonly Copy[]
  /** Of a document. */
  readonly document?: Omit<ReadDocument, 'copies'>
}

export type Prepared =
  | { readonly ok: true; readonly file: PreparedFile }
  | { readonly ok: false; readonly fault: FileFault }

const MEGABYTE = 1024 * 1024
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
    message: 'This picture has too many pixels; 40 megapixels are the most',
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
  'cannot-decode': {
    code: 'wrong-type',
    cause: 'wrong_type',
    message: 'HEIC pictures cannot be read here; send JPEG',
  },
  'not-a-picture': {
    code: 'wrong-type',
    cause: 'wrong_type',
    message: 'Send a JPEG, PNG, WebP or GIF picture',
  },
  'not-evidence': {
    code: 'wrong-type',
    cause: 'wrong_type',
    message: 'Send a picture (JPEG, PNG, WebP, GIF) or a document (PDF, DOC, DOCX)',
  },
  'picture-too-large': {
    code: 'too-large',
    cause: 'too_large',
    message: `A picture may have ${PHOTO_MAX_BYTES / MEGABYTE} MB at most`,
  },
  'document-too-large': {
    code: 'too-large',
    cause: 'too_large',
    message: `A document may have ${DOCUMENT_MAX_BYTES / MEGABYTE} MB at most`,
  },
} as const satisfies Record<string, FileFault>

const refused = (fault: FileFault): Prepared => ({ ok: false, fault })
const accepted = (original: Buffer, mediaType: string, copies: readonly Copy[]): Prepared => ({
  ok: true,
  file: { original, mediaType, copies },
})

/** @param documents whether PDF and Office documents are accepted */
export async function prepareFile(
  original: Buffer,
  use: PictureUse,
  documents: boolean,
): Promise<Prepared> {
  if (original.length === 0) return refused(FAULTS.empty)
  const sniffed = await sniff(original)
  if (sniffed.kind === 'picture') {
    if (original.length > PHOTO_MAX_BYTES) return refused(FAULTS['picture-too-large'])
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
  return refused(documents ? FAULTS['not-evidence'] : FAULTS['not-a-picture'])
}
