import type { SensorSettings } from './frames-degrade.ts'
import { discBlur, gaussianBlur, glare, illuminate, moire, motionBlur } from './frames-degrade.ts'
import type { Random } from './frames-random.ts'
import type { Plane, ScenePose, SceneLook } from './frames-scene.ts'

/** All parameters of a frame before it is drawn; a category changes some of them. */
export interface Recipe {
  signed: boolean
  arabic: boolean
  pose: ScenePose
  look: SceneLook
  sensor: SensorSettings
  /** Optics, applied to linear light in order. */
  optics: ((plane: Plane) => void)[]
  /** JPEG quality of the camera's stream, or null for none. */
  jpegQuality: number | null
  /** False: the picture shows the carrier without a code. */
  hasCode: boolean
}

export interface FrameSize {
  width: number
  height: number
}

type Change = (recipe: Recipe, random: Random, size: FrameSize) => void

const DEGREE = Math.PI / 180

/** A card held up in normal light: readable, with a little of every defect. */
export function ordinaryRecipe(random: Random, size: FrameSize): Recipe {
  const smaller = Math.min(size.width, size.height)
  const signed = random.chance(0.65)
  const softness = random.between(0.3, 0.8)
  return {
    signed,
    arabic: random.chance(0.3),
    pose: {
      centreX: size.width * random.between(0.38, 0.62),
      centreY: size.height * random.between(0.38, 0.62),
      // A code's width is 25 to 60 % of the shorter side; a signed one has about 60 modules with its margin.
      modulePx: (smaller * random.between(0.25, 0.6)) / (signed ? 60 : 36),
      roll: random.between(-12, 12) * DEGREE,
      pitch: random.between(-10, 10) * DEGREE,
      yaw: random.between(-10, 10) * DEGREE,
    },
    look: {
      surface: random.pick(['card', 'screen', 'dark-screen']),
      quietModules: random.pick([2, 4, 4]),
      inverted: false,
      mirrored: false,
      ink: random.between(0.005, 0.03),
      paper: random.between(0.6, 0.95),
      patches: [],
    },
    sensor: {
      exposure: random.between(0.75, 1.1),
      readNoise: random.between(0.5, 2.5),
      shotNoise: random.between(0.5, 2.5),
      sharpening: random.chance(0.5) ? random.between(0.2, 0.8) : 0,
      red: random.between(0.88, 1.06),
      blue: random.between(0.85, 1.08),
    },
    optics: [(plane) => gaussianBlur(plane, softness)],
    jpegQuality: random.chance(0.5) ? random.whole(70, 92) : null,
    hasCode: true,
  }
}

const perspective: Change = ({ pose }, random) => {
  pose.pitch = random.between(15, 48) * DEGREE * random.pick([-1, 1])
  pose.yaw = random.between(10, 48) * DEGREE * random.pick([-1, 1])
}

const rotation: Change = ({ pose }, random) => {
  pose.roll = random.between(-180, 180) * DEGREE
}

const blur: Change = ({ pose, optics }, random) => {
  const amount = random.between(0.35, 0.95) * pose.modulePx
  if (random.chance(0.5)) optics.push((plane) => discBlur(plane, Math.max(1, amount * 1.1)))
  else optics.push((plane) => gaussianBlur(plane, amount * 0.75))
}

const motion: Change = ({ pose, optics }, random) => {
  const length = random.between(0.7, 2.1) * pose.modulePx
  const angle = random.chance(0.5)
    ? random.pick([0, 90]) + random.between(-8, 8)
    : random.between(0, 180)
  optics.push((plane) => motionBlur(plane, length, angle * DEGREE))
}

const noise: Change = ({ sensor }, random) => {
  sensor.readNoise = random.between(8, 26)
  sensor.shotNoise = random.between(6, 22)
  sensor.exposure = random.between(0.35, 0.9)
}

const lowContrast: Change = ({ look, sensor }, random) => {
  // After the gamma curve the two greys are 8 to 60 levels apart.
  const grey = random.between(0.1, 0.5)
  look.ink = grey
  look.paper = (grey ** (1 / 2.2) + random.between(0.035, 0.22)) ** 2.2
  sensor.readNoise = random.between(0.4, 1.8)
  sensor.shotNoise = random.between(0.2, 1.5)
}

