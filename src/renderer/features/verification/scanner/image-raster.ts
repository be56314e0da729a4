import type { OpenImage, RasterRequest } from './image-file.ts'
import type { ScanFrame } from './image.ts'

/**
 * Browser only (worker or page). The bitmap is made at the small size at once: the large one is freed with the call.
 */
export async function rasterise(
  file: Blob,
  { width, height }: { width: number; height: number },
): Promise<OpenImage | null> {
  // Not turned by EXIF: a code reads at any angle, and the size in the file's head is the size before turning.
  const bitmap = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
    imageOrientation: 'none',
  })
  return {
    draw: (request) => draw(bitmap, request),
    close: () => bitmap.close(),
  }
}

function draw(bitmap: ImageBitmap, request: RasterRequest): ScanFrame {
  const { width, height, contentWidth, contentHeight, rotationDegrees } = request
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('No 2d canvas in this worker')
  context.fillStyle = '#ffffff' // under transparent pictures and around those cut to the code
  context.fillRect(0, 0, width, height)
  context.translate(width / 2, height / 2)
  context.rotate((rotationDegrees * Math.PI) / 180)
  context.drawImage(bitmap, -contentWidth / 2, -contentHeight / 2, contentWidth, contentHeight)
  return { width, height, channels: 4, data: context.getImageData(0, 0, width, height).data }
}
