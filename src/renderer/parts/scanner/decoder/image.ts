// Gray-image helpers of the scan pipeline. They run in a worker, 30 times a second, on up to a million pixels:
// plain loops over typed arrays, integer arithmetic where it serves, results written into buffers that are reused.
// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

export interface GrayImage {
  readonly width: number
  readonly height: number
  /** One byte a pixel, row by row; may be longer than width * height. */
  readonly data: Uint8ClampedArray
}

/** A camera picture as it comes: four channels from a canvas, or one (the luminance of a video frame). */
export interface ScanFrame {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 4
  readonly data: Uint8ClampedArray
}

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Buffers that live as long as their owner, one for each purpose. An image made with the same name overwrites the
 * earlier one: names are the caller's promise that the earlier image is no longer needed.
 */
export interface Workspace {
  image: (name: string, width: number, height: number) => GrayImage
}

export function createWorkspace(): Workspace {
  const buffers = new Map<string, Uint8ClampedArray>()
  return {
    image(name, width, height) {
      const size = width * height
      let data = buffers.get(name)
      if (data === undefined || data.length < size) {
        data = new Uint8ClampedArray(size)
        buffers.set(name, data)
      }
      return { width, height, data }
    },
  }
}

// Rec. 601 luma in 1/256: 0.299, 0.587, 0.114.
const RED = 77
const GREEN = 150
const BLUE = 29

function rgbaWords(frame: ScanFrame): Uint32Array {
  const { data } = frame
  const pixels = frame.width * frame.height
  // A view is free; a copy only where the bytes do not start on a word (a subarray of the caller).
  if (data.byteOffset % 4 === 0) return new Uint32Array(data.buffer, data.byteOffset, pixels)
  return new Uint32Array(data.slice(0, pixels * 4).buffer)
}

export function gray(frame: ScanFrame, workspace: Workspace): GrayImage {
  if (frame.channels === 1) return frame
  const out = workspace.image('gray', frame.width, frame.height)
  const words = rgbaWords(frame)
  const { data } = out
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    data[i] = ((word & 255) * RED + ((word >> 8) & 255) * GREEN + ((word >> 16) & 255) * BLUE) >> 8
  }
  return out
}

/** Half the size each way, by mean. */
export function half(image: GrayImage, out: GrayImage): GrayImage {
  const source = image.data
  const { width, height, data } = out
  for (let y = 0; y < height; y++) {
    let upper = 2 * y * image.width
    let lower = upper + image.width
    const end = (y + 1) * width
    for (let i = y * width; i < end; i++) {
      data[i] = (source[upper]! + source[upper + 1]! + source[lower]! + source[lower + 1]! + 2) >> 2
      upper += 2
      lower += 2
    }
  }
  return out
}

/** Half the size of a colour frame at once: on most looks the full-size gray picture is never needed. */
export function halfGray(frame: ScanFrame, out: GrayImage): GrayImage {
  if (frame.channels === 1) return half(frame, out)
  const words = rgbaWords(frame)
  const { width, height, data } = out
  for (let y = 0; y < height; y++) {
    let upper = 2 * y * frame.width
    let lower = upper + frame.width
    const end = (y + 1) * width
    for (let i = y * width; i < end; i++) {
      const a = words[upper]!
      const b = words[upper + 1]!
      const c = words[lower]!
      const d = words[lower + 1]!
      // Red and blue of four pixels are added in one go: 10 bits each, in separate halves of the word.
      const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff)
      const green = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)
      data[i] = ((redBlue & 0xffff) * RED + green * GREEN + (redBlue >>> 16) * BLUE + 512) >> 10
      upper += 2
      lower += 2
    }
  }
  return out
}

export function crop(image: GrayImage, area: Rectangle, out: GrayImage): GrayImage {
  for (let row = 0; row < area.height; row++) {
    const start = (area.y + row) * image.width + area.x
    out.data.set(image.data.subarray(start, start + area.width), row * area.width)
  }
  return out
}

/** As `crop`, of a colour frame: the area alone becomes gray. */
export function cropGray(frame: ScanFrame, area: Rectangle, out: GrayImage): GrayImage {
  const words = rgbaWords(frame)
  const { data } = out
  let i = 0
  for (let row = 0; row < area.height; row++) {
    const start = (area.y + row) * frame.width + area.x
    for (let at = start; at < start + area.width; at++) {
      const word = words[at]!
      data[i++] =
        ((word & 255) * RED + ((word >> 8) & 255) * GREEN + ((word >> 16) & 255) * BLUE) >> 8
    }
  }
  return out
}

