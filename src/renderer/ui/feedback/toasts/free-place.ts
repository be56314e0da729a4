/** A box in the window, in pixels from its upper left corner. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Search {
  /** The toasts together. */
  readonly size: { readonly width: number; readonly height: number }
  /** The part of the window in which they may stand. */
  readonly within: Area
  /** What should be seen, the most important first: one pixel of an earlier layer weighs more than all of the later ones. */
  readonly layers: readonly (readonly Area[])[]
  /** The sides of `within`, the preferred one first. */
  readonly sides: readonly ('left' | 'middle' | 'right')[]
  readonly from: 'top' | 'bottom'
}

/** So far apart are the places that are tried. */
const STEP_PX = 4
/** What is beside a toast can be pressed without pressing the toast, and does not look as one with it. */
const GAP_PX = 8

const overlapOf = (place: Area, { left, top, right, bottom }: Area): number =>
  Math.max(0, Math.min(place.right, right + GAP_PX) - Math.max(place.left, left - GAP_PX)) *
  Math.max(0, Math.min(place.bottom, bottom + GAP_PX) - Math.max(place.top, top - GAP_PX))

/** How many square pixels of the others a place covers. */
export const coveredBy = (place: Area, others: readonly Area[]): number =>
  others.reduce((sum, other) => sum + overlapOf(place, other), 0)

function placesOf({ size: { width, height }, within, sides, from }: Search): Area[] {
  const lefts = {
    left: within.left,
    middle: (within.left + within.right - width) / 2,
    right: within.right - width,
  }
  const room = Math.max(0, within.bottom - within.top - height)
  return sides.flatMap((side) =>
    Array.from({ length: Math.floor(room / STEP_PX) + 1 }, (_, step) => {
      const left = lefts[side]
      const top = within.top + (from === 'top' ? step * STEP_PX : room - step * STEP_PX)
      return { left, top, right: left + width, bottom: top + height }
    }),
  )
}

/** The first place that covers nothing; otherwise the one that covers the least of the most important layer. */
export function freePlace(search: Search): Area | undefined {
  let best: { readonly place: Area; readonly covered: readonly number[] } | undefined
  for (const place of placesOf(search)) {
    const covered = search.layers.map((layer) => coveredBy(place, layer))
    if (covered.every((size) => size === 0)) return place
    if (best === undefined || isLess(covered, best.covered)) best = { place, covered }
  }
  return best?.place
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const layer = one.findIndex((size, index) => size !== other[index])
  return layer !== -1 && (one[layer] ?? 0) < (other[layer] ?? 0)
}
