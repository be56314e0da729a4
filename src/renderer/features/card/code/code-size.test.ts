import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import {
  modulesPath,
  paintModules,
  QUIET_ZONE_MODULES,
  qrModules,
  wholePixelsPerModule,
} from '../../../ui/qr/qr-modules.ts'
import { codeOnBack, codeOnScreen } from './code-size.ts'

const SEAL = `1.k1.1790000000.1821536000.4711.${'hQm3K9_x'.repeat(11).slice(0, 86)}`
const PAYLOADS = {
  latin: `10004217|Amna Idris Abdelrahman|1990-04-12|${SEAL}`,
  arabic: `10004218|محمد عبد الرحمن آدم إسحق|1985-09-02|${SEAL}`,
  unsigned: '10004219|Yusuf Khatir|2001-06-05',
  // The longest name that the register holds: two parts of 80 letters, two bytes each.
  longest: `999999999999999|${'م'.repeat(80)} ${'ن'.repeat(80)}|1966-01-30|${SEAL}`,
}

function read(payload: string, modulePx: number): string | undefined {
  const { sidePx, pixels } = paintModules(qrModules(payload), modulePx)
  return jsQR(pixels, sidePx, sidePx)?.data
}

describe('the drawn code', () => {
  it.each(Object.entries(PAYLOADS))('is read back letter by letter: %s', (_, payload) => {
    expect(read(payload, 4)).toBe(payload)
  })

  it('is black and white only, with four light modules on every side', () => {
    const modules = qrModules(PAYLOADS.latin)
    const { sidePx, pixels } = paintModules(modules, 3)
    expect(sidePx).toBe((modules.size + 2 * QUIET_ZONE_MODULES) * 3)
    const greys = new Set<number>()
    for (let index = 0; index < sidePx * sidePx; index += 1) {
      const shade = pixels[index * 4] ?? -1
      greys.add(shade)
      const [x, y] = [index % sidePx, Math.floor(index / sidePx)]
      const quiet = Math.min(x, y, sidePx - 1 - x, sidePx - 1 - y) < QUIET_ZONE_MODULES * 3
      if (quiet && shade !== 255) expect.fail(`dark pixel in the quiet zone at ${x},${y}`)
    }
    expect([...greys].toSorted((a, b) => a - b)).toEqual([0, 255])
  })

  it('has the same dark modules as a path for print', () => {
    const modules = qrModules(PAYLOADS.arabic)
    const dark = new Set<string>()
    for (const [, x, y, width] of modulesPath(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let step = 0; step < Number(width); step += 1) dark.add(`${Number(x) + step},${y}`)
    }
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        expect(dark.has(`${column},${row}`)).toBe(modules.isDark(row, column))
      }
    }
  })
})

describe('the size of the code', () => {
  it.each(Object.entries(PAYLOADS))(
    'on the back is at least 160 px, in whole pixels of the download: %s',
    (_, payload) => {
      const { modulePx, sidePx } = codeOnBack(qrModules(payload))
      expect(Number.isInteger(modulePx)).toBe(true)
      expect(sidePx).toBeGreaterThanOrEqual(160)
      expect(sidePx).toBeLessThanOrEqual(240)
    },
  )

  it('is 0 where there is no room', () => {
    expect(wholePixelsPerModule(qrModules(PAYLOADS.latin), 20)).toBe(0)
  })

  it.each([
    { ratio: 1, room: { left: 0, top: 8, width: 320, height: 340 } },
    { ratio: 2.625, room: { left: 0, top: 8.5, width: 411.43, height: 560.2 } },
    { ratio: 3, room: { left: 0, top: 44, width: 360, height: 520 } },
  ])('on a screen of $ratio pixels a CSS pixel stands on whole pixels', ({ ratio, room }) => {
    const modules = qrModules(PAYLOADS.arabic)
    const { modulePx, side, left, top } = codeOnScreen(modules, room, ratio)
    const whole = (cssPx: number): number => Math.abs(cssPx * ratio - Math.round(cssPx * ratio))
    expect(modulePx).toBe(Math.floor((room.width * ratio) / (modules.size + 8)))
    expect(side * ratio).toBeCloseTo((modules.size + 8) * modulePx)
    expect(whole(left + room.left)).toBeLessThan(1e-6)
    expect(whole(top + room.top)).toBeLessThan(1e-6)
    expect(side).toBeLessThanOrEqual(Math.min(room.width, room.height))
  })
})