/** Bilinear scaling to the size of `out`. */
export function scale(image: GrayImage, out: GrayImage): GrayImage {
  const { width: sourceWidth, height: sourceHeight, data: source } = image
  const { width, height, data } = out
  // Fractions in 1/256. Position and weight of each column are worked out once.
  const columns = new Int32Array(width)
  const weights = new Int32Array(width)
  for (let x = 0; x < width; x++) {
    const at = sourcePosition(x, width, sourceWidth)
    columns[x] = at >> 8
    weights[x] = at & 255
  }
  for (let y = 0; y < height; y++) {
    const at = sourcePosition(y, height, sourceHeight)
    const lowerWeight = at & 255
    const upperWeight = 256 - lowerWeight
    const upperRow = (at >> 8) * sourceWidth
    const lowerRow = upperRow + sourceWidth
    const row = y * width
    for (let x = 0; x < width; x++) {
      const column = columns[x]!
      const right = weights[x]!
      const left = 256 - right
      const upper = source[upperRow + column]! * left + source[upperRow + column + 1]! * right
      const lower = source[lowerRow + column]! * left + source[lowerRow + column + 1]! * right
      data[row + x] = (upper * upperWeight + lower * lowerWeight + 32_768) >> 16
    }
  }
  return out
}

/** Where the centre of an output pixel falls in the source, in 1/256 pixel, kept off the last column. */
function sourcePosition(at: number, outLength: number, sourceLength: number): number {
  const position = Math.floor((((at + 0.5) * sourceLength) / outLength - 0.5) * 256)
  const last = (sourceLength - 1) * 256 - 1
  return position < 0 ? 0 : position > last ? last : position
}

/** Mean over a square of 2 * radius + 1, edges repeated, by sliding sums: the cost does not depend on the radius. */
export function boxMean(image: GrayImage, radius: number, out: GrayImage): GrayImage {
  const { width, height, data: source } = image
  const { data } = out
  const lastRow = (height - 1) * width
  const side = 2 * radius + 1
  const share = Math.round(65_536 / (side * side)) // in 1/65536; 255 * 65536 still fits 32 bits
  // Sums of each column over the window's rows, with the edge columns repeated on both sides, so that no step checks
  // bounds.
  const sums = new Int32Array(width + side)
  const columns = sums.subarray(radius, radius + width)
  for (let x = 0; x < width; x++) {
    let sum = source[x]! * (radius + 1)
    for (let y = 1; y <= radius; y++) sum += source[Math.min(y * width, lastRow) + x]!
    columns[x] = sum
  }
  for (let y = 0; y < height; y++) {
    sums.fill(columns[0]!, 0, radius)
    sums.fill(columns[width - 1]!, radius + width)
    let sum = 0
    for (let x = 0; x < side; x++) sum += sums[x]!
    const row = y * width
    for (let x = 0; x < width; x++) {
      data[row + x] = (sum * share + 32_768) >> 16
      sum += sums[x + side]! - sums[x]!
    }
    const entering = Math.min((y + radius + 1) * width, lastRow)
    const leaving = Math.max((y - radius) * width, 0)
    for (let x = 0; x < width; x++) columns[x]! += source[entering + x]! - source[leaving + x]!
  }
  return out
}

/** Clamping by table: a branch mispredicts on noise, which made this pass four times slower. */
const clampTables = new Map<string, Uint8Array>()

function clampTable(offset: number, own: number, gain: number): Uint8Array {
  const key = `${offset},${own},${gain}`
  let table = clampTables.get(key)
  if (table === undefined) {
    table = Uint8Array.from({ length: (own + gain) * 255 + 1 }, (_, i) =>
      Math.max(0, Math.min(255, offset + i - gain * 255)),
    )
    clampTables.set(key, table)
  }
  return table
}

/**
 * offset + own * pixel - gain * mean, clamped. The means may be of the image itself or of its half: that costs a quarter
 * and is as good for a mean.
 */
function againstMean(
  image: GrayImage,
  mean: GrayImage,
  weights: { offset: number; own: number; gain: number },
  out: GrayImage,
): GrayImage {
  const { offset, own, gain } = weights
  const { width, height, data: source } = image
  const { data } = out
  const table = clampTable(offset, own, gain)
  const shift = mean.width < width ? 1 : 0
  for (let y = 0; y < height; y++) {
    const row = y * width
    const meanRow = Math.min(y >> shift, mean.height - 1) * mean.width
    for (let x = 0; x < width; x++) {
      const local = mean.data[meanRow + (x >> shift)]!
      data[row + x] = table[own * source[row + x]! + gain * (255 - local)]!
    }
  }
  return out
}

/** The difference from the local mean, amplified around mid gray: evens out shadow and weak contrast. */
export function localNorm(
  image: GrayImage,
  mean: GrayImage,
  gain: number,
  out: GrayImage,
): GrayImage {
  return againstMean(image, mean, { offset: 128, own: gain, gain }, out)
}

/** Unsharp mask with a box instead of a Gaussian: gives blurred modules their edges back. */
export function unsharpBox(
  image: GrayImage,
  mean: GrayImage,
  gain: number,
  out: GrayImage,
): GrayImage {
  return againstMean(image, mean, { offset: 0, own: 1 + gain, gain }, out)
}
