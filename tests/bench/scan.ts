import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { z } from 'zod'
import type { ScanFrame } from '../../src/renderer/parts/scanner/decoder/image.ts'
import { createPipeline } from '../../src/renderer/parts/scanner/decoder/pipeline.ts'
import { loadEnginesFromDisk } from './scan-engines.ts'
import { createScorer } from './scan-score.ts'

// npm run bench -- scan DIR
// Reads DIR/truth.json and its PNG frames with the product's own pipeline. The last line printed is one JSON object:
// {total, found, foundFirst, falseReads, medianMs, p95Ms, byCategory}; scan-score.ts says what each counts.

const USAGE =
  'usage: npm run bench -- scan DIR   (a folder with truth.json, e.g. from npm run bench -- frames DIR)'
const Truth = z.array(
  z.object({
    file: z.string().min(1),
    text: z.string().nullable(),
    category: z.string().default('all'),
  }),
)

/** V8 and the wasm code compile on first use, which the app does once a session, so these looks are not counted. */
const WARM_UP_FRAMES = 12

async function readTruth(directory: string): Promise<z.infer<typeof Truth>> {
  const path = join(directory, 'truth.json')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`cannot read ${path}: ${reasonOf(error)}\n${USAGE}`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not JSON: ${reasonOf(error)}`, { cause: error })
  }
  const parsed = Truth.safeParse(json)
  if (!parsed.success)
    throw new Error(
      `${path} is not [{file, text|null, category}]:\n${z.prettifyError(parsed.error)}`,
    )
  return parsed.data
}

async function readFrame(path: string): Promise<ScanFrame> {
  try {
    const { data, info } = await sharp(path)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // A buffer of its own, as from a canvas.
    return {
      width: info.width,
      height: info.height,
      channels: 4,
      data: new Uint8ClampedArray(data),
    }
  } catch (error) {
    throw new Error(`cannot read the frame ${path}: ${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const [directory, ...rest] = positionals
  if (directory === undefined || rest.length > 0) throw new Error(USAGE)
  const truth = await readTruth(directory)
  const pipeline = createPipeline(await loadEnginesFromDisk())

  const warmUp = createScorer(pipeline)
  for (const entry of truth.slice(0, WARM_UP_FRAMES))
    await warmUp.add(await readFrame(join(directory, entry.file)), entry)

  const scorer = createScorer(pipeline)
  for (const entry of truth) await scorer.add(await readFrame(join(directory, entry.file)), entry)
  const score = scorer.score()
  for (const [category, { total, found, foundFirst, falseReads }] of Object.entries(
    score.byCategory,
  )) {
    console.info(
      `${category.padEnd(14)} ${found}/${total} found, ${foundFirst} on the first look, ${falseReads} false`,
    )
  }
  console.info(JSON.stringify(score))
}

main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
