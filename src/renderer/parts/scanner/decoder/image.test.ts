import { expect, test } from 'vitest'
import {
  boxMean,
  createWorkspace,
  crop,
  gray,
  half,
  halfGray,
  localNorm,
  scale,
  unsharpBox,
  type GrayImage,
  type ScanFrame,
} from './image.ts'

function grayImage(
  width: number,
  height: number,
  level: (x: number, y: number) => number,
): GrayImage {
  return {
    width,
    height,
    data: Uint8ClampedArray.from({ length: width * height }, (_, i) =>
      level(i % width, Math.floor(i / width)),
    ),
  }
}

const blank = (width: number, height: number): GrayImage => grayImage(width, height, () => 0)

const COLOURS: ScanFrame = {
  width: 2,
  height: 2,
  channels: 4,
  data: Uint8ClampedArray.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255),
}

test('gray weighs the colours as Rec. 601 does', () => {
  const { data } = gray(COLOURS, createWorkspace())
  expect([...data.subarray(0, 4)]).toEqual([76, 149, 28, 255])
})

test('halving a colour frame is halving its gray picture', () => {
  const [level] = halfGray(COLOURS, blank(1, 1)).data
  const [afterwards] = half(gray(COLOURS, createWorkspace()), blank(1, 1)).data
  expect(level).toBe(128)
  expect(Math.abs((level ?? 0) - (afterwards ?? 0))).toBeLessThanOrEqual(1)
})

test('a frame that starts off a word boundary is read all the same', () => {
  const bytes = new Uint8ClampedArray(17)
  bytes.set(COLOURS.data, 1)
  const { data } = gray({ ...COLOURS, data: bytes.subarray(1) }, createWorkspace())
  expect([...data.subarray(0, 4)]).toEqual([76, 149, 28, 255])
})

test('crop copies the area', () => {
  const image = grayImage(8, 6, (x, y) => 10 * y + x)
  expect([...crop(image, { x: 3, y: 2, width: 2, height: 2 }, blank(2, 2)).data]).toEqual([
    23, 24, 33, 34,
  ])
})

test('scaling keeps a ramp a ramp, up to the edges', () => {
  const doubled = scale(
    grayImage(8, 8, (x) => x * 20),
    blank(16, 16),
  )
  const line = [...doubled.data.subarray(0, 16)]
  expect(line.toSorted((a, b) => a - b)).toEqual(line)
  expect(line[0]).toBe(0)
  expect(line[15]).toBeGreaterThanOrEqual(135)
})

test('boxMean is the mean of the square, edges repeated', () => {
  const image = grayImage(9, 7, (x, y) => (x * 37 + y * 91) % 256)
  const mean = boxMean(image, 2, blank(9, 7))
  for (const [x, y] of [
    [0, 0],
    [4, 3],
    [8, 6],
    [1, 5],
  ] as const) {
    let sum = 0
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        sum +=
          image.data[Math.min(6, Math.max(0, y + dy)) * 9 + Math.min(8, Math.max(0, x + dx))] ?? 0
      }
    }
    expect(Math.abs((mean.data[y * 9 + x] ?? 0) - sum / 25)).toBeLessThanOrEqual(1)
  }
})

test('white stays white at every radius, whatever way its share is rounded', () => {
  const white = grayImage(30, 30, () => 255)
  for (let radius = 1; radius <= 14; radius++) {
    expect(new Set(unsharpBox(white, radius, 6, blank(30, 30)).data)).toEqual(new Set([255]))
  }
})

test('a radius gives what the mean of its squares would', () => {
  const image = grayImage(40, 30, (x, y) => (x * 37 + y * 91 + x * y) % 256)
  const mean = boxMean(image, 3, blank(40, 30))
  const byHand = [...mean.data].map((level, i) =>
    Math.max(0, Math.min(255, 7 * (image.data[i] ?? 0) - 6 * level)),
  )
  expect([...unsharpBox(image, 3, 6, blank(40, 30)).data]).toEqual(byHand)
})

test('localNorm and unsharpBox amplify the difference from the mean, clamped, with the mean of the half', () => {
  const image = grayImage(4, 4, (x) => (x < 2 ? 100 : 110))
  const means = grayImage(2, 2, () => 105)
  expect([...localNorm(image, means, 8, blank(4, 4)).data.subarray(0, 4)]).toEqual([
    88, 88, 168, 168,
  ])
  expect([...unsharpBox(image, means, 2, blank(4, 4)).data.subarray(0, 4)]).toEqual([
    90, 90, 120, 120,
  ])
  expect([...unsharpBox(image, means, 60, blank(4, 4)).data.subarray(0, 4)]).toEqual([
    0, 0, 255, 255,
  ])
})
