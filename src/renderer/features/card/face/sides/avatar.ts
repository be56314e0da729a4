/** The portrait, cropped here because html2canvas does not know `object-fit`; without a photo a drawn figure. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Faces are nearer to the top of a portrait than to its bottom: what a tall photo loses, it loses below. */
const KEPT_ABOVE = 0.3

/** The largest part of a picture that has the frame's shape. */
export function coverCrop(picture: Size, frame: Size): Crop {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height)
  const [width, height] = [frame.width * scale, frame.height * scale]
  return {
    x: (picture.width - width) / 2,
    y: (picture.height - height) * KEPT_ABOVE,
    width,
    height,
  }
}

export function paintPhoto(
  pen: CanvasRenderingContext2D,
  photo: HTMLImageElement,
  frame: Size,
): void {
  const { x, y, width, height } = coverCrop(
    { width: photo.naturalWidth, height: photo.naturalHeight },
    frame,
  )
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(photo, x, y, width, height, 0, 0, frame.width, frame.height)
}

export function paintPlaceholder(pen: CanvasRenderingContext2D, { width, height }: Size): void {
  pen.fillStyle = '#e6ece4'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#a9b9ae'
  pen.beginPath()
  pen.ellipse(width / 2, height * 0.4, width * 0.19, width * 0.23, 0, 0, 2 * Math.PI)
  pen.fill()
  pen.beginPath()
  pen.ellipse(width / 2, height * 1.04, width * 0.38, height * 0.38, 0, 0, 2 * Math.PI)
  pen.fill()
}
