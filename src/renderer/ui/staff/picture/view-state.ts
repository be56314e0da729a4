/** The view of a picture: size, rotation, and the visible part. */
export interface View {
  /** Times the size at which the whole picture fits. */
  readonly zoom: number
  readonly quarterTurns: 0 | 1 | 2 | 3
  /** The offset of the middle, in parts of the stage. */
  readonly x: number
  readonly y: number
  /** Stronger contrast, for worn print and photos of screens. */
  readonly contrast: Contrast
}

type Contrast = 'normal' | 'strong' | 'inverted'

export const WHOLE: View = { zoom: 1, quarterTurns: 0, x: 0, y: 0, contrast: 'normal' }
export const ZOOM_MAX = 6
const STEP = 1.4

const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** The picture never leaves the stage. */
function held(view: View): View {
  const reach = (view.zoom - 1) / 2
  return { ...view, x: between(view.x, -reach, reach), y: between(view.y, -reach, reach) }
}

/** @param steps more than one for a fast wheel, negative to zoom out */
export const zoomBy = (view: View, steps: number): View => {
  const zoom = between(view.zoom * STEP ** steps, 1, ZOOM_MAX)
  return held({ ...view, zoom, x: (view.x * zoom) / view.zoom, y: (view.y * zoom) / view.zoom })
}

/** Toggles between the whole picture and a larger one, with one key. */
export const toggleZoom = (view: View): View =>
  view.zoom > 1 ? held({ ...view, zoom: 1 }) : zoomBy(view, 3)

export const moveBy = (view: View, x: number, y: number): View =>
  held({ ...view, x: view.x + x, y: view.y + y })

export const turn = (view: View): View => {
  const turns = [1, 2, 3, 0] as const
  return { ...view, quarterTurns: turns[view.quarterTurns], x: 0, y: 0 }
}

const NEXT_CONTRAST = { normal: 'strong', strong: 'inverted', inverted: 'normal' } as const
export const nextContrast = (view: View): View => ({
  ...view,
  contrast: NEXT_CONTRAST[view.contrast],
})
