/**
 * Browsers draw a JPEG that ends too early, with grey where the rest should be: as an identity paper it would be sent with
 * half of it missing, and nobody would be told.
 */
const END = 0xd9
const SCAN = 0xda

const isMarkerWithoutLength = (code: number): boolean =>
  code === 0x01 || (code >= 0xd0 && code <= 0xd7)

/** True for what is no JPEG, too. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return true
  for (let at = 2; at < bytes.length - 1;) {
    const code = bytes[at + 1] ?? 0
    // Between two markers stands coded data, or room: both are passed over.
    if (bytes[at] !== 0xff || code === 0 || code === 0xff || isMarkerWithoutLength(code)) {
      at += bytes[at] === 0xff && code !== 0xff ? 2 : 1
      continue
    }
    if (code === END) return true
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    at += code === SCAN ? 2 : 2 + length
  }
  return false
}
