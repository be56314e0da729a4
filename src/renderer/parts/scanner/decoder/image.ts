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

/** offset + own * pixel - gain * mean. */
interface Weights {
  readonly offset: number
  readonly own: number
  readonly gain: number
}

/** Clamping by table: a branch mispredicts on noise, which made this pass four times slower. */
const clampTables = new Map<string, Uint8Array>()

/** The clamped value, found at own * pixel - gain * mean + base. */
function clampTable({ offset, own, gain }: Weights): { table: Uint8Array; base: number } {
  const key = `${offset},${own},${gain}`
  const base = Math.max(0, gain) * 255
  let table = clampTables.get(key)
  if (table === undefined) {
    table = Uint8Array.from({ length: (own + Math.abs(gain)) * 255 + 1 }, (_, i) =>
      Math.max(0, Math.min(255, offset + i - base)),
    )
    clampTables.set(key, table)
  }
  return { table, base }
}

/** The table clamps: a clamped array would do it again for each pixel. */
const bytesOf = ({ data }: GrayImage): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.length)

/**
 * Each pixel against the mean over a square of 2 * radius + 1, edges repeated, by sliding sums: the cost does not depend on
 * the radius. The mean is used where it is made: a picture of means between two passes took 1.2 to 1.4 times as long.
 */
function againstSquare(
  image: GrayImage,
  radius: number,
  weights: Weights,
  out: GrayImage,
): GrayImage {
  const { width, height } = image
  const { own, gain } = weights
  const { table, base } = clampTable(weights)
  const source = bytesOf(image)
  const data = bytesOf(out)
  const lastRow = (height - 1) * width
  const side = 2 * radius + 1
  // In 1/65536, rounded, and never so far up that the mean of white would be 256.
  const share = Math.min(
    Math.round(65_536 / (side * side)),
    Math.floor((256 * 65_536 - 32_769) / (255 * side * side)),
  )
  // Sums of each column over the window's rows, with the edge columns repeated on both sides, so that no step checks
  // bounds.
  const sums = new Int32Array(width + side)
  for (let x = 0; x < width; x++) {
    let sum = source[x]! * (radius + 1)
    for (let y = 1; y <= radius; y++) sum += source[Math.min(y * width, lastRow) + x]!
    sums[radius + x] = sum
  }
  for (let y = 0; y < height; y++) {
    sums.fill(sums[radius]!, 0, radius)
    sums.fill(sums[radius + width - 1]!, radius + width)
    let sum = 0
    for (let x = 0; x < side; x++) sum += sums[x]!
    const row = y * width
    for (let x = 0; x < width; x++) {
      const mean = (sum * share + 32_768) >> 16
      data[row + x] = table[own * source[row + x]! - gain * mean + base]!
      sum += sums[x + side]! - sums[x]!
    }
    const entering = Math.min((y + radius + 1) * width, lastRow)
    const leaving = Math.max((y - radius) * width, 0)
    for (let x = 0; x < width; x++)
      sums[radius + x]! += source[entering + x]! - source[leaving + x]!
  }
  return out
}

/** Mean over a square of 2 * radius + 1, edges repeated. */
export const boxMean = (image: GrayImage, radius: number, out: GrayImage): GrayImage =>
  againstSquare(image, radius, { offset: 0, own: 0, gain: -1 }, out)

/** What a pixel is compared with: means of the half of the picture, or of its own squares of this radius. */
type Surroundings = GrayImage | number

/** Means of the half cost a quarter, and are as good for a mean. */
function againstMean(
  image: GrayImage,
  mean: Surroundings,
  weights: Weights,
  out: GrayImage,
): GrayImage {
  if (typeof mean === 'number') return againstSquare(image, mean, weights, out)
  const { own, gain } = weights
  const { table, base } = clampTable(weights)
  const { width, height } = image
  const source = bytesOf(image)
  const means = bytesOf(mean)
  const data = bytesOf(out)
  for (let y = 0; y < height; y++) {
    const row = y * width
    const meanRow = Math.min(y >> 1, mean.height - 1) * mean.width
    for (let x = 0; x < width; x++)
      data[row + x] = table[own * source[row + x]! - gain * means[meanRow + (x >> 1)]! + base]!
  }
  return out
}

/** The difference from the local mean, amplified around mid gray: evens out shadow and weak contrast. */
export function localNorm(
  image: GrayImage,
  mean: Surroundings,
  gain: number,
  out: GrayImage,
): GrayImage {
  return againstMean(image, mean, { offset: 128, own: gain, gain }, out)
}

/** Unsharp mask with a box instead of a Gaussian: gives blurred modules their edges back. */
export function unsharpBox(
  image: GrayImage,
  mean: Surroundings,
  gain: number,
  out: GrayImage,
): GrayImage {
  return againstMean(image, mean, { offset: 0, own: 1 + gain, gain }, out)
}
