import type { Random } from './frames-random.ts'

/** One channel of linear light, 0 (black) to about 1 (white). */
export interface Plane {
  width: number
  height: number
  data: Float32Array
}

export interface CodeModules {
  /** Modules per side. */
  size: number
  /** Row by row; truthy is dark. */
  data: ArrayLike<number>
}

export interface ScenePose {
  /** Centre of the code in the picture, in pixels. */
  centreX: number
  centreY: number
  /** Pixels per module at the centre of the code. */
  modulePx: number
  /** Rotation in the picture plane, and the two tilts out of it, in radians. */
  roll: number
  pitch: number
  yaw: number
}

export interface SceneLook {
  /** The carrier of the code: a printed card, a phone with a white page, or a phone with a dark one. */
  surface: 'card' | 'screen' | 'dark-screen'
  quietModules: number
  /** Light modules on dark, as in the dark mode of some wallets. */
  inverted: boolean
  mirrored: boolean
  /** Reflectance of dark and light modules in linear light. */
  ink: number
  paper: number
  /** Patches over the code, in module units. */
  patches: readonly { x: number; y: number; width: number; height: number; shade: number }[]
}

const SAMPLES_A_SIDE = 4 // per pixel; enough to give the edge of a module the right grey

/** Projection of the plane of the code (module units, origin at its centre) into the picture, and back. */
function inverseProjection(pose: ScenePose, focalPx: number): Float64Array {
  const [cosRoll, sinRoll] = [Math.cos(pose.roll), Math.sin(pose.roll)]
  const [cosPitch, sinPitch] = [Math.cos(pose.pitch), Math.sin(pose.pitch)]
  const [cosYaw, sinYaw] = [Math.cos(pose.yaw), Math.sin(pose.yaw)]
  // Columns of Ry(yaw) * Rx(pitch) * Rz(roll), scaled to pixels at the focal distance.
  const scale = pose.modulePx
  const a = scale * (cosYaw * cosRoll + sinYaw * sinPitch * sinRoll)
  const d = scale * (cosPitch * sinRoll)
  const g = scale * (-sinYaw * cosRoll + cosYaw * sinPitch * sinRoll)
  const b = scale * (-cosYaw * sinRoll + sinYaw * sinPitch * cosRoll)
  const e = scale * (cosPitch * cosRoll)
  const h = scale * (sinYaw * sinRoll + cosYaw * sinPitch * cosRoll)
  // x = centre + focal * X / (focal + Z), the same for y.
  const [gw, hw] = [g / focalPx, h / focalPx]
  const m = [
    a + pose.centreX * gw,
    b + pose.centreX * hw,
    pose.centreX,
    d + pose.centreY * gw,
    e + pose.centreY * hw,
    pose.centreY,
    gw,
    hw,
    1,
  ]
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = m as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Float64Array.of(
    m4 * m8 - m5 * m7,
    m2 * m7 - m1 * m8,
    m1 * m5 - m2 * m4,
    m5 * m6 - m3 * m8,
    m0 * m8 - m2 * m6,
    m2 * m3 - m0 * m5,
    m3 * m7 - m4 * m6,
    m1 * m6 - m0 * m7,
    m0 * m4 - m1 * m3,
  )
}

type Shader = (u: number, v: number) => number

