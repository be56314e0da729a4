import type { AttemptStage, DecodeAttempt, ScanPipeline } from './attempt.ts'
import type { ScanEngines, Sighting, ZxingEngine, JsqrEngine } from './engines.ts'
import { boundingBox, mapQuad, moduleSize, type Quad } from './geometry.ts'
import { decodeGrid } from './grid-decoder.ts'
import { createWorkspace, type GrayImage, crop, gray, halfGray, type ScanFrame } from './image.ts'
import { makeView, openPicture, type Picture, type ViewRecipe } from './views.ts'

// What a look tries after the cheap first try failed: one view, in rotation. More of them would make a look that finds nothing
// dearer than a look of zxing alone, and the frames that it holds up are the ones that may show the code better. The
// order is by share of rescued frames for the time, measured on our own frames (docs/performance.md): the first four
// read all that any of thirteen views read. The others are for what those frames do not have.

const unsharp = (source: ViewRecipe['source'], radius: number, gain: number): ViewRecipe => ({
  source,
  filter: { kind: 'unsharp', radius, gain },
})
const norm = (source: ViewRecipe['source'], radius: number, gain: number): ViewRecipe => ({
  source,
  filter: { kind: 'norm', radius, gain },
})

/** For frames whose first try is at half size. */
const WIDE_VIEWS: readonly ViewRecipe[] = [
  norm('place', 12, 8),
  unsharp('half', 6, 6),
  unsharp('place', 3, 3),
  { source: 'full', filter: null },
  unsharp('place-doubled', 12, 6),
  norm('half', 6, 4),
  unsharp('place', 12, 6),
  unsharp('full', 12, 6),
]

/** For small frames, whose first try is at full size. */
const SMALL_VIEWS: readonly ViewRecipe[] = [
  unsharp('half', 6, 6),
  unsharp('place', 8, 4),
  unsharp('place-doubled', 3, 6),
  unsharp('place', 3, 3),
  norm('half', 6, 4),
  unsharp('place-doubled', 12, 6),
  norm('place', 12, 8),
  unsharp('full', 12, 6),
]

/** Without WebAssembly: half the size, and every third look the middle of the frame at full size, for small codes. */
function createJsqrPipeline(jsqr: JsqrEngine): ScanPipeline {
  const workspace = createWorkspace()
  let looks = 0

  function look(frame: ScanFrame): ReturnType<JsqrEngine['look']> {
    const halfWidth = frame.width >> 1
    const halfHeight = frame.height >> 1
    if (looks % 3 !== 2) {
      const image = halfGray(frame, workspace.image('half', halfWidth, halfHeight))
      const sighting = jsqr.look(image, looks % 3 === 0 ? 'both' : 'as-is')
      return sighting
    }
    const area = { x: halfWidth >> 1, y: halfHeight >> 1, width: halfWidth, height: halfHeight }
    return jsqr.look(
      crop(gray(frame, workspace), area, workspace.image('crop', halfWidth, halfHeight)),
      'as-is',
    )
  }
  return {
    async step(frame) {
      looks++
      const sighting = look(frame)
      return {
        text: sighting?.text ?? null,
        corners: sighting?.corners ?? null,
        stage: sighting === null ? 'miss' : 'jsqr',
      }
    },
    reset() {
      looks = 0
    },
  }
}

// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

const SPACING_PX = 8 // of the half-size picture
/** Four times the noise of a webcam in a lit room, after halving. More noise than that only costs the saving. */
const CHANGED_LEVELS = 8
/** The smallest code that can be read covers three dozen samples. */
const LEAST_CHANGED = 4

interface ActivityMeter {
  /** Whether the picture differs from the last one by more than noise. The first picture always does. */
  changed: (image: GrayImage) => boolean
  reset: () => void
}

function createActivityMeter(): ActivityMeter {
  let earlier = new Uint8Array(0)
  return {
    changed(image) {
      const columns = Math.ceil(image.width / SPACING_PX)
      const rows = Math.ceil(image.height / SPACING_PX)
      const now = new Uint8Array(columns * rows)
      const comparable = earlier.length === now.length
      let changed = 0
      let i = 0
      for (let y = 0; y < image.height; y += SPACING_PX) {
        for (let x = 0; x < image.width; x += SPACING_PX) {
          const level = image.data[y * image.width + x]!
          now[i] = level
          if (comparable && Math.abs(level - earlier[i]!) > CHANGED_LEVELS) changed++
          i++
        }
      }
      earlier = now
      return !comparable || changed >= LEAST_CHANGED
    },
    reset() {
      earlier = new Uint8Array(0)
    },
  }
}

// The scan pipeline. A look goes from cheap to dear and stops at the first text:
//   1. where the code was a moment ago, or else the frame at half size (2 ms; reads two frames of three);
//   2. a code that was located there and not read: its place at full size, then its grid (grid-decoder.ts);
//   3. one of the sharpened and evened-out views (WIDE_VIEWS, SMALL_VIEWS), with the grid decoder behind it.
// jsQR is not among the rescues: of 45 frames that the first look missed it read 3, at 250 ms each and up to 2.8 s.

export interface PipelineOptions {
  /** Save time while nothing moves before the camera (see `isIdle`). */
  readonly gated?: boolean
}

/** From this width on the first try is at half size: a code that fills a fifth of the picture still has 2 px a module. */
const WIDE_FROM_PX = 800
const SIGHTING_LASTS_LOOKS = 6
const SMALLEST_SIGHTING_PX = 24
const GRID_ON_HALF_FROM_MODULE_PX = 6 // from there the half has all the detail, and less noise

const ACTIVE_LOOKS = 30
const IDLE_VIEW_EVERY = 4

