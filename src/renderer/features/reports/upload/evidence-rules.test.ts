import { expect, test } from 'vitest'
import { checkFile, limitsMb } from './evidence-rules.ts'

test.each([
  ['a.MOV', '', 1, { kind: 'video', type: 'video/quicktime' }],
  ['noend', 'image/png', 1, { kind: 'image', type: 'image/png' }],
  ['a.jpg', 'image/jpeg', 5 * 1024 * 1024 + 1, { fault: 'imageSize' }],
  ['a.pdf', '', 20 * 1024 * 1024 + 1, { fault: 'documentSize' }],
  ['a.mp4', '', 8 * 1024 * 1024 + 1, { fault: 'videoSize' }],
  ['a.mov', '', 8 * 1024 * 1024, { kind: 'video', type: 'video/quicktime' }],
  ['constructor', '', 1, { fault: 'kind' }],
] as const)('%s of type %j with %i bytes', (name, type, size, expected) => {
  expect(checkFile({ name, type, size }, 8 * 1024 * 1024)).toEqual(expected)
})

test('a film of a server that has not said its limit is for the server to judge', () => {
  expect(checkFile({ name: 'a.mp4', type: '', size: 10 ** 12 })).toMatchObject({ kind: 'video' })
  expect(limitsMb(undefined)).toEqual({ image: 5, document: 20, video: undefined })
  expect(limitsMb(7 * 1024 * 1024).video).toBe(7)
})
