import type { PictureSize } from './picture-size.ts'

/** A picture that can be drawn, upright. `close` releases its memory. */
export interface OpenPicture extends PictureSize {
  readonly source: CanvasImageSource
  readonly close: () => void
}

/** Opens a picture the way up that the camera noted. Rejects when the browser cannot read it. */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return {
      source: bitmap,
      width: bitmap.width,
      height: bitmap.height,
      close: () => bitmap.close(),
    }
  } catch {
    // Safari shows formats (HEIC among them) in an element that it does not make bitmaps of.
    return openInElement(file)
  }
}

async function openInElement(file: Blob): Promise<OpenPicture> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch (cause) {
    URL.revokeObjectURL(address)
    throw new Error('The picture cannot be decoded', { cause })
  }
  return {
    source: image,
    width: image.naturalWidth,
    height: image.naturalHeight,
    close: () => URL.revokeObjectURL(address),
  }
}
