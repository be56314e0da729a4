import { beforeAll, expect, test } from 'vitest'
import { makeFrame, type MadeFrame } from '#tests/bench/frames-make.ts'
import { CATEGORIES, type Category } from '#tests/bench/frames-recipes.ts'
import { loadEnginesFromDisk } from '#tests/bench/scan-engines.ts'
import { createScorer, type Scorer } from '#tests/bench/scan-score.ts'
import type { ScanEngines } from './engines.ts'
import type { ScanFrame } from './image.ts'
import { createPipeline } from './pipeline.ts'

// A small version of `npm run bench -- scan` on frames of a fixed seed, small ones for speed.

const SEED = 404
const FRAMES = 40
const SIZE = { width: 640, height: 480 }
/** Measured: 36 of the 38 with a code, all on the first look; zxing alone, trying harder, reads 29. */
const LEAST_FOUND = 34
const LEAST_FOUND_FIRST = 33

const frameOf = ({ width, height, rgba }: MadeFrame): ScanFrame => ({
  width,
  height,
  channels: 4,
  data: rgba,
})

let engines: ScanEngines
let scorer: Scorer
beforeAll(async () => {
  engines = await loadEnginesFromDisk()
  scorer = createScorer(createPipeline(engines))
})

// To draw a frame takes a third of a second of the processor, so each has a time limit of its own: all in one hook took
// longer than that on a busy machine.
test.each(Array.from({ length: FRAMES }, (_, index) => index))('takes frame %i', async (index) => {
  const frame = await makeFrame(SEED, index, { size: SIZE })
  await scorer.add(frameOf(frame), frame)
})

test('reads generated frames at least as well as measured', () => {
  const { found, foundFirst } = scorer.score()
  expect(found).toBeGreaterThanOrEqual(LEAST_FOUND)
  expect(foundFirst).toBeGreaterThanOrEqual(LEAST_FOUND_FIRST)
})

test('reads nothing false', () => {
  expect(scorer.score().falseReads).toBe(0)
})

test('the grid decoder reads blur that zxing does not read', async () => {
  const zxing = engines.zxing
  if (zxing === null) throw new Error('zxing did not load')
  const pipeline = createPipeline(engines)
  let byGrid = 0
  for (let index = 0; index < 8; index++) {
    const frame = await makeFrame(SEED + 1, index, {
      size: SIZE,
      category: 'blur' satisfies Category,
    })
    pipeline.reset()
    const look = await pipeline.step(frameOf(frame))
    if (look.stage === 'grid' && look.text === frame.text) byGrid++
  }
  expect(byGrid).toBeGreaterThan(0)
})

test('the same seed draws the same frame', async () => {
  const [one, again, other] = [
    await makeFrame(7, 3, { size: SIZE }),
    await makeFrame(7, 3, { size: SIZE }),
    await makeFrame(8, 3, { size: SIZE }),
  ]
  expect(again).toEqual(one)
  expect(other.rgba).not.toEqual(one.rgba)
})

test('corners are those of the code in the frame', async () => {
  const frame = await makeFrame(SEED, CATEGORIES.indexOf('ordinary'), {
    size: { width: 1280, height: 720 },
  })
  const { text, corners } = await createPipeline(engines).step(frameOf(frame))
  expect(text).toBe(frame.text)
  const centreX = ((corners?.topLeft.x ?? 0) + (corners?.bottomRight.x ?? 0)) / 2
  expect(centreX).toBeGreaterThan(1280 * 0.3)
  expect(centreX).toBeLessThan(1280 * 0.7)
})

test('a light-on-dark code is read on every look, also where it was a moment ago', async () => {
  const frame = await makeFrame(SEED, 0, { size: SIZE, category: 'inverted' })
  const pipeline = createPipeline(engines)
  for (const stage of ['base', 'track', 'track'])
    expect(await pipeline.step(frameOf(frame))).toMatchObject({ text: frame.text, stage })
})

test('a gated pipeline idles while the picture does not change, and wakes in the look that shows a code', async () => {
  const empty = frameOf(await makeFrame(SEED, 0, { size: SIZE, category: 'negative' }))
  const card = await makeFrame(SEED, 0, { size: SIZE, category: 'ordinary' })
  const gated = createPipeline(engines, { gated: true })
  const stages: string[] = []
  for (let look = 0; look < 40; look++) stages.push((await gated.step(empty)).stage)
  expect(stages.slice(0, 30)).not.toContain('idle')
  expect(stages.slice(32).filter((stage) => stage === 'idle').length).toBeGreaterThanOrEqual(6)
  expect((await gated.step(frameOf(card))).text).toBe(card.text)
})

test('an engine that throws is a look with stage fault, and the next look works', async () => {
  const { zxing } = engines
  if (zxing === null) throw new Error('zxing did not load')
  let broken = true
  const look: typeof zxing.look = (image, effort) => {
    if (broken) throw new WebAssembly.RuntimeError('out of memory')
    return zxing.look(image, effort)
  }
  const pipeline = createPipeline({ ...engines, zxing: { ...zxing, look } })
  const frame = await makeFrame(SEED, 0, { size: SIZE, category: 'ordinary' })
  expect((await pipeline.step(frameOf(frame))).stage).toBe('fault')
  broken = false
  expect((await pipeline.step(frameOf(frame))).text).toBe(frame.text)
})
