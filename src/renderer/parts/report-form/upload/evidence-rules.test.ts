import { expect, test } from 'vitest'
import { checkFile, limitsMb, mustShrink } from './evidence-rules.ts'

test.each([
  ['a.MOV', '', 1, { kind: 'video', type: 'video/quicktime' }],
  ['noend', 'image/png', 1, { kind: 'image', type: 'image/png' }],
  ['a.gif', 'image/gif', 25 * 1024 * 1024 + 1, { fault: 'imageSize' }],
  ['IMG_2041.HEIC', '', 25 * 1024 * 1024, { kind: 'image', type: 'image/heic' }],
  ['a.3gp', 'video/3gpp', 1, { kind: 'video', type: 'video/3gpp' }],
  ['a.m4v', '', 1, { kind: 'video', type: 'video/x-m4v' }],
  ['PTT-20261128.opus', '', 1, { kind: 'audio', type: 'audio/ogg' }],
  ['voice', 'audio/x-m4a', 1, { kind: 'audio', type: 'audio/x-m4a' }],
  ['a.wav', '', 8 * 1024 * 1024 + 1, { fault: 'videoSize' }],
  ['a.jpg', 'image/jpeg', 60 * 1024 * 1024, { kind: 'image', type: 'image/jpeg' }],
  ['a.jpg', 'image/jpeg', 60 * 1024 * 1024 + 1, { fault: 'photoSize' }],
  ['a.pdf', '', 20 * 1024 * 1024 + 1, { fault: 'documentSize' }],
  ['a.mp4', '', 8 * 1024 * 1024 + 1, { fault: 'videoSize' }],
  ['a.mov', '', 8 * 1024 * 1024, { kind: 'video', type: 'video/quicktime' }],
  ['constructor', '', 1, { fault: 'kind' }],
] as const)('%s of type %j with %i bytes', (name, type, size, expected) => {
  expect(checkFile({ name, type, size }, 8 * 1024 * 1024)).toEqual(expected)
})

test('while the server has not reported its limit for films, the server decides', () => {
  expect(checkFile({ name: 'a.mp4', type: '', size: 10 ** 12 })).toMatchObject({ kind: 'video' })
  expect(limitsMb(undefined)).toEqual({ image: 25, photo: 60, document: 20, video: undefined })
  expect(limitsMb(7 * 1024 * 1024).video).toBe(7)
})

test.each([
  ['image/jpeg', 5 * 1024 * 1024, false],
  ['image/jpeg', 5 * 1024 * 1024 + 1, true],
  ['image/png', 5 * 1024 * 1024 + 1, true],
  ['image/webp', 5 * 1024 * 1024 + 1, true],
  ['image/gif', 5 * 1024 * 1024 + 1, false], // only its first picture would be left
  ['application/pdf', 5 * 1024 * 1024 + 1, false],
  ['video/mp4', 50 * 1024 * 1024, false],
] as const)('%s with %i bytes is made smaller: %s', (type, size, shrunk) => {
  expect(mustShrink({ type, size })).toBe(shrunk)
})
