/** Copies of pictures for viewing. Re-encoding drops EXIF, GPS, profiles and all other metadata. */
import sharp, { type Sharp } from 'sharp'
import type { FileVariant } from '#shared/contract/files.ts'
import type { Sniffed } from './sniff.ts'

const JPEG_QUALITY = 86
/** A decoded picture takes four bytes a pixel; 40 megapixels is a good camera and 160 MB. */
export const PIXELS_MAX = 40_000_000
const DECODE_LIMIT_S = 20
const PAPER_BOX_PX = 1_600
const PAPER_THUMB_PX = 320

/**
 * The use of a picture decides how it is cropped: a portrait fills the card, a document is never
 * cropped.
 */
export type PictureUse = 'portrait' | 'paper'

export interface Copy {
  readonly variant: FileVariant
  readonly bytes: Buffer
}

export type DrawnPicture =
  | { readonly ok: true; readonly copies: readonly Copy[] }
  | { readonly ok: false; readonly fault: 'damaged' | 'too-many-pixels' | 'cannot-decode' }

type PictureFormat = Extract<Sniffed, { kind: 'picture' }>['format']

const jpeg = (image: Sharp): Promise<Buffer> =>
  image
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: false })
    .timeout({ seconds: DECODE_LIMIT_S })
    .toBuffer()

/** The first frame, turned upright: the orientation is read from the metadata before they are dropped. */
const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 }).autoOrient()

async function drawPortrait(bytes: Buffer): Promise<Copy[]> {
  const card = await jpeg(
    open(bytes).resize({ width: 480, height: 600, fit: 'cover', position: 'attention' }),
  )
  return [
    { variant: 'card', bytes: card },
    { variant: 'thumb', bytes: await jpeg(sharp(card).resize({ width: 96, height: 120 })) },
  ]
}

async function drawPaper(bytes: Buffer): Promise<Copy[]> {
  const inside = (size: number) =>
    ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const
  const view = await jpeg(open(bytes).resize(inside(PAPER_BOX_PX)))
  return [
    { variant: 'view', bytes: view },
    { variant: 'thumb', bytes: await jpeg(sharp(view).resize(inside(PAPER_THUMB_PX))) },
  ]
}

/** @param format what the bytes were sniffed as; a decoder that sees something else is not trusted with them */
export async function drawPicture(
  bytes: Buffer,
  format: PictureFormat,
  use: PictureUse,
): Promise<DrawnPicture> {
  const fault = format === 'heif' ? 'cannot-decode' : 'damaged'
  try {
    const {
      format: seen,
      width,
      height,
    } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
    if (seen !== format) return { ok: false, fault }
    if (width * height > PIXELS_MAX) return { ok: false, fault: 'too-many-pixels' }
    return {
      ok: true,
      copies: use === 'portrait' ? await drawPortrait(bytes) : await drawPaper(bytes),
    }
  } catch {
    return { ok: false, fault } // the decoder's message describes its internals; the sender needs the remedy
  }
}
