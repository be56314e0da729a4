/**
 * The pictures with which ZXing-C++ tests its reader. It demands of itself how many of each folder are read, at each turn; no
 * less is demanded of ours. They are in no package, so this runs where `ZXING_PICTURES` names the folder `test/samples` of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadEnginesFromDisk } from '#tests/bench/scan-engines.ts'
import { createPipeline } from '../../src/renderer/parts/scanner/decoder/pipeline.ts'

const folder = process.env['ZXING_PICTURES'] ?? ''
/**
 * `BlackboxTestRunner.cpp` of 2026-08-20, for a look in a hurry. In qrcode-2 one less: it has a code of model 1, which no card
 * has had since 1997.
 */
const DEMANDS = [
  ['qrcode-1', 8],
  ['qrcode-2', 50],
  ['qrcode-3', 18],
  ['qrcode-4', 15],
  ['qrcode-5', 16],
  ['qrcode-6', 15],
] as const
/** A frame that is held still gets each treatment of the pipeline within six looks. */
const LOOKS = 6

async function readPicture(path: string, turn: number): Promise<string | null> {
  const { data, info } = await sharp(path)
    .flatten({ background: '#fff' })
    .rotate(turn)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const frame = { ...info, channels: 4, data: new Uint8ClampedArray(data) } as const
  pipeline.reset()
  for (let look = 0; look < LOOKS; look += 1) {
    const { text } = await pipeline.step(frame)
    if (text !== null) return text
  }
  return null
}
const pipeline = createPipeline(await loadEnginesFromDisk())

describe.skipIf(folder === '').each(DEMANDS)('%s', (name, demanded) => {
  const pictures =
    folder === ''
      ? []
      : readdirSync(join(folder, name)).filter((file) => /\.(?:png|jpg|webp)$/.test(file))

  test.each([0, 90, 180, 270])(
    `at least ${demanded} are read when turned by %i degrees`,
    async (turn) => {
      let count = 0
      const wrong: string[] = []
      for (const file of pictures) {
        const text = await readPicture(join(folder, name, file), turn)
        if (text === null) continue
        count += 1
        const truth = join(folder, name, file.replace(/\.\w+$/, '.txt'))
        const wanted = existsSync(truth) ? readFileSync(truth, 'utf8') : text
        // Our cards are UTF-8 without a mark of it, so codes in Shift JIS have other letters here.
        if (/^[\x20-\x7e\r\n]*$/.test(wanted) && text !== wanted) wrong.push(`${file}: ${text}`)
      }
      expect(wrong).toEqual([])
      expect(count).toBeGreaterThanOrEqual(demanded)
    },
  )
})
