import { PHOTO_MAX_BYTES } from '#shared/domain/registration-rules.ts'
import { type OpenPicture, openPicture } from './decode.ts'
import { encodeJpeg, makeCanvas } from './encode.ts'
import { DOCUMENT_SIDE_MAX, fitWithin } from './picture-size.ts'
import { asJpegName, isHeic, mayBePicture } from './picture-type.ts'

/** Key under `ui:photo.errors`. */
export type PhotoFault = 'type' | 'size' | 'heic' | 'damaged'
export type Opened = { readonly ok: true; readonly picture: OpenPicture } | { readonly ok: false; readonly fault: PhotoFault }
export type Prepared = { readonly ok: true; readonly file: File } | { readonly ok: false; readonly fault: PhotoFault }

/** Nobody's photo; opening it would stop the page. What is sent is bound by PHOTO_MAX_BYTES, after shrinking. */
const READABLE_MAX_BYTES = 60 * 1024 * 1024

export async function openPhoto(file: File): Promise<Opened> {
  if (!mayBePicture(file)) return { ok: false, fault: 'type' }
  if (file.size > READABLE_MAX_BYTES) return { ok: false, fault: 'size' }
  try {
    return { ok: true, picture: await openPicture(file) }
  } catch {
    // Too large is what the person can see and mend, whatever else is wrong with the file.
    return { ok: false, fault: file.size > PHOTO_MAX_BYTES ? 'size' : isHeic(file) ? 'heic' : 'damaged' }
  }
}

/** A document, shrunk to what reading needs: three photos of a phone are 12 MB, and 2 MB afterwards. */
export async function prepareDocument(file: File): Promise<Prepared> {
  const opened = await openPhoto(file)
  if (!opened.ok) return opened
  const { picture } = opened
  try {
    const size = fitWithin(picture, DOCUMENT_SIDE_MAX)
    const { canvas, pen } = makeCanvas(size)
    pen.drawImage(picture.source, 0, 0, size.width, size.height)
    const sent = await encodeJpeg(canvas, asJpegName(file.name), PHOTO_MAX_BYTES)
    return sent === undefined ? { ok: false, fault: 'size' } : { ok: true, file: sent }
  } finally {
    picture.close()
  }
}
