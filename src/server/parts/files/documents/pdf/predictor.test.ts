import sharp from 'sharp'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { undoPredictor } from './predictor.ts'

/** The rows of a PNG are stored in the way that a PDF has for its predictors from 10 on. */
function rowsOf(png: Buffer): Buffer {
  const packed: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return inflateSync(Buffer.concat(packed))
}

test('rows of a picture that libpng wrote come back as they were', async () => {
  const pixels = Buffer.from(
    Array.from({ length: 40 * 30 * 3 }, (_, index) => (index * index) % 251),
  )
  const image = sharp(pixels, { raw: { width: 40, height: 30, channels: 3 } })
  const stored = rowsOf(
    await image.png({ adaptiveFiltering: true, compressionLevel: 9 }).toBuffer(),
  )
  const form = { predictor: 15, colors: 3, bits: 8, columns: 40 }
  expect(Buffer.from(undoPredictor(stored, form)).equals(pixels)).toBe(true)
})

test('rows of TIFF are sums from the left', () => {
  const form = { predictor: 2, colors: 1, bits: 8, columns: 3 }
  expect([...undoPredictor(Uint8Array.of(1, 1, 1, 250, 10, 0), form)]).toEqual([1, 2, 3, 250, 4, 4])
})

test.each([
  ['a row of no bytes', { predictor: 15, colors: 0, bits: 8, columns: 1 }, 'damaged'],
  ['a row of a gigabyte', { predictor: 15, colors: 4, bits: 8, columns: 2 ** 28 }, 'damaged'],
  ['rows of TIFF with half bytes', { predictor: 2, colors: 1, bits: 4, columns: 2 }, 'protected'],
])('%s is refused', (_what, form, fault) =>
  expect(() => undoPredictor(Uint8Array.of(1, 2, 3), form)).toThrow(fault),
)
