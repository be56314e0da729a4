import { PHOTO_MAX_BYTES } from '#shared/domain/registration-rules.ts'
import { type OpenPicture, openPicture } from './decode.ts'
import { DOCUMENT_SIDE_MAX, EVIDENCE_SIDES_MAX } from './picture-size.ts'
import { isHeic, mayBePicture } from './picture-type.ts'
import { shrinkPicture } from './shrink.ts'

/** Key under `ui:photo.errors`. */
export type PhotoFault = 'type' | 'size' | 'heic' | 'damaged'
export type Opened =
  | { readonly ok: true; readonly picture: OpenPicture }
  | { readonly ok: false; readonly fault: PhotoFault }
export type Prepared =
  | { readonly ok: true; readonly file: File }
  | { readonly ok: false; readonly fault: PhotoFault }

/** Nobody's photo; opening it would stop the page. What is sent is bound by PHOTO_MAX_BYTES, after shrinking. */
export const READABLE_MAX_BYTES = 60 * 1024 * 1024

export async function openPhoto(file: File): Promise<Opened> {
  if (!mayBePicture(file)) return { ok: false, fault: 'type' }
  if (file.size > READABLE_MAX_BYTES) return { ok: false, fault: 'size' }
  try {
    return { ok: true, picture: await openPicture(file) }
  } catch {
    // Too large is what the person can see and mend, whatever else is wrong with the file.
    return {
      ok: false,
      fault: file.size > PHOTO_MAX_BYTES ? 'size' : isHeic(file) ? 'heic' : 'damaged',
    }
  }
}

async function prepare(file: File, sides: readonly number[]): Promise<Prepared> {
  const opened = await openPhoto(file)
  if (!opened.ok) return opened
  const { picture } = opened
  try {
    const sent = await shrinkPicture(picture, { name: file.name, sides, maxBytes: PHOTO_MAX_BYTES })
    return sent === undefined ? { ok: false, fault: 'size' } : { ok: true, file: sent }
  } finally {
    picture.close()
  }
}

/** A document, shrunk to what reading needs: three photos of a phone are 12 MB, and 2 MB afterwards. */
export const prepareDocument = (file: File): Promise<Prepared> => prepare(file, [DOCUMENT_SIDE_MAX])

/** A photo that is too large to be sent as evidence, with as much of it as the limit allows. */
export const prepareEvidence = (file: File): Promise<Prepared> => prepare(file, EVIDENCE_SIDES_MAX)
