/**
 * Which part of a picture the portrait shows. Pure arithmetic: places are shares of the picture (0 to 1), movements
 * are shares of the frame, so nothing here knows pixels of a screen.
 */
import { PORTRAIT_SIDE_MAX, type PictureSize } from './picture-size.ts'

/** Width to height of a portrait, as near to the card's as its three sizes are to each other. */
export const PORTRAIT_SHAPE = 4 / 5
export const ZOOM_MAX = 5

export interface Crop {
  /** The middle of what is shown. */
  readonly x: number
  readonly y: number
  /** 1: as much of the picture as the frame's shape allows. */
  readonly zoom: number
}
export interface Point {
  readonly x: number
  readonly y: number
}

/** Faces are nearer to the top of a photo than to its bottom, as on the card. */
const KEPT_ABOVE = 0.3
const MIDDLE: Point = { x: 0.5, y: 0.5 }

/** What is shown, as shares of the picture's width and height. */
function extent(
  { width, height }: PictureSize,
  zoom: number,
): { readonly across: number; readonly down: number } {
  const shape = width / height
  const wide = shape > PORTRAIT_SHAPE
  return {
    across: (wide ? PORTRAIT_SHAPE / shape : 1) / zoom,
    down: (wide ? 1 : shape / PORTRAIT_SHAPE) / zoom,
  }
}

const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most)

/** The nearest crop that shows nothing outside the picture. */
function within(size: PictureSize, { x, y, zoom }: Crop): Crop {
  const allowed = between(zoom, 1, ZOOM_MAX)
  const { across, down } = extent(size, allowed)
  return {
    zoom: allowed,
    x: between(x, across / 2, 1 - across / 2),
    y: between(y, down / 2, 1 - down / 2),
  }
}

export function firstCrop(size: PictureSize): Crop {
  const { down } = extent(size, 1)
  return within(size, { x: 0.5, y: down / 2 + (1 - down) * KEPT_ABOVE, zoom: 1 })
}

/** The picture follows the hand: pulling it to the right shows more of its left. */
export function moveBy(size: PictureSize, crop: Crop, right: number, down: number): Crop {
  const shown = extent(size, crop.zoom)
  return within(size, { ...crop, x: crop.x - right * shown.across, y: crop.y - down * shown.down })
}

/** Zooms so that what lies at `at` (a place in the frame) stays there, as far as the edges allow. */
export function zoomTo(size: PictureSize, crop: Crop, zoom: number, at: Point = MIDDLE): Crop {
  const next = between(zoom, 1, ZOOM_MAX)
  const [before, after] = [extent(size, crop.zoom), extent(size, next)]
  return within(size, {
    zoom: next,
    x: crop.x + (at.x - 0.5) * (before.across - after.across),
    y: crop.y + (at.y - 0.5) * (before.down - after.down),
  })
}

/** The part of the picture, in its pixels. */
export function cropArea(size: PictureSize, { x, y, zoom }: Crop): PictureSize & Point {
  const { across, down } = extent(size, zoom)
  return {
    x: (x - across / 2) * size.width,
    y: (y - down / 2) * size.height,
    width: across * size.width,
    height: down * size.height,
  }
}

/** Size of the portrait that is sent: at most the pixels of the part, at most the print size. */
export function portraitSize(part: PictureSize): PictureSize {
  const height = Math.max(1, Math.min(PORTRAIT_SIDE_MAX, Math.round(part.height)))
  return { height, width: Math.max(1, Math.round(height * PORTRAIT_SHAPE)) }
}
