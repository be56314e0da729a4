import type { PictureSize } from './picture-size.ts'

const QUALITIES = [0.88, 0.75, 0.6] as const

export function makeCanvas({ width, height }: PictureSize) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser draws no pictures')
  pen.imageSmoothingQuality = 'high'
  // JPEG knows no transparency: what was see-through becomes paper, not black.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  return { canvas, pen }
}

/**
 * A JPEG of the canvas, no larger than the limit if any quality gets it there; undefined if none does. Drawing anew
 * also leaves behind what the camera wrote into the file: place, time, device.
 */
export async function encodeJpeg(
  canvas: HTMLCanvasElement,
  name: string,
  maxBytes: number,
): Promise<File | undefined> {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (blob === null) throw new Error('The picture could not be written')
    if (blob.size <= maxBytes) return new File([blob], name, { type: 'image/jpeg' })
  }
  return undefined
}
