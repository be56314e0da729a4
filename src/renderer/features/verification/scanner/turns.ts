import type { ViewRecipe } from './views.ts'

// What a look tries after the cheap first try failed. One turn a look, in rotation, so that a look stays near 12 ms at
// 1280 x 720 while a frame that is held still gets every treatment within four looks. The order inside a turn and
// between turns is by share of rescued frames for the time, measured on our own frames (tests/bench/frames.ts).

const plain = (source: ViewRecipe['source']): ViewRecipe => ({ source, filter: null })
const unsharp = (source: ViewRecipe['source'], radius: number, gain: number): ViewRecipe => ({
  source,
  filter: { kind: 'unsharp', radius, gain },
})
const norm = (source: ViewRecipe['source'], radius: number, gain: number): ViewRecipe => ({
  source,
  filter: { kind: 'norm', radius, gain },
})

/** For frames whose first try is at half size. */
export const WIDE_TURNS: readonly (readonly ViewRecipe[])[] = [
  [unsharp('place', 12, 6), unsharp('half', 3, 2), unsharp('place', 3, 3), plain('full')],
  [norm('place', 12, 8), unsharp('half', 8, 4), norm('half', 6, 4)],
  [unsharp('place-doubled', 12, 6), unsharp('full', 12, 6)],
  [unsharp('place', 6, 3), unsharp('half', 6, 6), norm('full', 12, 8)],
]

/** For small frames, whose first try is at full size. */
export const SMALL_TURNS: readonly (readonly ViewRecipe[])[] = [
  [plain('half'), unsharp('place', 8, 4), norm('half', 6, 4), unsharp('place-doubled', 12, 6)],
  [
    unsharp('place', 3, 3),
    unsharp('place-doubled', 3, 6),
    unsharp('half', 6, 6),
    unsharp('full', 6, 3),
  ],
  [plain('half'), norm('place', 12, 8), unsharp('full', 8, 4)],
  [unsharp('place', 12, 6), unsharp('full', 12, 6), norm('full', 12, 8)],
]
