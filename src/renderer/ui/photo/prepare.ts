import { PHOTO_MAX_BYTES } from '#shared/domain/people/registration-rules.ts'
import { type OpenPicture, openPicture } from './decode.ts'
import { encodeJpeg, makeCanvas } from './encode.ts'
import { DOCUMENT_SIDE_MAX, EVIDENCE_SIDES_MAX, fitWithin } from './picture-size.ts'
import { isHeic, isTiff, mayBePicture, asJpegName } from './picture-type.ts'
import { isWholeJpeg } from './whole-jpeg.ts'

interface PhotoWish {
  readonly name: string
  /** Long sides to try, largest first. */
  readonly sides: readonly number[]
  readonly maxBytes: number
}

/** The picture as a JPEG within the limit, as large as one of the sides allows; undefined where none does. */
async function shrinkPicture(
  picture: OpenPicture,
  { name, sides, maxBytes }: PhotoWish,
): Promise<File | undefined> {
  for (const side of sides) {
    const size = fitWithin(picture, side)
    const { canvas, pen } = makeCanvas(size)
    pen.drawImage(picture.source, 0, 0, size.width, size.height)
    const file = await encodeJpeg(canvas, asJpegName(name), maxBytes)
    if (file !== undefined) return file
  }
  return undefined
}

/** Key under `photo:errors`. */
export type PhotoFault = 'type' | 'tiff' | 'size' | 'heic' | 'damaged' | 'cut'
export type Opened =
  | { readonly ok: true; readonly picture: OpenPicture }
  | { readonly ok: false; readonly fault: PhotoFault }
export type Prepared =
  | { readonly ok: true; readonly file: File }
  | { readonly ok: false; readonly fault: PhotoFault }

/**
 * Larger than any photo; opening it would block the page. The file that is sent is limited by
 * PHOTO_MAX_BYTES, after shrinking.
 */
export const READABLE_MAX_BYTES = 60 * 1024 * 1024

export async function openPhoto(file: File): Promise<Opened> {
  if (isTiff(file)) return { ok: false, fault: 'tiff' }
  if (!mayBePicture(file)) return { ok: false, fault: 'type' }
  if (file.size > READABLE_MAX_BYTES) return { ok: false, fault: 'size' }
  try {
    const picture = await openPicture(file)
    if (isWholeJpeg(new Uint8Array(await file.arrayBuffer()))) return { ok: true, picture }
    picture.close()
    return { ok: false, fault: 'cut' }
  } catch {
    if (isHeic(file)) return { ok: false, fault: 'heic' }
    // "Too large" is reported first, because the user can see and correct it.
    return { ok: false, fault: file.size > PHOTO_MAX_BYTES ? 'size' : 'damaged' }
  }
}

/**
 * What this browser cannot open and the server can: it is sent as it is, and the server crops it. A larger one keeps its
 * fault, which says what to do.
 */
export const isForServer = (file: File, fault: PhotoFault): boolean =>
  fault === 'heic' && file.size <= PHOTO_MAX_BYTES

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
export async function prepareDocument(file: File): Promise<Prepared> {
  const prepared = await prepare(file, [DOCUMENT_SIDE_MAX])
  return !prepared.ok && isForServer(file, prepared.fault) ? { ok: true, file } : prepared
}

/** A photo that is too large to be sent as evidence, with as much of it as the limit allows. */
export const prepareEvidence = (file: File): Promise<Prepared> => prepare(file, EVIDENCE_SIDES_MAX)