/** Reflectance at a point of the carrier in module units from the code's centre; NaN outside the carrier. */
function carrierShader(code: CodeModules | null, look: SceneLook, random: Random): Shader {
  const size = code?.size ?? 45
  const half = size / 2
  const quiet = half + look.quietModules
  const dark = look.surface === 'dark-screen'
  const body = dark
    ? random.between(0.01, 0.05)
    : look.surface === 'screen'
      ? look.paper
      : random.between(0.25, 0.9)
  // The code is at one side of a card (CR80 proportions) and at the top of a phone.
  const width =
    look.surface === 'card' ? size * random.between(2.6, 3.4) : size * random.between(1.25, 1.6)
  const height = look.surface === 'card' ? width / 1.586 : width * 1.9
  const left = look.surface === 'card' ? -half - width * random.between(0.06, 0.12) : -width / 2
  const top =
    -height * (look.surface === 'card' ? random.between(0.4, 0.6) : random.between(0.3, 0.5))
  const lines = Array.from({ length: 9 }, () => ({
    x: left + width * random.between(0.03, 0.5),
    y: top + height * random.between(0.04, 0.94),
    width: width * random.between(0.1, 0.45),
    height: size * random.between(0.03, 0.08),
    shade: dark ? random.between(0.3, 0.9) : random.between(0.02, 0.3),
    pitch: random.between(0.6, 1.4),
  }))

  return (u, v) => {
    if (code !== null && u > -quiet && u < quiet && v > -quiet && v < quiet) {
      for (const patch of look.patches) {
        if (u >= patch.x && u < patch.x + patch.width && v >= patch.y && v < patch.y + patch.height)
          return patch.shade
      }
      const column = Math.floor((look.mirrored ? -u : u) + half)
      const row = Math.floor(v + half)
      const inside = column >= 0 && row >= 0 && column < size && row < size
      const isDark = inside && Boolean(code.data[row * size + column])
      return isDark !== look.inverted ? look.ink : look.paper
    }
    if (u < left || u > left + width || v < top || v > top + height) return Number.NaN
    for (const line of lines) {
      if (v > line.y && v < line.y + line.height && u > line.x && u < line.x + line.width) {
        // Letters: strokes and gaps of irregular width.
        if (Math.sin(u / line.pitch + Math.sin(u * 1.7) * 2) > -0.2) return line.shade
      }
    }
    return body
  }
}

/** The background of the card: shade, smooth unevenness, and furniture with straight edges and grids. */
function backgroundShader(random: Random, width: number, height: number): Shader {
  const base = random.between(0.05, 0.6)
  const waves = Array.from({ length: 4 }, () => ({
    x: random.between(-8, 8) / width,
    y: random.between(-8, 8) / height,
    phase: random.between(0, 6.28),
    depth: random.between(0, 0.08),
  }))
  const boxes = Array.from({ length: random.whole(3, 14) }, () => ({
    x: random.between(-0.2, 1) * width,
    y: random.between(-0.2, 1) * height,
    width: random.between(0.02, 0.5) * width,
    height: random.between(0.02, 0.5) * height,
    shade: random.between(0.01, 0.9),
    grid: random.chance(0.25) ? random.between(6, 40) : 0,
  }))
  return (x, y) => {
    let shade = base
    for (const wave of waves)
      shade += wave.depth * Math.sin(6.28 * (x * wave.x + y * wave.y) + wave.phase)
    for (const box of boxes) {
      if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) continue
      const crossed =
        box.grid > 0 && (Math.floor(x / box.grid) + Math.floor(y / box.grid)) % 2 === 0
      shade = crossed ? box.shade * 0.4 : box.shade
    }
    return Math.max(0.004, shade)
  }
}

/**
 * Draws the scene: finds for every pixel where its ray meets the carrier. With `code` null, the carrier has no code.
 */
export function renderScene(
  random: Random,
  frame: { width: number; height: number },
  code: CodeModules | null,
  pose: ScenePose,
  look: SceneLook,
): Plane {
  const { width, height } = frame
  const data = new Float32Array(width * height)
  const inverse = inverseProjection(pose, width * 1.1)
  const [i0, i1, i2, i3, i4, i5, i6, i7, i8] = inverse as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ] // nine by construction
  const carrier = carrierShader(code, look, random)
  const background = backgroundShader(random, width, height)
  const step = 1 / SAMPLES_A_SIDE
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      let behind = Number.NaN
      for (let sy = 0; sy < SAMPLES_A_SIDE; sy++) {
        const py = y + (sy + 0.5) * step
        for (let sx = 0; sx < SAMPLES_A_SIDE; sx++) {
          const px = x + (sx + 0.5) * step
          const w = i6 * px + i7 * py + i8
          const shade = carrier((i0 * px + i1 * py + i2) / w, (i3 * px + i4 * py + i5) / w)
          if (Number.isNaN(shade)) {
            if (Number.isNaN(behind)) behind = background(x, y)
            sum += behind
          } else sum += shade
        }
      }
      data[y * width + x] = sum * step * step
    }
  }
  return { width, height, data }
}
