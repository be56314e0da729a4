import {
  type Box,
  BOXES_IN_ALL_MAX,
  BOXES_MAX,
  fitBox,
  isOnPage,
} from '#shared/domain/report/public-copy-rules.ts'

/** The boxes in a picture with the steps that led to them, for undo and redo. */
export interface BoxSteps {
  readonly past: readonly (readonly Box[])[]
  readonly present: readonly Box[]
  readonly future: readonly (readonly Box[])[]
}

export const startWith = (boxes: readonly Box[]): BoxSteps => ({
  past: [],
  present: boxes,
  future: [],
})

const step = ({ past, present }: BoxSteps, next: readonly Box[]): BoxSteps => ({
  past: [...past, present],
  present: next,
  future: [],
})

export const mayAdd = ({ present }: BoxSteps, page: number): boolean =>
  present.length < BOXES_IN_ALL_MAX &&
  present.filter((box) => isOnPage(box, page)).length < BOXES_MAX

/** The first page is that of a picture, so it is left out. */
export const addBox = (steps: BoxSteps, box: Box, page = 1): BoxSteps =>
  mayAdd(steps, page)
    ? step(steps, [...steps.present, fitBox({ ...box, ...(page > 1 && { page }) })])
    : steps

export const changeBox = (steps: BoxSteps, index: number, box: Box): BoxSteps =>
  step(
    steps,
    steps.present.map((one, place) => (place === index ? fitBox(box) : one)),
  )

export const removeBox = (steps: BoxSteps, index: number): BoxSteps =>
  step(
    steps,
    steps.present.filter((_, place) => place !== index),
  )

export function undo({ past, present, future }: BoxSteps): BoxSteps {
  const before = past.at(-1)
  return before === undefined
    ? { past, present, future }
    : { past: past.slice(0, -1), present: before, future: [present, ...future] }
}

export function redo({ past, present, future }: BoxSteps): BoxSteps {
  const [next, ...later] = future
  return next === undefined
    ? { past, present, future }
    : { past: [...past, present], present: next, future: later }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The box between two points, whichever is which corner. */
export const boxBetween = (one: Point, other: Point): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
})

const STEP = 0.01
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** What an arrow key makes of a box: it moves, or with Shift its lower right corner does. */
export function boxByKey(box: Box, key: string, shift: boolean): Box | undefined {
  const by = ARROWS[key]
  if (by === undefined) return undefined
  return fitBox(
    shift
      ? { ...box, width: box.width + by.x, height: box.height + by.y }
      : { ...box, x: box.x + by.x, y: box.y + by.y },
  )
}
