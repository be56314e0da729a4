import { describe, expect, test } from 'vitest'
import { DOCUMENT_SIDE_MAX, fitWithin } from './picture-size.ts'
import { asJpegName, isHeic, mayBePicture } from './picture-type.ts'

test.each([
  [
    { width: 4_800, height: 3_600 },
    { width: 2_400, height: 1_800 },
  ],
  [
    { width: 3_000, height: 4_000 },
    { width: 1_800, height: 2_400 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 2_400, height: 1 },
    { width: 2_400, height: 1 },
  ],
  [
    { width: 9_000, height: 1 },
    { width: 2_400, height: 1 },
  ],
])('a document of %o is sent as %o', (size, sent) =>
  expect(fitWithin(size, DOCUMENT_SIDE_MAX)).toEqual(sent),
)

describe('a file may be a picture', () => {
  test.each([
    ['a.jpg', 'image/jpeg', true],
    ['IMG_2041.HEIC', '', true],
    ['a.heic', 'application/octet-stream', true],
    ['a.svg', 'image/svg+xml', false],
    ['a.pdf', 'application/pdf', false],
    ['a.exe', '', false],
    ['jpg', '', false],
  ])('%s (%s): %s', (name, type, expected) => expect(mayBePicture({ name, type })).toBe(expected))
})

test.each([
  ['IMG_2041.HEIC', '', true],
  ['photo', 'image/heif', true],
  ['photo.avif', '', true],
  ['photo.jpg', 'image/jpeg', false],
])('%s (%s) is HEIC: %s', (name, type, expected) => expect(isHeic({ name, type })).toBe(expected))

test.each([
  ['IMG_2041.HEIC', 'IMG_2041.jpg'],
  ['passport.v2.png', 'passport.v2.jpg'],
  ['photo', 'photo.jpg'],
  ['.heic', 'photo.jpg'],
])('%s is sent as %s', (name, sent) => expect(asJpegName(name)).toBe(sent))
