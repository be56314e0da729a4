import type { OpenPicture } from './decode.ts'
import { makeCanvas } from './encode.ts'
import { DOCUMENT_SIDE_MAX, fitWithin } from './picture-size.ts'

/** The picture turned clockwise by a quarter, no larger than a portrait can use. */
export function turned(picture: OpenPicture): OpenPicture {
  const { width, height } = fitWithin(picture, DOCUMENT_SIDE_MAX)
  const { canvas, pen } = makeCanvas({ width: height, height: width })
  pen.translate(height, 0)
  pen.rotate(Math.PI / 2)
  pen.drawImage(picture.source, 0, 0, width, height)
  return { source: canvas, width: height, height: width, close: () => undefined }
}
