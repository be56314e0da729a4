import { areaAround, boundingBox, type Quad } from './geometry.ts'
import {
  boxMean,
  crop,
  cropGray,
  gray,
  half,
  halfGray,
  localNorm,
  scale,
  unsharpBox,
  type GrayImage,
  type Rectangle,
  type ScanFrame,
  type Workspace,
} from './image.ts'

// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

const BLOCK_PX = 8
/** Steps between neighbours count up to this many times the mean one: a few hard edges must not outweigh a code. */
const CAP_IN_MEANS = 3
const LEAST_CAP = 4 // gray levels

/**
 * The square of `side` pixels with the most fine structure: a code is there, blurred or dim, when no finder pattern was
 * recognised. Looking there costs a tenth of looking everywhere. Returns a rectangle cut at the edges.
 */
function busiestSquare({ columns, rows, table }: Structure, side: number): Rectangle {
  const stride = columns + 1
  const across = Math.min(columns, Math.round(side / BLOCK_PX))
  const down = Math.min(rows, Math.round(side / BLOCK_PX))
  let most = -1
  let bestRow = 0
  let bestColumn = 0
  for (let row = 0; row + down <= rows; row++) {
    const above = row * stride
    const below = (row + down) * stride
    for (let column = 0; column + across <= columns; column++) {
      const busy =
        table[below + column + across]! -
        table[above + column + across]! -
        table[below + column]! +
        table[above + column]!
      if (busy > most) {
        most = busy
        bestRow = row
        bestColumn = column
      }
    }
  }
  return {
    x: bestColumn * BLOCK_PX,
    y: bestRow * BLOCK_PX,
    width: across * BLOCK_PX,
    height: down * BLOCK_PX,
  }
}

/** Summed-area table over blocks of the capped steps between neighbouring pixels, on every second line. */
interface Structure {
  readonly columns: number
  readonly rows: number
  readonly table: Float64Array
}

function structureOf(image: GrayImage): Structure {
  const { width, data } = image
  const columns = Math.floor((width - 1) / BLOCK_PX)
  const rows = Math.floor((image.height - 1) / BLOCK_PX)
  const cap = Math.max(LEAST_CAP, CAP_IN_MEANS * meanStep(image))
  const stride = columns + 1
  const table = new Float64Array(stride * (rows + 1))
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let column = 0; column < columns; column++) {
      for (let y = row * BLOCK_PX; y < (row + 1) * BLOCK_PX; y += 2) {
        const start = y * width + column * BLOCK_PX
        for (let i = start; i < start + BLOCK_PX; i++) {
          const across = Math.abs(data[i]! - data[i + 1]!)
          const down = Math.abs(data[i]! - data[i + width]!)
          sum += (across < cap ? across : cap) + (down < cap ? down : cap)
        }
      }
      const at = (row + 1) * stride + column + 1
      table[at] = table[at - stride]! + sum
    }
  }
  return { columns, rows, table }
}

function meanStep({ width, height, data }: GrayImage): number {
  const every = 7 // a sample is enough for a mean
  let total = 0
  let count = 0
  for (let y = 0; y < height - 1; y += every) {
    for (let x = 0; x < width - 1; x += every) {
      const i = y * width + x
      total += Math.abs(data[i]! - data[i + 1]!) + Math.abs(data[i]! - data[i + width]!)
      count += 2
    }
  }
  return count > 0 ? (2 * total) / count / 2 : 0
}

/** A picture to look at, cut from the frame: its pixel (0, 0) lies at (x, y), and one of its pixels is `factor` of the frame's. */
export interface View {
  readonly image: GrayImage
  readonly x: number
  readonly y: number
  readonly factor: number
}

export interface ViewRecipe {
  /**
   * The whole frame, its half, or the place where the code is or may be: the last sighting, or else the busiest square.
   * Doubled, a smaller square: for codes of two pixels a module.
   */
  readonly source: 'full' | 'half' | 'place' | 'place-doubled'
  /** Against the mean of the surrounding square; the radius is in pixels of the source. */
  readonly filter: {
    readonly kind: 'unsharp' | 'norm'
    readonly radius: number
    readonly gain: number
  } | null
}

