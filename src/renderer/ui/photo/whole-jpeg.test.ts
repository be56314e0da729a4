import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isWholeJpeg } from './whole-jpeg.ts'

const photo = (progressive: boolean): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#884422' } })
    .composite([
      { input: Buffer.alloc(40 * 40 * 3, 0x7f), raw: { width: 40, height: 40, channels: 3 } },
    ])
    .jpeg({ progressive })
    .withMetadata({ exif: { IFD0: { Make: '\u00ff\u00d9 thumbnail' } } })
    .toBuffer()

test.each([false, true])(
  'a JPEG has its end, or a part is missing (progressive: %s)',
  async (progressive) => {
    const whole = await photo(progressive)
    expect(isWholeJpeg(whole)).toBe(true)
    expect(isWholeJpeg(Buffer.concat([whole, Buffer.from('a film behind the photo')]))).toBe(true)
    for (const share of [0.3, 0.5, 0.9, 0.99])
      expect(isWholeJpeg(whole.subarray(0, Math.floor(whole.length * share)))).toBe(false)
    expect(isWholeJpeg(whole.subarray(0, -2))).toBe(false)
  },
)

test('of other files nothing is said', () => expect(isWholeJpeg(Buffer.from('GIF89a'))).toBe(true))
