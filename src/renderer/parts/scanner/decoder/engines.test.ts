import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { loadEnginesFromDisk } from '#tests/bench/scan-engines.ts'
import { loadEngines } from './engines.ts'
import type { ScanFrame } from './image.ts'
import { createPipeline } from './pipeline.ts'

const ARABIC = '10004217|آمنة إدريس عبد الرحمن|1990-04-12'
const SIGNED = `10004217|Amna Idris|1990-04-12|1.k1.1790000000.1821536000.42.${'Ab3_'.repeat(21)}xY`

/** A clean picture of a code in the middle of a gray frame. */
function drawCode(
  content: string | QRCode.QRCodeSegment[],
  options: { modulePx?: number; inverted?: boolean; mirrored?: boolean } = {},
): ScanFrame {
  const { modulePx = 4, inverted = false, mirrored = false } = options
  const { size, data } = QRCode.create(content, { errorCorrectionLevel: 'L' }).modules
  const side = Math.max(320, (size + 8) * modulePx)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(inverted ? 20 : 255)
  const margin = Math.floor((side - size * modulePx) / 2)
  for (let y = 0; y < size * modulePx; y++) {
    for (let x = 0; x < size * modulePx; x++) {
      const column = Math.floor(x / modulePx)
      const dark =
        Boolean(data[Math.floor(y / modulePx) * size + (mirrored ? size - 1 - column : column)]) !==
        inverted
      pixels.fill(
        dark ? 20 : 255,
        ((y + margin) * side + x + margin) * 4,
        ((y + margin) * side + x + margin) * 4 + 3,
      )
    }
  }
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255
  return { width: side, height: side, channels: 4, data: pixels }
}

async function firstText(
  frame: ScanFrame,
  pipeline: ReturnType<typeof createPipeline>,
): Promise<string | null> {
  pipeline.reset()
  for (let look = 0; look < 4; look++) {
    const { text } = await pipeline.step(frame)
    if (text !== null) return text
  }
  return null
}

const engines = await loadEnginesFromDisk()
const withJsqr = { ...engines, zxing: null }

test.each([
  ['Arabic in UTF-8', ARABIC, {}],
  ['a signed payload', SIGNED, {}],
  ['light on dark', SIGNED, { inverted: true }],
  ['a mirrored picture', SIGNED, { mirrored: true }],
  ['modules of 12 px', ARABIC, { modulePx: 12 }],
])('zxing reads %s', async (_, text, options) => {
  expect(await firstText(drawCode(text, options), createPipeline(engines))).toBe(text)
})

test('jsQR alone reads Arabic and light on dark', async () => {
  const pipeline = createPipeline(withJsqr)
  expect(await firstText(drawCode(ARABIC), pipeline)).toBe(ARABIC)
  expect(await firstText(drawCode(ARABIC, { inverted: true }), pipeline)).toBe(ARABIC)
})

test.each([
  ['zxing', engines],
  ['jsQR', withJsqr],
])('%s: noise, blank, tiny and binary pictures are looked at without a fault', async (_, used) => {
  const pipeline = createPipeline(used)
  let state = 1
  const noise = Uint8ClampedArray.from(
    { length: 320 * 240 * 4 },
    () => (state = (state * 48_271) % 2_147_483_647) & 255,
  )
  const binary = drawCode(
    [{ data: Uint8Array.from({ length: 2_900 }, (__, i) => (i * 151) & 255), mode: 'byte' }],
    { modulePx: 2 },
  )
  const frames: ScanFrame[] = [
    { width: 320, height: 240, channels: 4, data: noise },
    { width: 320, height: 240, channels: 1, data: noise.subarray(0, 320 * 240) },
    { width: 64, height: 48, channels: 4, data: new Uint8ClampedArray(64 * 48 * 4).fill(128) },
    { width: 2, height: 2, channels: 4, data: new Uint8ClampedArray(16) },
    binary,
  ]
  for (const frame of frames) {
    pipeline.reset()
    for (let look = 0; look < 4; look++) {
      const { text, stage } = await pipeline.step(frame)
      expect(stage).not.toBe('fault')
      if (frame !== binary) expect(text).toBeNull()
    }
  }
})

test('without the wasm file, jsQR takes over and the reason is reported', async () => {
  const reasons: unknown[] = []
  const broken = new Error('404')
  const loaded = await loadEngines(
    () => Promise.reject(broken),
    (reason) => reasons.push(reason),
  )
  expect(loaded.zxing).toBeNull()
  expect(reasons).toEqual([broken])
})
