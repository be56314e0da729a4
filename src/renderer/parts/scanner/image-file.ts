import type { ScanPipeline } from './decoder/attempt.ts'
import type { ScanFrame } from './decoder/image.ts'

// A picture of a card: dropped, pasted or picked. Read with the pipeline of the camera, with more patience.

export type ImageFileResult =
  | { readonly kind: 'found'; readonly text: string }
  /** A picture, and no code that can be read in it. */
  | { readonly kind: 'none' }
  /** Not a PNG, JPEG or WebP, or broken. */
  | { readonly kind: 'unreadable' }
  /** Too large to be opened safely. */
  | { readonly kind: 'too-large' }
  /** The reader itself failed; the picture may be good. */
  | { readonly kind: 'failed' }

export interface RasterRequest {
  /** Size of the whole drawing; the picture is scaled to fit the inner `contentWidth` x `contentHeight`, centred. */
  readonly width: number
  readonly height: number
  readonly contentWidth: number
  readonly contentHeight: number
  readonly rotationDegrees: number
}

/** A picture that is open: draws itself on white at the size asked for. */
export interface OpenImage {
  draw: (request: RasterRequest) => ScanFrame
  close: () => void
}

/** Opens a picture at no more than the given size, or returns null. Injected: Node and the worker differ. */
export type Rasterise = (
  file: Blob,
  size: { width: number; height: number },
) => Promise<OpenImage | null>

const LARGEST_SIDE_PX = 2000
/** A decoder holds 4 bytes a pixel before it scales: 80 megapixels are 320 MB, the largest photo a phone takes today is 200. */
const MOST_PIXELS = 80_000_000
const LARGEST_FILE_BYTES = 25 * 1024 * 1024
const LOOKS_EACH = 8 // one for each view of the pipeline

/** Share of the opened size, border (a screenshot cut to the code has no quiet zone) and turn. */
const ATTEMPTS = [
  { scale: 1, border: 0, rotationDegrees: 0 },
  { scale: 1, border: 0.08, rotationDegrees: 0 },
  { scale: 0.5, border: 0.08, rotationDegrees: 0 },
  { scale: 2, border: 0.08, rotationDegrees: 0 },
  { scale: 0.3, border: 0.08, rotationDegrees: 0 },
  { scale: 1, border: 0.25, rotationDegrees: 30 },
] as const

export async function readImageFile(
  file: Blob,
  pipeline: ScanPipeline,
  rasterise: Rasterise,
): Promise<ImageFileResult> {
  if (file.size > LARGEST_FILE_BYTES) return { kind: 'too-large' }
  const size = imageSize(new Uint8Array(await file.arrayBuffer()))
  if (size === null) return { kind: 'unreadable' }
  if (size.width * size.height > MOST_PIXELS) return { kind: 'too-large' }
  const shrink = Math.min(1, LARGEST_SIDE_PX / Math.max(size.width, size.height))
  const opened = {
    width: Math.max(1, Math.round(size.width * shrink)),
    height: Math.max(1, Math.round(size.height * shrink)),
  }
  const image = await rasterise(file, opened).catch(() => null)
  if (image === null) return { kind: 'unreadable' }
  try {
    for (const attempt of ATTEMPTS) {
      const request = rasterRequest(opened, attempt)
      if (request === null) continue
      const frame = image.draw(request)
      pipeline.reset()
      for (let look = 0; look < LOOKS_EACH; look++) {
        const { text } = await pipeline.step(frame)
        if (text !== null) return { kind: 'found', text }
      }
    }
    return { kind: 'none' }
  } finally {
    image.close()
  }
}

function rasterRequest(
  opened: { width: number; height: number },
  attempt: (typeof ATTEMPTS)[number],
): RasterRequest | null {
  const contentWidth = Math.round(opened.width * attempt.scale)
  const contentHeight = Math.round(opened.height * attempt.scale)
  const border = Math.ceil(Math.max(contentWidth, contentHeight) * attempt.border)
  const width = contentWidth + 2 * border
  const height = contentHeight + 2 * border
  // Enlarging is for small pictures; shrinking a small one leaves nothing to read.
  if (attempt.scale > 1 && Math.max(width, height) > LARGEST_SIDE_PX) return null
  if (attempt.scale < 1 && Math.min(contentWidth, contentHeight) < 120) return null
  return {
    width: Math.max(48, width),
    height: Math.max(48, height),
    contentWidth,
    contentHeight,
    rotationDegrees: attempt.rotationDegrees,
  }
}

// Width and height from the head of a PNG, JPEG or WebP file, so that a huge picture is refused or shrunk before a decoder
// unpacks it. Sniffed from the content: a file's name and type are the sender's claim.

interface ImageSize {
  readonly width: number
  readonly height: number
}

export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = pngSize(view) ?? webpSize(view) ?? jpegSize(view)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

function ascii(view: DataView, at: number, text: string): boolean {
  if (view.byteLength < at + text.length) return false
  for (let i = 0; i < text.length; i++)
    if (view.getUint8(at + i) !== text.charCodeAt(i)) return false
  return true
}

function pngSize(view: DataView): ImageSize | null {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || !ascii(view, 12, 'IHDR'))
    return null
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function webpSize(view: DataView): ImageSize | null {
  if (view.byteLength < 30 || !ascii(view, 0, 'RIFF') || !ascii(view, 8, 'WEBP')) return null
  if (ascii(view, 12, 'VP8X')) {
    const width = view.getUint16(24, true) + (view.getUint8(26) << 16) + 1
    return { width, height: view.getUint16(27, true) + (view.getUint8(29) << 16) + 1 }
  }
  if (ascii(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (ascii(view, 12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return null
}

/** Walks the segments up to the frame header (SOF0 to SOF15 without DHT, JPG and DAC). */
function jpegSize(view: DataView): ImageSize | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++ // fill byte
      continue
    }
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