/** One frame with everything derived from it, computed on first use. */
export interface Picture {
  readonly frame: ScanFrame
  readonly gray: () => GrayImage
  readonly half: () => GrayImage
  /** Of the half: the structure of a code is still visible there, at a quarter of the cost. */
  readonly structure: () => Structure
  /** An area of `gray`, without a gray picture of the rest where none was made yet. */
  readonly cut: (area: Rectangle, out: GrayImage) => GrayImage
}

export function openPicture(frame: ScanFrame, workspace: Workspace): Picture {
  let full: GrayImage | null = null
  let halved: GrayImage | null = null
  let structure: Structure | null = null
  const halfSize = (): GrayImage =>
    (halved ??= halfGray(frame, workspace.image('half', frame.width >> 1, frame.height >> 1)))
  return {
    frame,
    gray: () => (full ??= gray(frame, workspace)),
    half: halfSize,
    structure: () => (structure ??= structureOf(halfSize())),
    cut: (area, out) =>
      full === null && frame.channels === 4
        ? cropGray(frame, area, out)
        : crop((full ??= gray(frame, workspace)), area, out),
  }
}

const AROUND_SIGHTING = 1.8 // of the code's box: a hand moves a card by less between two looks
const HALVE_PLACE_FROM_PX = 420
/** Holds a code with modules of up to 7 px; larger ones are read at half size. */
const BUSY_SIDE_PX = 400
const DOUBLED_SIDE_PX = 200

export function makeView(
  picture: Picture,
  recipe: ViewRecipe,
  sighting: Quad | null,
  workspace: Workspace,
): View | null {
  const view = sourceView(picture, recipe, sighting, workspace)
  if (view === null || recipe.filter === null) return view
  const { kind, radius, gain } = recipe.filter
  const { image } = view
  // The mean of the full frame is taken from its half, for a quarter of the time.
  const mean = recipe.source === 'full' ? meanOfHalf(picture, radius, workspace) : radius
  const out = workspace.image('filtered', image.width, image.height)
  return {
    ...view,
    image:
      kind === 'unsharp' ? unsharpBox(image, mean, gain, out) : localNorm(image, mean, gain, out),
  }
}

function meanOfHalf(picture: Picture, radius: number, workspace: Workspace): GrayImage {
  const image = picture.half()
  const out = workspace.image('mean', image.width, image.height)
  return boxMean(image, Math.max(1, radius >> 1), out)
}

function sourceView(
  picture: Picture,
  recipe: ViewRecipe,
  sighting: Quad | null,
  workspace: Workspace,
): View | null {
  switch (recipe.source) {
    case 'full':
      return { image: picture.gray(), x: 0, y: 0, factor: 1 }
    case 'half':
      return { image: picture.half(), x: 0, y: 0, factor: 2 }
    case 'place':
    case 'place-doubled': {
      const doubled = recipe.source === 'place-doubled'
      const area =
        sighting === null
          ? busyArea(picture, doubled ? DOUBLED_SIDE_PX : BUSY_SIDE_PX)
          : areaAround(boundingBox(sighting), AROUND_SIGHTING, picture.frame)
      return area === null ? null : cutArea(picture, area, doubled, workspace)
    }
  }
}

function cutArea(
  picture: Picture,
  area: Rectangle,
  doubled: boolean,
  workspace: Workspace,
): View | null {
  const { x, y, width, height } = area
  const shorter = Math.min(width, height)
  if (doubled && shorter > HALVE_PLACE_FROM_PX) return null // it has enough pixels
  const image = picture.cut(area, workspace.image('place', width, height))
  if (doubled)
    return {
      image: scale(image, workspace.image('place-scaled', width * 2, height * 2)),
      x,
      y,
      factor: 0.5,
    }
  if (shorter <= HALVE_PLACE_FROM_PX) return { image, x, y, factor: 1 }
  return {
    image: half(image, workspace.image('place-scaled', width >> 1, height >> 1)),
    x,
    y,
    factor: 2,
  }
}

function busyArea(picture: Picture, side: number): Rectangle | null {
  const { x, y, width, height } = busiestSquare(picture.structure(), side / 2)
  return areaAround({ x: x * 2, y: y * 2, width: width * 2, height: height * 2 }, 1, picture.frame)
}
