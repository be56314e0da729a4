/** Opens one picture, in the process of a picture: nothing here is called by the server itself (ADR 0081). */
import sharp, { type Sharp } from 'sharp'
import { HEIC_PIXELS_MAX } from './heic.ts'
import type { OpenedPicture, PictureAnswer, PictureQuestion } from './picture-messages.ts'

/** Phones take 200 million pixels. */
const VAST_PIXELS_MAX = 210_000_000
/** What a page makes of such a photo before it sends it: some 12 million pixels. */
const LONG_SIDE_PX = 4_000

const WITHIN = {
  width: LONG_SIDE_PX,
  height: LONG_SIDE_PX,
  fit: 'inside',
  withoutEnlargement: true,
} as const

async function shrink(picture: Sharp, before: number): Promise<OpenedPicture> {
  const { data, info } = await picture
    .resize(WITHIN)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return {
    width,
    height,
    channels: 3,
    pixels: new Uint8Array(data),
    isSmaller: width * height < before,
  }
}

async function openHeic(bytes: Uint8Array): Promise<PictureAnswer> {
  const { decodeHeic } = await import('./heic.ts')
  const decoded = decodeHeic(bytes)
  if (typeof decoded === 'string') return { fault: decoded }
  const { width, height, channels, pixels } = decoded
  const raw = { width, height, channels }
  return shrink(sharp(pixels, { raw, limitInputPixels: HEIC_PIXELS_MAX }), width * height)
}

export async function openPicture({ picture, bytes }: PictureQuestion): Promise<PictureAnswer> {
  sharp.concurrency(1)
  sharp.cache(false)
  if (picture === 'heic') return openHeic(bytes)
  const most = picture === 'avif' ? HEIC_PIXELS_MAX : VAST_PIXELS_MAX
  try {
    const options = { limitInputPixels: false, pages: 1, failOn: 'error' } as const
    const { width, height } = await sharp(bytes, options).metadata()
    if (width * height > most) return { fault: 'too-many-pixels' }
    return await shrink(sharp(bytes, options).autoOrient(), width * height)
  } catch {
    return { fault: 'damaged' }
  }
}
