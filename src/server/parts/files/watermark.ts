/**
 * Draws words across a picture, so that a photo of the screen identifies the viewer. They are part
 * of the bytes that leave the server, so no client ever has the picture without them.
 */
import { lettering, letteringWidth } from './lettering.ts'
import { loadSharp } from './pictures.ts'

const JPEG_QUALITY = 86
const TILT_DEGREES = -24
/** Readable on a screen, and the document stays readable beneath it. */
const LETTER_PART_OF_WIDTH = 1 / 46
const LETTER_MIN_PX = 9

/** Dark strokes with a light edge, so that the words are readable on light and dark ground. */
function words(line: string, y: number, heightPx: number): string {
  const weightPx = heightPx / 7
  return (
    lettering(line, heightPx, y, heightPx, {
      colour: '#ffffff',
      weightPx: weightPx * 2.4,
      opacity: 0.36,
    }) + lettering(line, heightPx, y, heightPx, { colour: '#17211b', weightPx, opacity: 0.36 })
  )
}

function watermarkSvg(lines: readonly string[], widthPx: number, heightPx: number): string {
  const letterPx = Math.max(
    LETTER_MIN_PX,
    Math.round(Math.max(widthPx, heightPx) * LETTER_PART_OF_WIDTH),
  )
  const tileWidth = Math.ceil(
    Math.max(...lines.map((line) => letteringWidth(line, letterPx)), letterPx) + letterPx * 5,
  )
  const tileHeight = Math.ceil(letterPx * (lines.length * 1.7 + 4.5))
  const text = lines
    .map((line, index) => words(line, letterPx * (1 + index * 1.7), letterPx))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><defs><pattern id="w" width="${tileWidth}" height="${tileHeight}" patternUnits="userSpaceOnUse" patternTransform="rotate(${TILT_DEGREES})">${text}</pattern></defs><rect width="${widthPx}" height="${heightPx}" fill="url(#w)"/></svg>`
}

/** Returns a JPEG of the same size. The caller leaves out lines without drawable characters. */
export async function drawWatermark(picture: Buffer, lines: readonly string[]): Promise<Buffer> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(picture).metadata()
  return sharp(picture)
    .composite([{ input: Buffer.from(watermarkSvg(lines, width, height)) }])
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer()
}
