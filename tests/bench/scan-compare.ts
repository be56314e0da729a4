import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readBarcodes } from 'zxing-wasm/reader'
import type { ScanFrame } from '../../src/renderer/features/verification/scanner/decoder/image.ts'
import type { ScanPipeline } from '../../src/renderer/features/verification/scanner/decoder/look.ts'
import { createPipeline } from '../../src/renderer/features/verification/scanner/decoder/pipeline.ts'
import { loadEnginesFromDisk } from './scan-engines.ts'
import { createScorer } from './scan-score.ts'

// node tests/bench/scan-compare.ts DIR
// The pipeline against simple alternatives on the same frames in one run, frame by frame, so that a busy machine slows
// all of them alike: figures of different runs cannot be compared.

const engines = await loadEnginesFromDisk()
if (engines.zxing === null) throw new Error('zxing did not load')

function simple(
  read: (frame: ScanFrame) => Promise<string | null>,
): Pick<ScanPipeline, 'step' | 'reset'> {
  return {
    reset: () => {},
    step: async (frame) => ({ text: await read(frame), corners: null, stage: 'base' }),
  }
}

const candidates = {
  pipeline: createPipeline(engines),
  'zxing readBarcodes, defaults (try harder)': simple(async ({ data, width, height }) => {
    const image = { data, width, height, colorSpace: 'srgb' } as ImageData // Node has no ImageData; these are the fields read
    const [result] = await readBarcodes(image, {
      formats: ['QRCode'],
      maxNumberOfSymbols: 1,
      characterSet: 'UTF8',
    })
    return result?.text ?? null
  }),
  'jsQR pipeline (no WebAssembly)': createPipeline({ ...engines, zxing: null }),
}

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: node tests/bench/scan-compare.ts DIR')
const truth = JSON.parse(await readFile(join(directory, 'truth.json'), 'utf8')) as {
  file: string
  text: string | null
  category: string
}[] // our own file
const scorers = Object.entries(candidates).map(([name, candidate]) => ({
  name,
  scorer: createScorer(candidate),
}))
for (const entry of truth) {
  const { data, info } = await sharp(join(directory, entry.file))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const frame: ScanFrame = {
    width: info.width,
    height: info.height,
    channels: 4,
    data: new Uint8ClampedArray(data),
  }
  for (const { scorer } of scorers) await scorer.add(frame, entry)
}
const withCode = truth.filter(({ text }) => text !== null).length
console.table(
  Object.fromEntries(
    scorers.map(({ name, scorer }) => {
      const { found, foundFirst, falseReads, medianMs, p95Ms } = scorer.score()
      const percent = (count: number): number => Math.round((1000 * count) / withCode) / 10
      return [
        name,
        { 'found %': percent(found), 'first %': percent(foundFirst), falseReads, medianMs, p95Ms },
      ]
    }),
  ),
)
