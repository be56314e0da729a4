import QRCode from 'qrcode'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { loadEnginesFromDisk } from '#tests/bench/scan-engines.ts'
import { createPipeline } from './decoder/pipeline.ts'
import { readImageFile, type Rasterise, imageSize } from './image-file.ts'

const TEXT = '10004217|آمنة إدريس|1990-04-12'
const pipeline = createPipeline(await loadEnginesFromDisk())

/** What `rasterise` does with a canvas, done with sharp. */
const rasterise: Rasterise = async (file, { width, height }) => {
  const small = await sharp(await file.arrayBuffer())
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .toBuffer()
  const drawings = new Map<string, Buffer>()
  const draw = async (
    w: number,
    h: number,
    cw: number,
    ch: number,
    degrees: number,
  ): Promise<void> => {
    const content = await sharp(small)
      .resize(cw, ch, { fit: 'fill' })
      .rotate(degrees, { background: '#fff' })
      .png()
      .toBuffer()
    const image = sharp({ create: { width: w, height: h, channels: 4, background: '#fff' } })
    const fitted = await sharp(content)
      .resize(w, h, { fit: 'inside', withoutEnlargement: true })
      .toBuffer()
    drawings.set(
      [w, h, cw, ch, degrees].join(),
      await image
        .composite([{ input: fitted }])
        .raw()
        .toBuffer(),
    )
  }
  // draw() is synchronous in the browser: the first attempt is drawn ahead, which is all these pictures need.
  await draw(Math.max(48, width), Math.max(48, height), width, height, 0)
  return {
    draw: ({ width: w, height: h, contentWidth, contentHeight, rotationDegrees }) => {
      const data = drawings.get([w, h, contentWidth, contentHeight, rotationDegrees].join())
      return {
        width: w,
        height: h,
        channels: 4,
        data:
          data === undefined
            ? new Uint8ClampedArray(w * h * 4).fill(255)
            : new Uint8ClampedArray(data),
      }
    },
    close: () => {},
  }
}

const png = await QRCode.toBuffer(TEXT, { errorCorrectionLevel: 'L', scale: 6, margin: 4 })

test.each([
  ['PNG', () => sharp(png).png()],
  ['JPEG', () => sharp(png).jpeg({ quality: 80 })],
  ['lossy WebP', () => sharp(png).webp({ quality: 80 })],
  ['lossless WebP', () => sharp(png).webp({ lossless: true })],
  ['WebP with transparency', () => sharp(png).ensureAlpha(0.9).webp()],
])('%s: size from the head, text from the picture', async (_, make) => {
  const bytes = await make().toBuffer()
  const { width, height } = await sharp(bytes).metadata()
  expect(imageSize(bytes)).toEqual({ width, height })
  expect(await readImageFile(new Blob([new Uint8Array(bytes)]), pipeline, rasterise)).toEqual({
    kind: 'found',
    text: TEXT,
  })
})

test('a huge picture is opened at no more than 2000 px a side', async () => {
  const bytes = await sharp({
    create: { width: 5000, height: 2500, channels: 3, background: '#888' },
  })
    .png()
    .toBuffer()
  const sizes: { width: number; height: number }[] = []
  await readImageFile(new Blob([new Uint8Array(bytes)]), pipeline, async (_file, size) => {
    sizes.push(size)
    return null
  })
  expect(sizes).toEqual([{ width: 2000, height: 1000 }])
})

test('a picture without a code', async () => {
  const bytes = await sharp({
    create: { width: 300, height: 200, channels: 3, background: '#888' },
  })
    .png()
    .toBuffer()
  expect(await readImageFile(new Blob([new Uint8Array(bytes)]), pipeline, rasterise)).toEqual({
    kind: 'none',
  })
})

test.each([
  ['text', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', new Uint8Array()],
  ['a PNG that ends too early', new Uint8Array(png.subarray(0, 20))],
  ['a JPEG without a frame', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9, 0, 0)],
  ['a broken PNG', new Uint8Array(png.subarray(0, 60))],
])('%s is unreadable', async (_, bytes) => {
  expect(await readImageFile(new Blob([bytes]), pipeline, rasterise)).toEqual({
    kind: 'unreadable',
  })
})

test('more pixels than can be opened safely', async () => {
  const head = new Uint8Array(png.subarray(0, 40))
  new DataView(head.buffer).setUint32(16, 60_000)
  new DataView(head.buffer).setUint32(20, 60_000)
  expect(await readImageFile(new Blob([head]), pipeline, rasterise)).toEqual({ kind: 'too-large' })
})
