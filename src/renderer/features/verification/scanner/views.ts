import { areaAround, boundingBox, type Quad } from './geometry.ts'
import {
  boxMean,
  crop,
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
import { busiestSquare } from './texture.ts'

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

/** One frame with everything that is derived from it, made when first asked for. */
export interface Picture {
  readonly frame: ScanFrame
  readonly gray: () => GrayImage
  readonly half: () => GrayImage
}

export function openPicture(frame: ScanFrame, workspace: Workspace): Picture {
  let full: GrayImage | null = null
  let halved: GrayImage | null = null
  return {
    frame,
    gray: () => (full ??= gray(frame, workspace)),
    half: () =>
      (halved ??= halfGray(frame, workspace.image('half', frame.width >> 1, frame.height >> 1))),
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
  const ofHalf = recipe.source === 'full'
  const base = ofHalf ? picture.half() : image
  const mean = boxMean(
    base,
    ofHalf ? Math.max(1, radius >> 1) : radius,
    workspace.image('mean', base.width, base.height),
  )
  const out = workspace.image('filtered', image.width, image.height)
  return {
    ...view,
    image:
      kind === 'unsharp' ? unsharpBox(image, mean, gain, out) : localNorm(image, mean, gain, out),
  }
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
  if (doubled && shorter > HALVE_PLACE_FROM_PX) return null // it has pixels enough
  const image = crop(picture.gray(), area, workspace.image('place', width, height))
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

/** Searched on the half: a code's structure is still there, and it costs a quarter. */
function busyArea(picture: Picture, side: number): Rectangle | null {
  const { x, y, width, height } = busiestSquare(picture.half(), side / 2)
  return areaAround({ x: x * 2, y: y * 2, width: width * 2, height: height * 2 }, 1, picture.frame)
}
