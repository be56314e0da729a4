import { closeSync, openSync, writeSync } from 'node:fs'

// A Y4M film for Chromium's fake camera:
//   --use-fake-device-for-media-stream --use-fake-ui-for-media-stream --use-file-for-fake-video-capture=FILE
// Chromium plays it in a loop, at the size and rate of its header.

/** RGBA, row by row. */
export interface FilmFrame {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8ClampedArray
}

export interface FilmOptions {
  readonly width?: number
  readonly height?: number
  readonly framesPerSecond?: number
}

/** Writes the frames one by one, all in the size of the film (1280 x 720 by default; even sides). */
export function writeY4m(
  file: string,
  frames: Iterable<FilmFrame>,
  options: FilmOptions = {},
): void {
  const { width = 1280, height = 720, framesPerSecond = 10 } = options
  if (width % 2 !== 0 || height % 2 !== 0)
    throw new Error(`a 4:2:0 film needs even sides, not ${width} x ${height}`)
  const descriptor = openSync(file, 'w')
  try {
    writeSync(descriptor, `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
    let count = 0
    for (const frame of frames) {
      if (frame.width !== width || frame.height !== height) {
        throw new Error(
          `frame ${count} is ${frame.width} x ${frame.height}, the film ${width} x ${height}`,
        )
      }
      writeSync(descriptor, 'FRAME\n')
      writeSync(descriptor, toI420(frame))
      count++
    }
    if (count === 0) throw new Error('a film needs a frame')
  } finally {
    closeSync(descriptor)
  }
}

/** BT.601 in limited range; each block of two lines and two columns has the colour of its upper left pixel. */
function toI420({ width, height, rgba }: FilmFrame): Buffer {
  const halfWidth = width >> 1
  const halfHeight = height >> 1
  const planes = Buffer.alloc(width * height + 2 * halfWidth * halfHeight)
  const channel = (at: number): number => rgba[at] ?? 0
  for (let i = 0; i < width * height; i++) {
    planes[i] = Math.round(
      16 + 0.257 * channel(4 * i) + 0.504 * channel(4 * i + 1) + 0.098 * channel(4 * i + 2),
    )
  }
  const firstU = width * height
  const firstV = firstU + halfWidth * halfHeight
  for (let y = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth; x++) {
      const at = 4 * (2 * y * width + 2 * x)
      const [red, green, blue] = [channel(at), channel(at + 1), channel(at + 2)]
      planes[firstU + y * halfWidth + x] = Math.round(
        128 - 0.148 * red - 0.291 * green + 0.439 * blue,
      )
      planes[firstV + y * halfWidth + x] = Math.round(
        128 + 0.439 * red - 0.368 * green - 0.071 * blue,
      )
    }
  }
  return planes
}
