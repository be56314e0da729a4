/** Copies of pictures for viewing. Re-encoding drops EXIF, GPS, profiles and all other metadata. */
import type { Sharp } from 'sharp'
import type { FileVariant } from '#shared/contract/files.ts'
import type { Box } from '#shared/domain/report/public-copy-rules.ts'
import { askPicture } from './decoding/ask-picture.ts'
import type { OpenedPicture, ProcessFormat } from './decoding/picture-messages.ts'
import type { DrawnPage } from './documents/document-messages.ts'
import { sniff, type Sniffed } from './sniff.ts'

/** The library of pictures comes with the first picture: a server at rest does without its 20 MB. */
export const loadSharp = async () => (await import('sharp')).default

const JPEG_QUALITY = 86
/**
 * A decoded picture takes four bytes a pixel; 40 megapixels is a good camera and 160 MB. Pictures with more are opened
 * in a process of their own, smaller.
 */
const PIXELS_MAX = 40_000_000
const DECODE_LIMIT_S = 20
const PAPER_BOX_PX = 1_600
const PAPER_THUMB_PX = 320

/**
 * The use of a picture decides how it is cropped: a portrait fills the card, a document is never
 * cropped.
 */
export type PictureUse = 'portrait' | 'paper'

export interface PictureCopy {
  readonly variant: FileVariant
  /** Of a document, from 1; a picture has one. */
  readonly page?: number
  readonly bytes: Buffer
}

export type DrawnPicture =
  | { readonly ok: true; readonly copies: readonly PictureCopy[] }
  | { readonly ok: false; readonly fault: 'damaged' | 'too-many-pixels' }

type PictureFormat = Extract<Sniffed, { kind: 'picture' }>['format']

const jpeg = (image: Sharp): Promise<Buffer> =>
  image
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: false })
    .timeout({ seconds: DECODE_LIMIT_S })
    .toBuffer()

/** The first frame, turned upright: the orientation is read from the metadata before they are dropped. */
async function open(picture: Buffer | OpenedPicture): Promise<Sharp> {
  const sharp = await loadSharp()
  if (Buffer.isBuffer(picture))
    return sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 }).autoOrient()
  const { width, height, channels, pixels } = picture
  return sharp(pixels, { raw: { width, height, channels } })
}

/** Where it has to be opened: undefined for what the server opens itself. */
async function processFor(
  bytes: Buffer,
  format: PictureFormat,
): Promise<ProcessFormat | 'other-format' | undefined> {
  if (format === 'heic' || format === 'avif') return format
  const sharp = await loadSharp()
  const options = { limitInputPixels: false, pages: 1 } as const
  const { format: seen, width, height } = await sharp(bytes, options).metadata()
  if (seen !== format) return 'other-format'
  return width * height > PIXELS_MAX ? 'vast' : undefined
}

async function drawPortrait(picture: Buffer | OpenedPicture): Promise<PictureCopy[]> {
  const sharp = await loadSharp()
  const card = await jpeg(
    (await open(picture)).resize({ width: 480, height: 600, fit: 'cover', position: 'attention' }),
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

async function drawPaper(picture: Buffer | OpenedPicture): Promise<PictureCopy[]> {
  const sharp = await loadSharp()
  const view = await jpeg((await open(picture)).resize(inside(PAPER_BOX_PX)))
  return [
    { variant: 'view', bytes: view },
    { variant: 'thumb', bytes: await jpeg(sharp(view).resize(inside(PAPER_THUMB_PX))) },
  ]
}

/** Solid, so that nothing of the picture is in the copy: blurred or coarse pixels can be guessed back. */
const BOX_COLOUR = '#000000'

/** The pixels of a box, with each pixel that it touches or that holds something of it. */
function pixelsOf(
  { x, y, width, height }: Box,
  picture: { readonly width: number; readonly height: number },
  margin: number,
) {
  const [left, top] = [
    Math.max(0, Math.floor(x * picture.width) - margin),
    Math.max(0, Math.floor(y * picture.height) - margin),
  ]
  const [right, bottom] = [
    Math.min(picture.width, Math.ceil((x + width) * picture.width) + margin),
    Math.min(picture.height, Math.ceil((y + height) * picture.height) + margin),
  ]
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

type Raw = Readonly<Record<'width' | 'height', number>> & { readonly channels: 1 | 2 | 3 | 4 }

export interface Pixels {
  readonly data: Uint8Array
  readonly raw: Raw
  /** Longer side of the copy that is made of them. */
  readonly copyPx: number
  /** How far something of a pixel reaches in what was made smaller already: boxes are that much larger. */
  readonly margin: number
}
/** What resizing mixes: three pixels of the result to each side. */
const SMALLER_MARGIN_PX = 3

export const pixelsOfPage = ({ width, height, pixels }: DrawnPage): Pixels => ({
  data: pixels,
  raw: { width, height, channels: 4 },
  // The page keeps its drawn size: in the size of photos its print would be too small to read.
  copyPx: Math.max(width, height),
  margin: 0,
})

/** @throws where it cannot be opened, though it could be when it came */
export async function pixelsOfPicture(bytes: Buffer): Promise<Pixels> {
  const sniffed = await sniff(bytes)
  const place =
    sniffed.kind === 'picture' ? await processFor(bytes, sniffed.format) : ('other-format' as const)
  if (place === 'other-format') throw new Error('This is not a picture')
  if (place !== undefined) {
    const opened = await askPicture(bytes, place)
    if (typeof opened === 'string') throw new Error(`The picture cannot be opened: ${opened}`)
    const { width, height, channels, pixels, isSmaller } = opened
    const margin = isSmaller ? SMALLER_MARGIN_PX : 0
    return { data: pixels, raw: { width, height, channels }, copyPx: PAPER_BOX_PX, margin }
  }
  const { data, info } = await (
    await open(bytes)
  )
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: DECODE_LIMIT_S })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, raw: { width, height, channels }, copyPx: PAPER_BOX_PX, margin: 0 }
}

/** The copies of a page of a document; the first one stands for the document in lists. */
export async function drawPage(drawn: DrawnPage, page: number): Promise<PictureCopy[]> {
  const sharp = await loadSharp()
  const { data, raw } = pixelsOfPage(drawn)
  const view: PictureCopy = { variant: 'view', page, bytes: await jpeg(sharp(data, { raw })) }
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
  { data, raw: info, copyPx, margin }: Pixels,
  boxes: readonly Box[],
): Promise<Readonly<Record<'shown' | 'shown-thumb', Buffer>>> {
  const sharp = await loadSharp()
  const overlays = boxes.map((box) => {
    const { left, top, width, height } = pixelsOf(box, info, margin)
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
  const draw = use === 'portrait' ? drawPortrait : drawPaper
  const damaged = { ok: false, fault: 'damaged' } as const
  // The decoder's message describes its internals; the sender needs the remedy.
  const place = await processFor(bytes, format).catch(() => 'other-format' as const)
  if (place === 'other-format') return damaged
  // An error of the process itself is one of the server.
  const opened = place === undefined ? bytes : await askPicture(bytes, place)
  if (typeof opened === 'string') return { ok: false, fault: opened }
  try {
    return { ok: true, copies: await draw(opened) }
  } catch {
    return damaged
  }
}
