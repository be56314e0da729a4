/** Copies of pictures for viewing. Re-encoding drops EXIF, GPS, profiles and all other metadata. */
import type { Sharp } from 'sharp'
import type { FileVariant } from '#shared/contract/files.ts'
import type { Box } from '#shared/domain/report/public-copy-rules.ts'
import type { DrawnPage } from './documents/document-messages.ts'
import type { Sniffed } from './sniff.ts'

/** The library of pictures comes with the first picture: a server at rest does without its 20 MB. */
export const loadSharp = async () => (await import('sharp')).default

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
  /** Of a document, from 1; a picture has one. */
  readonly page?: number
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
async function open(bytes: Buffer): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 }).autoOrient()
}

async function drawPortrait(bytes: Buffer): Promise<Copy[]> {
  const sharp = await loadSharp()
  const card = await jpeg(
    (await open(bytes)).resize({ width: 480, height: 600, fit: 'cover', position: 'attention' }),
  )
  return [
    { variant: 'card', bytes: card },
    { variant: 'thumb', bytes: await jpeg(sharp(card).resize({ width: 96, height: 120 })) },
  ]
}

/**
 * As wide as the largest place of a cover, 720 px, on a screen of 1.6 pixels to one, and as a phone
 * of 400 px at three. WebP takes half of the bytes of JPEG, and browsers read it since 2020; AVIF
 * takes a fifth less again, but seconds of a core for each picture.
 */
const COVER_WIDTH_PX = 1_200
const COVER_QUALITY = 78

/** @param view the copy to look at, which has no metadata */
export async function drawCover(view: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(view)
    .resize({ width: COVER_WIDTH_PX, withoutEnlargement: true })
    .webp({ quality: COVER_QUALITY })
    .timeout({ seconds: DECODE_LIMIT_S })
    .toBuffer()
}

const inside = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

async function drawPaper(bytes: Buffer): Promise<Copy[]> {
  const sharp = await loadSharp()
  const view = await jpeg((await open(bytes)).resize(inside(PAPER_BOX_PX)))
  return [
    { variant: 'view', bytes: view },
    { variant: 'thumb', bytes: await jpeg(sharp(view).resize(inside(PAPER_THUMB_PX))) },
  ]
}

/** Solid, so that nothing of the picture is in the copy: blurred or coarse pixels can be guessed back. */
const BOX_COLOUR = '#000000'

/** The pixels of a box, with each pixel that it touches. */
function pixelsOf({ x, y, width, height }: Box, picture: { width: number; height: number }) {
  const [left, top] = [Math.floor(x * picture.width), Math.floor(y * picture.height)]
  const [right, bottom] = [
    Math.min(picture.width, Math.ceil((x + width) * picture.width)),
    Math.min(picture.height, Math.ceil((y + height) * picture.height)),
  ]
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

type Raw = Readonly<Record<'width' | 'height', number>> & { readonly channels: 1 | 2 | 3 | 4 }

export interface Pixels {
  readonly data: Uint8Array
  readonly raw: Raw
  /** Longer side of the copy that is made of them. */
  readonly copyPx: number
}

export const pixelsOfPage = ({ width, height, pixels }: DrawnPage): Pixels => ({
  data: pixels,
  raw: { width, height, channels: 4 },
  // As large as it was drawn: in the size of photos its print would be too small to read.
  copyPx: Math.max(width, height),
})

export async function pixelsOfPicture(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await (
    await open(bytes)
  )
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_LIMIT_S })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, raw: { width, height, channels }, copyPx: PAPER_BOX_PX }
}

/** The copies of a page of a document; the first one stands for the document in lists. */
export async function drawPage(drawn: DrawnPage, page: number): Promise<Copy[]> {
  const sharp = await loadSharp()
  const { data, raw } = pixelsOfPage(drawn)
  const view: Copy = { variant: 'view', page, bytes: await jpeg(sharp(data, { raw })) }
  if (page !== 1) return [view]
  return [
    view,
    { variant: 'thumb', bytes: await jpeg(sharp(view.bytes).resize(inside(PAPER_THUMB_PX))) },
  ]
}

/**
 * Copies with boxes painted over. They are painted before the picture is made smaller: afterwards
 * the pixels beside a box would hold something of those under it.
 */
export async function drawBoxed(
  { data, raw: info, copyPx }: Pixels,
  boxes: readonly Box[],
): Promise<Readonly<Record<'shown' | 'shown-thumb', Buffer>>> {
  const sharp = await loadSharp()
  const overlays = boxes.map((box) => {
    const { left, top, width, height } = pixelsOf(box, info)
    return {
      input: { create: { width, height, channels: 3 as const, background: BOX_COLOUR } },
      left,
      top,
    }
  })
  const painted = await sharp(data, { raw: info, limitInputPixels: PIXELS_MAX })
    .composite(overlays)
    .removeAlpha()
    .timeout({ seconds: DECODE_LIMIT_S })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = painted.info
  const whole = sharp(painted.data, {
    raw: { width, height, channels },
    limitInputPixels: PIXELS_MAX,
  })
  const shown = await jpeg(whole.resize(inside(copyPx)))
  return { shown, 'shown-thumb': await jpeg(sharp(shown).resize(inside(PAPER_THUMB_PX))) }
}

/** @param format what the bytes were sniffed as; a decoder that sees something else is not trusted with them */
export async function drawPicture(
  bytes: Buffer,
  format: PictureFormat,
  use: PictureUse,
): Promise<DrawnPicture> {
  const fault = format === 'heif' ? 'cannot-decode' : 'damaged'
  try {
    const sharp = await loadSharp()
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
