import type { Quad } from './geometry.ts'
import { equaliseFromAll, equaliseFromKnown, normaliseGrid } from './grid-equaliser.ts'
import { gridAgreement, refineQuad, sampleGrid } from './grid-sampler.ts'
import { gridTemplate, MARGIN, type GridTemplate } from './grid-template.ts'
import type { GrayImage, Workspace } from './image.ts'

// Reads a code that zxing located but could not correct. zxing takes each module from one thresholded pixel; here the
// grid is fitted to the gray picture and the blur between modules is undone (grid-equaliser.ts) before deciding. On our
// own frames this reads 150 of the 175 located codes that zxing does not read, in 2 to 3 ms, without a false read: the
// result still has to pass the code's own Reed-Solomon check.

/** Below this agreement of the known modules there is no code under the corners, or of another version. */
const LEAST_START_AGREEMENT = 0.15
const LEAST_AGREEMENT = 0.45

const MOST_ITERATIONS = 5 // no code that was wrong after the fifth was right later
const FILTER_RADIUS = 2 // modules: a movement of up to two modules

/** Reads a picture of bare modules, two pixels each (the equaliser's decision), or null. */
export type ModuleReader = (image: GrayImage) => string | null

export interface GridReading {
  readonly text: string | null
  /** Where the grid was fitted, or null when none was there. */
  readonly corners: Quad | null
}

export function decodeGrid(
  image: GrayImage,
  candidate: { corners: Quad; version: number },
  readModules: ModuleReader,
  workspace: Workspace,
): GridReading {
  const template = gridTemplate(candidate.version)
  if (template === null) return { text: null, corners: null }
  if (Math.abs(gridAgreement(image, candidate.corners, template)) < LEAST_START_AGREEMENT)
    return { text: null, corners: null }
  const { quad, agreement } = refineQuad(image, candidate.corners, template)
  if (Math.abs(agreement) < LEAST_AGREEMENT) return { text: null, corners: null }

  const { side, known } = template
  const grays = new Float32Array(side * side)
  const values = new Float32Array(side * side)
  const decision = new Float32Array(side * side)
  sampleGrid(image, quad, template, grays)
  normaliseGrid(grays, template, Math.sign(agreement), values)
  equaliseFromKnown(values, template, decision)
  const teacher = Int8Array.from(known)
  let text = readModules(drawModules(decision, template, workspace))
  for (let iteration = 0; text === null && iteration < MOST_ITERATIONS; iteration++) {
    const changed = teach(decision, template, teacher)
    if (changed === 0) break
    equaliseFromAll(values, teacher, side, FILTER_RADIUS, decision)
    text = readModules(drawModules(decision, template, workspace))
  }
  return { text, corners: quad }
}

/** Copies the decisions into `teacher`; returns how many differ from the earlier ones. */
function teach(decision: Float32Array, template: GridTemplate, teacher: Int8Array): number {
  const { side, known } = template
  let changed = 0
  for (let row = MARGIN; row < side - MARGIN; row++) {
    for (let cell = row * side + MARGIN; cell < (row + 1) * side - MARGIN; cell++) {
      if (known[cell] !== 0) continue
      const lesson = decision[cell]! > 0 ? 1 : -1 // inside the grid
      if (teacher[cell] !== lesson) {
        teacher[cell] = lesson
        changed++
      }
    }
  }
  return changed
}

const MODULE_PX = 2
const QUIET_PX = 4 * MODULE_PX

function drawModules(
  decision: Float32Array,
  template: GridTemplate,
  workspace: Workspace,
): GrayImage {
  const { side, size, known } = template
  const widthPx = size * MODULE_PX + 2 * QUIET_PX
  const image = workspace.image('modules', widthPx, widthPx)
  const { data } = image
  data.fill(255)
  for (let row = 0; row < size; row++) {
    const start = (QUIET_PX + row * MODULE_PX) * widthPx + QUIET_PX
    for (let column = 0; column < size; column++) {
      const cell = (row + MARGIN) * side + column + MARGIN
      const value = known[cell] === 0 ? decision[cell]! : known[cell]! // inside the grid
      if (value > 0) data.fill(0, start + column * MODULE_PX, start + (column + 1) * MODULE_PX)
    }
    data.copyWithin(start + widthPx, start, start + size * MODULE_PX)
  }
  return image
}
