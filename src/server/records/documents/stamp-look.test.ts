import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawWatermark } from '../../parts/files/watermark.ts'
import { isStamped, stampLines } from './stamp-look.ts'

const AT = '2026-05-03T09:05:07.000Z'

describe('the stamp', () => {
  test('names the viewer, the number and the minute', () => {
    expect(stampLines({ id: 10_004_217, first_name: 'Élodie', last_name: 'Idris' }, AT)).toEqual([
      'ELODIE IDRIS',
      'WLD 10004217 - 2026-05-03 09:05 UTC',
    ])
  })
  test('keeps to the number where the name has no Latin letters', () => {
    expect(stampLines({ id: 7, first_name: 'آمنة', last_name: 'إدريس' }, AT)).toEqual([
      'WLD 7 - 2026-05-03 09:05 UTC',
    ])
  })
  test.each(['#ffffff', '#101010'])(
    'is visible on %s, all over the picture',
    async (background) => {
      const bare = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .jpeg()
        .toBuffer()
      const stamped = await drawWatermark(bare, ['AMNA IDRIS', 'WLD 10004217'])
      expect(await sharp(stamped).metadata()).toMatchObject({
        width: 900,
        height: 600,
        format: 'jpeg',
      })
      for (const [left, top] of [
        [0, 0],
        [600, 0],
        [0, 300],
        [600, 300],
      ] as const) {
        const { channels } = await sharp(stamped)
          .extract({ left, top, width: 300, height: 300 })
          .stats()
        expect(channels[0]?.stdev ?? 0, `${left},${top}`).toBeGreaterThan(4)
      }
    },
  )
})

test.each([
  ['idProofFront', true],
  ['reqIdProofBack', true],
  ['identity-front', true],
  ['paper', true],
  ['wldProfile', false],
  ['report', false],
])('%s is stamped: %s', (purpose, is) => expect(isStamped(purpose)).toBe(is))
