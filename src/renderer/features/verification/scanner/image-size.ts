// Width and height from the head of a PNG, JPEG or WebP file, so that a huge picture is refused or shrunk before a decoder
// unpacks it. Sniffed from the content: a file's name and type are the sender's claim.

export interface ImageSize {
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