export function createPipeline(engines: ScanEngines, options: PipelineOptions = {}): ScanPipeline {
  return engines.zxing === null
    ? createJsqrPipeline(engines.jsqr)
    : createZxingPipeline(engines.zxing, options)
}

const PLACE: ViewRecipe = { source: 'place', filter: null }
const HALF: ViewRecipe = { source: 'half', filter: null }
const FULL: ViewRecipe = { source: 'full', filter: null }

type Effort = Parameters<ZxingEngine['look']>[1]

function createZxingPipeline(zxing: ZxingEngine, { gated = false }: PipelineOptions): ScanPipeline {
  const workspace = createWorkspace()
  const activity = createActivityMeter()
  let looks = 0
  let views = 0
  let lastActive = 0
  let last: { look: number; corners: Quad } | null = null
  /** Grids tried in this look: another view of the same code leads to the same grid. */
  let triedGrids: Sighting[] = []

  function freshSighting(): Quad | null {
    return last !== null && looks - last.look < SIGHTING_LASTS_LOOKS ? last.corners : null
  }

  function lookAt(picture: Picture, recipe: ViewRecipe, effort: Effort): Sighting | null {
    const view = makeView(picture, recipe, freshSighting(), workspace)
    const seen = view === null ? null : zxing.look(view.image, effort)
    if (view === null || seen === null) return null
    const { x, y, factor } = view
    const corners = mapQuad(seen.corners, (corner) => ({
      x: corner.x * factor + x,
      y: corner.y * factor + y,
    }))
    const box = boundingBox(corners)
    if (Math.min(box.width, box.height) > SMALLEST_SIGHTING_PX) last = { look: looks, corners }
    return { ...seen, corners }
  }

  function readGrid(picture: Picture, sighting: Sighting): DecodeAttempt | null {
    const { version, corners } = sighting
    if (version === null || triedGrids.some((tried) => isSameGrid(tried, sighting))) return null
    triedGrids.push(sighting)
    const factor = moduleSize(corners, version) >= GRID_ON_HALF_FROM_MODULE_PX ? 2 : 1
    const image = factor === 2 ? picture.half() : picture.gray()
    const scaled = mapQuad(corners, ({ x, y }) => ({ x: x / factor, y: y / factor }))
    const reading = decodeGrid(image, { corners: scaled, version }, zxing.readModules, workspace)
    if (reading.text === null || reading.corners === null) return null
    const fitted = mapQuad(reading.corners, ({ x, y }) => ({ x: x * factor, y: y * factor }))
    last = { look: looks, corners: fitted }
    return { text: reading.text, corners: fitted, stage: 'grid' }
  }

  /** The result of one view: read at once, or through its grid. */
  function tryView(
    picture: Picture,
    recipe: ViewRecipe,
    effort: Effort,
    stage: AttemptStage,
  ): DecodeAttempt | null {
    const sighting = lookAt(picture, recipe, effort)
    if (sighting === null) return null
    return sighting.text === null
      ? readGrid(picture, sighting)
      : { text: sighting.text, corners: sighting.corners, stage }
  }

  /**
   * The picture has not changed for 30 looks and no code is located: three looks of four end after the first try, which
   * leaves 40 % of the processor time. A change is noticed in the look that shows it, so nothing is delayed: in 107
   * generated scenes, idle for 36 looks until a code (and nothing else) appeared, the gated pipeline read it on the
   * same look as the ungated one every time. A meter half as fine, as in the prototype, was late for a small and for a
   * dim code in 2 of 211.
   */
  function isIdle(picture: Picture): boolean {
    if (activity.changed(picture.half()) || freshSighting() !== null) lastActive = looks
    return looks - lastActive >= ACTIVE_LOOKS && looks % IDLE_VIEW_EVERY !== 0
  }

  function lookOnce(picture: Picture): DecodeAttempt {
    triedGrids = []
    const wide = picture.frame.width > WIDE_FROM_PX
    const tracked = freshSighting() !== null
    const idle = gated && isIdle(picture)
    const first = lookAt(picture, tracked ? PLACE : wide ? HALF : FULL, 'inverted')
    if (first !== null && first.text !== null)
      return { text: first.text, corners: first.corners, stage: tracked ? 'track' : 'base' }
    if (first !== null) {
      const zoomed = wide && !tracked ? tryView(picture, PLACE, 'inverted', 'zoom') : null
      const look = zoomed ?? readGrid(picture, first)
      if (look !== null) return look
    } else if (idle) return { text: null, corners: null, stage: 'idle' }
    const rotation = wide ? WIDE_VIEWS : SMALL_VIEWS
    const recipe = rotation[views++ % rotation.length] ?? HALF
    // Light on dark where a code is seen; elsewhere the first try has looked for it, and it costs a seventh of the look.
    const effort = freshSighting() === null ? 'quick' : 'inverted'
    const rescue = tryView(picture, recipe, effort, 'rescue')
    return rescue ?? { text: null, corners: freshSighting(), stage: 'miss' }
  }

  return {
    async step(frame) {
      looks++
      try {
        return lookOnce(openPicture(frame, workspace))
      } catch {
        return { text: null, corners: null, stage: 'fault' }
      }
    },
    reset() {
      looks = 0
      views = 0
      lastActive = 0
      last = null
      activity.reset()
    },
  }
}

/** Of the code's width: closer than this, the fit of the grid ends in the same place. */
const SAME_GRID = 0.1

function isSameGrid(one: Sighting, other: Sighting): boolean {
  if (one.version !== other.version) return false
  const a = boundingBox(one.corners)
  const b = boundingBox(other.corners)
  const differences = [
    a.x - b.x,
    a.y - b.y,
    a.x + a.width - b.x - b.width,
    a.y + a.height - b.y - b.height,
  ]
  return differences.every((difference) => Math.abs(difference) < b.width * SAME_GRID)
}
