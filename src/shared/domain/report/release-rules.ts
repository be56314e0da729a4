/**
 * Changes that make something public: it may name or show a person, and what was seen cannot be taken back. They take
 * effect after the seconds of undo, and some need a second member of staff (ADR 0065).
 */
import { isOnPage, type Box } from './public-copy-rules.ts'

export interface ShownState {
  readonly heldBack: boolean
  readonly boxes: readonly Box[]
}

/** Less than half a pixel: the same box after rounding. */
const NEARLY = 0.0002
const covers = (outer: Box, inner: Box): boolean =>
  isOnPage(outer, inner.page ?? 1) &&
  outer.x <= inner.x + NEARLY &&
  outer.y <= inner.y + NEARLY &&
  outer.x + outer.width >= inner.x + inner.width - NEARLY &&
  outer.y + outer.height >= inner.y + inner.height - NEARLY

/**
 * Boxes whose place no single box of the new state covers. Two boxes that cover a third one together do not count: the
 * change then waits although nothing is uncovered, which is the safe error.
 */
const uncovered = (before: readonly Box[], after: readonly Box[]): Box[] =>
  before.filter((box) => !after.some((other) => covers(other, box)))

/** Whether the public sees more after the change than before it. */
export const isRelease = (before: ShownState, after: ShownState): boolean =>
  (before.heldBack && !after.heldBack) || uncovered(before.boxes, after.boxes).length > 0

/** The part of a change that hides more, which does not wait. */
export const stricter = (before: ShownState, after: ShownState): ShownState => ({
  heldBack: before.heldBack || after.heldBack,
  boxes: [
    ...before.boxes,
    ...after.boxes.filter((box) => !before.boxes.some((other) => covers(other, box))),
  ],
})

export interface StateOfHistory extends ShownState {
  /** Null where the account was erased: another person. */
  readonly by: number | null
}

type People = ReadonlySet<number | null>

/**
 * Whether the change uncovers or releases what somebody else covered or held back. A box that covers an older one is
 * also that of the people behind the older one: otherwise a person who draws a larger box over it could take off both.
 * @param history oldest first; its last state is the present one
 */
export function releasesWorkOfOthers(
  history: readonly StateOfHistory[],
  after: ShownState,
  callerId: number,
): boolean {
  let boxes: readonly { readonly box: Box; readonly by: People }[] = []
  let holders: People = new Set()
  for (const state of history) {
    boxes = state.boxes.map((box) => {
      const below = boxes.filter((one) => covers(box, one.box))
      const isOld = below.some((one) => covers(one.box, box))
      return {
        box,
        by: new Set([...(isOld ? [] : [state.by]), ...below.flatMap(({ by }) => [...by])]),
      }
    })
    holders = state.heldBack ? (holders.size > 0 ? holders : new Set([state.by])) : new Set()
  }
  const isOfOthers = (people: People): boolean => [...people].some((one) => one !== callerId)
  const present = history.at(-1)
  if (present === undefined) return false
  const taken = uncovered(present.boxes, after.boxes)
  return (
    (present.heldBack && !after.heldBack && isOfOthers(holders)) ||
    boxes.some(({ box, by }) => taken.includes(box) && isOfOthers(by))
  )
}
