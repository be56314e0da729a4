import { readFile } from 'node:fs/promises'
import type { ScanFrame } from '../../../src/renderer/parts/scanner/decoder/image.ts'
import { createPipeline } from '../../../src/renderer/parts/scanner/decoder/pipeline.ts'
import { makeFrame } from '../frames-make.ts'
import { loadEnginesFromDisk } from '../scan-engines.ts'
import { quantile } from '../scan-score.ts'
import type { PeerFolder } from './install.ts'

const SEED = 1
const FRAMES = Number(process.env['FRAMES'] ?? 72)
const LOOKS = 4 // of the pipeline at a frame that is held still; a peer would do the same work again
const WARM_UP_FRAMES = 12

type Reader = (frame: ScanFrame) => Promise<string | null>

interface Tally {
  found: number
  foundFirst: number
  falseReads: number
  /** Processor time of the first look at each frame with a code, by frame; null where that look did not read it. */
  readonly firstMs: (number | null)[]
  readonly allMs: number[]
}

async function peers(folder: PeerFolder): Promise<Record<string, Reader>> {
  const readers: Record<string, Reader> = {}
  if (await folder.install('jsqr')) {
    const { default: loaded } = await folder.load('jsqr')
    const jsqr = loaded as (
      data: Uint8ClampedArray,
      width: number,
      height: number,
    ) => { data: string } | null
    readers['jsQR'] = async ({ data, width, height }) => jsqr(data, width, height)?.data ?? null
  }
  if (await folder.install('zxing-wasm')) {
    const { prepareZXingModule, readBarcodes } = (await folder.load('zxing-wasm/reader')) as {
      prepareZXingModule: (options: object) => unknown
      readBarcodes: (image: object, options: object) => Promise<readonly { text: string }[]>
    }
    // Without its bytes it would be fetched from a public network of copies.
    const wasmBinary = await readFile(folder.file('zxing-wasm', 'dist/reader/zxing_reader.wasm'))
    prepareZXingModule({ overrides: { wasmBinary } })
    const zxing =
      (options: object): Reader =>
      async ({ data, width, height }) => {
        const image = { data, width, height, colorSpace: 'srgb' } // Node has no ImageData
        const [code] = await readBarcodes(image, {
          formats: ['QRCode'],
          maxNumberOfSymbols: 1,
          ...options,
        })
        return code?.text ?? null
      }
    readers['zxing-wasm, defaults'] = zxing({})
    readers['zxing-wasm, no extra tries'] = zxing({
      tryHarder: false,
      tryRotate: false,
      tryInvert: false,
      tryDownscale: false,
    })
  }
  if (await folder.install('@undecaf/zbar-wasm')) {
    const { scanRGBABuffer } = (await folder.load('@undecaf/zbar-wasm')) as {
      scanRGBABuffer: (
        buffer: ArrayBufferLike,
        width: number,
        height: number,
      ) => Promise<readonly { decode: () => string }[]>
    }
    readers['zbar-wasm'] = async ({ data, width, height }) =>
      (await scanRGBABuffer(data.buffer, width, height))[0]?.decode() ?? null
  }
  return readers
}

const usedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** All readers see one frame before the next is made, so a busy machine slows them alike. */
export async function benchScanner(folder: PeerFolder): Promise<void> {
  const pipeline = createPipeline(await loadEnginesFromDisk())
  const ours = 'WLD pipeline'
  const readers: Record<string, Reader> = {
    [ours]: async (frame) => (await pipeline.step(frame)).text,
    ...(await peers(folder)),
  }
  const fresh = (): Tally => ({ found: 0, foundFirst: 0, falseReads: 0, firstMs: [], allMs: [] })
  const tallies = new Map(Object.keys(readers).map((name) => [name, fresh()]))
  let withCode = 0
  for (let index = -WARM_UP_FRAMES; index < FRAMES; index += 1) {
    const { rgba, width, height, text: truth } = await makeFrame(SEED, Math.abs(index))
    if (index === 0) for (const name of tallies.keys()) tallies.set(name, fresh()) // the code is compiled now
    if (index >= 0 && truth !== null) withCode += 1
    const frame: ScanFrame = { data: rgba, width, height, channels: 4 }
    for (const [name, read] of Object.entries(readers)) {
      const tally = tallies.get(name) ?? fresh()
      pipeline.reset()
      for (let look = 0; look < (name === ours ? LOOKS : 1); look += 1) {
        const before = usedMs()
        const text = await read(frame)
        const took = usedMs() - before
        tally.allMs.push(took)
        if (look === 0) tally.firstMs.push(text !== null && text === truth ? took : null)
        if (text === null) continue
        if (text === truth) {
          tally.found += 1
          if (look === 0) tally.foundFirst += 1
          break
        }
        tally.falseReads += 1
      }
    }
  }
  const own = tallies.get(ours) ?? fresh()
  const percent = (count: number): string => ((100 * count) / withCode).toFixed(1)
  console.log(`\n## Scanner: ${FRAMES} frames, ${withCode} with a code\n`)
  console.log(
    '| Reader | found % | on the first look % | false reads | p50 ms | p95 ms | ours ÷ it, frames both read |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  for (const [name, { found, foundFirst, falseReads, firstMs, allMs }] of tallies) {
    const ratios = firstMs.flatMap((theirs, frame) => {
      const mine = own.firstMs[frame] ?? null
      return theirs === null || mine === null ? [] : [mine / theirs]
    })
    const times = [quantile(allMs, 0.5), quantile(allMs, 0.95)].map((ms) => ms.toFixed(1))
    console.log(
      `| ${name} | ${percent(found)} | ${percent(foundFirst)} | ${falseReads} | ${times.join(' | ')} | ${quantile(ratios, 0.5).toFixed(2)} (${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}) |`,
    )
  }
}
