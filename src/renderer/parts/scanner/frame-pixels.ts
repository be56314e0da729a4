import type { ScanFrame } from './decoder/image.ts'
import type { OpenImage, RasterRequest } from './image-file.ts'
import type { FrameSource } from './protocol.ts'

/** Formats whose first plane is the luminance, which is all that a decoder needs. */
const LUMINANCE_FIRST: ReadonlySet<string | null> = new Set([
  'I420',
  'I420A',
  'I422',
  'I444',
  'NV12',
])

type Canvas = OffscreenCanvas | HTMLCanvasElement
type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

export interface FramePixels {
  read: (source: FrameSource) => Promise<ScanFrame>
}

/** Pixels of a transferred frame. Buffers and the canvas are reused: one frame at a time. */
export function createFramePixels(
  createCanvas: (width: number, height: number) => Canvas = defaultCanvas,
): FramePixels {
  let planes = new Uint8ClampedArray(0)
  let canvas: Canvas | null = null
  let context: Context | null = null

  function drawn(source: FrameSource, width: number, height: number): ScanFrame {
    if (canvas === null || context === null || canvas.width !== width || canvas.height !== height) {
      canvas = createCanvas(width, height)
      // willReadFrequently keeps the canvas in main memory: without it each frame is read back from the GPU.
      const created: unknown = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
      if (created === null) throw new Error('No 2d canvas in this worker')
      context = created as Context // '2d' gives one or the other by the kind of canvas
    }
    context.drawImage(source, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    return { width, height, channels: 4, data }
  }

  async function luminance(frame: VideoFrame): Promise<ScanFrame | null> {
    const area = frame.visibleRect
    if (!LUMINANCE_FIRST.has(frame.format) || area === null) return null
    const size = frame.allocationSize()
    if (planes.length < size) planes = new Uint8ClampedArray(size)
    const [luma] = await frame.copyTo(planes)
    // A padded line would have to be packed. The canvas does that; it is rare.
    if (luma === undefined || luma.stride !== area.width) return null
    return {
      width: area.width,
      height: area.height,
      channels: 1,
      data: planes.subarray(luma.offset, luma.offset + area.width * area.height),
    }
  }

  return {
    async read(source) {
      if (!('displayWidth' in source)) return drawn(source, source.width, source.height)
      const upright =
        !('rotation' in source && source.rotation !== 0) &&
        !('flip' in source && source.flip === true)
      const sameSize =
        source.displayWidth === source.visibleRect?.width &&
        source.displayHeight === source.visibleRect.height
      // A phone's frame may be turned or stretched for display; the canvas applies that, so that positions fit the video.
      const fast = upright && sameSize ? await luminance(source) : null
      return fast ?? drawn(source, source.displayWidth, source.displayHeight)
    },
  }
}

function defaultCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  if (typeof document === 'undefined') throw new Error('OffscreenCanvas is missing')
  return Object.assign(document.createElement('canvas'), { width, height })
}

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