const glareSpot: Change = ({ pose, optics }, random) => {
  const reach = pose.modulePx * 25
  const spot = {
    x: pose.centreX + random.between(-1, 1) * reach,
    y: pose.centreY + random.between(-1, 1) * reach,
    radiusX: reach * random.between(0.25, 1.1),
    radiusY: reach * random.between(0.25, 1.1),
    strength: random.between(0.25, 1.6),
  }
  optics.push((plane) => glare(plane, spot))
}

const small: Change = (recipe, random) => {
  recipe.pose.modulePx = random.between(1.7, 3)
}

const shadow: Change = ({ pose, optics, sensor }, random, { width, height }) => {
  const angle = random.between(0, 2 * Math.PI)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [cx, cy] = [
    pose.centreX / width + random.between(-0.08, 0.08),
    pose.centreY / height + random.between(-0.08, 0.08),
  ]
  const depth = random.between(0.03, 0.35)
  const softness = random.between(0.004, 0.4)
  sensor.exposure = random.between(0.9, 1.6)
  optics.unshift((plane) => {
    illuminate(plane, (x, y) => {
      const side = ((x - cx) * cos + (y - cy) * sin) / softness
      return depth + (1 - depth) / (1 + Math.exp(-4 * side))
    })
  })
}

const screenMoire: Change = ({ look, optics }, random) => {
  look.surface = random.pick(['screen', 'dark-screen'])
  const wave = {
    periodPx: random.between(2.3, 14),
    angle: random.between(0, Math.PI),
    depth: random.between(0.1, 0.6),
    phase: random.between(0, 6.28),
  }
  optics.push((plane) => moire(plane, wave))
}

/** A finger's edge, a sticker or a scratch; level L repairs about 7 % of the code words. */
const occlusion: Change = ({ look, signed }, random) => {
  const size = signed ? 49 : 27
  const scratch = random.chance(0.4)
  const area = size * size * random.between(0.008, 0.045)
  const width = scratch
    ? size * random.between(0.5, 0.9)
    : Math.sqrt(area) * random.between(0.7, 1.4)
  const height = scratch ? random.between(0.4, 1.3) : area / width
  // Not on the three finders: without one of them no code can be read.
  const x = random.between(-size / 2 + 9, size / 2 - width)
  const y = random.between(-size / 2 + 9, size / 2 - height)
  look.patches = [
    { x, y, width: Math.min(width, size / 2 - x), height, shade: random.pick([0.02, 0.3, 0.8]) },
  ]
}

const jpeg: Change = (recipe, random) => {
  recipe.jpegQuality = random.whole(6, 30)
}

const inverted: Change = ({ look }, random) => {
  look.inverted = true
  look.surface = random.pick(['dark-screen', 'dark-screen', 'card'])
}

const mirrored: Change = ({ look }) => {
  look.mirrored = true
}

const negative: Change = (recipe) => {
  recipe.hasCode = false
}

/** Two or three moderate defects together, as in a real entrance hall. */
const mixed: Change = (recipe, random, size) => {
  const { pose, optics, sensor } = recipe
  pose.roll = random.between(-40, 40) * DEGREE
  pose.pitch = random.between(-28, 28) * DEGREE
  pose.yaw = random.between(-28, 28) * DEGREE
  recipe.jpegQuality = random.whole(35, 75)
  sensor.readNoise = random.between(2, 7)
  if (random.chance(0.5)) pose.modulePx = Math.max(2.2, pose.modulePx * 0.75)
  if (random.chance(0.5))
    optics.push((plane) => gaussianBlur(plane, random.between(0.2, 0.4) * pose.modulePx))
  else
    optics.push((plane) =>
      motionBlur(plane, random.between(0.4, 1) * pose.modulePx, random.between(0, Math.PI)),
    )
  if (random.chance(0.4)) shadow(recipe, random, size)
}

export const CHANGES = {
  ordinary: () => {},
  perspective,
  rotation,
  blur,
  motion,
  noise,
  'low-contrast': lowContrast,
  glare: glareSpot,
  small,
  shadow,
  moire: screenMoire,
  occlusion,
  jpeg,
  inverted,
  mirrored,
  mixed,
  negative,
} as const satisfies Record<string, Change>

export type Category = keyof typeof CHANGES

export const CATEGORIES: readonly Category[] = Object.keys(CHANGES) as Category[] // the keys of the literal above
