import type { OpenPicture } from './decode.ts'
import { encodeJpeg, makeCanvas } from './encode.ts'
import { fitWithin } from './picture-size.ts'
import { asJpegName } from './picture-type.ts'

interface Wish {
  readonly name: string
  /** Long sides to try, largest first. */
  readonly sides: readonly number[]
  readonly maxBytes: number
}

/** The picture as a JPEG within the limit, as large as one of the sides allows; undefined where none does. */
export async function shrinkPicture(
  picture: OpenPicture,
  { name, sides, maxBytes }: Wish,
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
