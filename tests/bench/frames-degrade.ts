import type { Random } from './frames-random.ts'
import type { Plane } from './frames-scene.ts'

const clampIndex = (index: number, length: number): number =>
  index < 0 ? 0 : index >= length ? length - 1 : index

/** Separable Gaussian: the blur of a cheap lens and of slight defocus. */
export function gaussianBlur(plane: Plane, sigmaPx: number): void {
  if (sigmaPx < 0.15) return
  const radius = Math.ceil(sigmaPx * 3)
  const kernel = new Float32Array(2 * radius + 1)
  let total = 0
  for (let i = -radius; i <= radius; i++) {
    const weight = Math.exp((-i * i) / (2 * sigmaPx * sigmaPx))
    kernel[i + radius] = weight
    total += weight
  }
  kernel.forEach((weight, i) => (kernel[i] = weight / total))
  convolveLine(plane, kernel, 1, plane.width, plane.width, plane.height)
  convolveLine(plane, kernel, plane.width, plane.height, 1, plane.width)
}

function convolveLine(
  plane: Plane,
  kernel: Float32Array,
  step: number,
  length: number,
  lineStep: number,
  lines: number,
): void {
  const radius = (kernel.length - 1) >> 1
  const line = new Float32Array(length)
  for (let n = 0; n < lines; n++) {
    const start = n * lineStep
    for (let i = 0; i < length; i++) line[i] = plane.data[start + i * step]!
    for (let i = 0; i < length; i++) {
      let sum = 0
      for (let k = -radius; k <= radius; k++)
        sum += kernel[k + radius]! * line[clampIndex(i + k, length)]!
      plane.data[start + i * step] = sum
    }
  }
}

/** Mean over a list of offsets: a disc (a lens out of focus) or a stroke (movement during the exposure). */
function averageOver(plane: Plane, offsets: readonly (readonly [number, number])[]): void {
  const { width, height, data } = plane
  const source = Float32Array.from(data)
  data.fill(0)
  for (const [dx, dy] of offsets) {
    const [x0, y0] = [Math.floor(dx), Math.floor(dy)]
    const [fx, fy] = [dx - x0, dy - y0]
    for (let y = 0; y < height; y++) {
      const upper = clampIndex(y + y0, height) * width
      const lower = clampIndex(y + y0 + 1, height) * width
      for (let x = 0; x < width; x++) {
        const a = clampIndex(x + x0, width)
        const b = clampIndex(x + x0 + 1, width)
        const top = source[upper + a]! * (1 - fx) + source[upper + b]! * fx
        const bottom = source[lower + a]! * (1 - fx) + source[lower + b]! * fx
        data[y * width + x]! += top * (1 - fy) + bottom * fy
      }
    }
  }
  for (let i = 0; i < data.length; i++) data[i]! /= offsets.length
}

export function discBlur(plane: Plane, radiusPx: number): void {
  const offsets: [number, number][] = []
  const reach = Math.ceil(radiusPx)
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) if (Math.hypot(x, y) <= radiusPx) offsets.push([x, y])
  }
  averageOver(plane, offsets)
}

export function motionBlur(plane: Plane, lengthPx: number, angle: number): void {
  const steps = Math.max(3, Math.ceil(lengthPx * 1.5))
  const offsets = Array.from({ length: steps }, (_, i): [number, number] => {
    const along = (i / (steps - 1) - 0.5) * lengthPx
    return [along * Math.cos(angle), along * Math.sin(angle)]
  })
  averageOver(plane, offsets)
}

/** Uneven light: `gain(x, y)` with both in 0..1. */
export function illuminate(plane: Plane, gain: (x: number, y: number) => number): void {
  const { width, height, data } = plane
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data[y * width + x]! *= gain(x / width, y / height)
  }
}

/** A reflected lamp: adds light, so that the sensor saturates in the middle of it. */
export function glare(
  plane: Plane,
  spot: { x: number; y: number; radiusX: number; radiusY: number; strength: number },
): void {
  const { width, height, data } = plane
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot((x - spot.x) / spot.radiusX, (y - spot.y) / spot.radiusY)
      data[y * width + x]! += spot.strength * Math.exp(-distance * distance * distance)
    }
  }
}

/** Moiré between the pixel grid of a screen and the sensor. */
export function moire(
  plane: Plane,
  wave: { periodPx: number; angle: number; depth: number; phase: number },
): void {
  const { width, height, data } = plane
  const kx = (2 * Math.PI * Math.cos(wave.angle)) / wave.periodPx
  const ky = (2 * Math.PI * Math.sin(wave.angle)) / wave.periodPx
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const beat =
        Math.sin(kx * x + ky * y + wave.phase) * 0.6 +
        Math.sin(ky * x - kx * y * 1.13 + wave.phase) * 0.4
      data[y * width + x]! *= 1 + wave.depth * beat
    }
  }
}

/** The sharpening of webcam firmware, applied after the gamma curve as there. */
function sharpen(plane: Plane, amount: number): void {
  const soft: Plane = {
    width: plane.width,
    height: plane.height,
    data: Float32Array.from(plane.data),
  }
  gaussianBlur(soft, 1.2)
  for (let i = 0; i < plane.data.length; i++)
    plane.data[i]! += amount * (plane.data[i]! - soft.data[i]!)
}

export interface SensorSettings {
  exposure: number
  /** Read-out noise in grey levels of 255, and photon noise at mid grey. */
  readNoise: number
  shotNoise: number
  sharpening: number
  /** Gains of red and blue relative to green: warm and cold lamps. */
  red: number
  blue: number
}

/** Linear light to an RGBA picture: gamma, sharpening, noise, colour cast, rounding. */
export function expose(
  plane: Plane,
  random: Random,
  sensor: SensorSettings,
): Uint8ClampedArray<ArrayBuffer> {
  const { data } = plane
  for (let i = 0; i < data.length; i++)
    data[i] = Math.min(1, Math.max(0, data[i]! * sensor.exposure)) ** (1 / 2.2)
  if (sensor.sharpening > 0) sharpen(plane, sensor.sharpening)
  const rgba = new Uint8ClampedArray(data.length * 4)
  for (let i = 0; i < data.length; i++) {
    const level = data[i]! * 255
    const sigma = sensor.readNoise + sensor.shotNoise * Math.sqrt(Math.max(0, data[i]!))
    // After the camera's colour interpolation, most of the noise is the same in all channels.
    const common = sigma > 0 ? random.normal() * sigma : 0
    const own = sigma > 0 ? (random.next() - 0.5) * sigma : 0
    rgba[i * 4] = (level + common + own) * sensor.red
    rgba[i * 4 + 1] = level + common
    rgba[i * 4 + 2] = (level + common - own) * sensor.blue
    rgba[i * 4 + 3] = 255
  }
  return rgba
}
