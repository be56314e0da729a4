import { describe, expect, it } from 'vitest'
import { coverCrop } from './avatar.ts'

const frame = { width: 90, height: 120 }

describe('coverCrop', () => {
  it('takes the whole of a picture with the frame’s shape', () => {
    expect(coverCrop({ width: 900, height: 1200 }, frame)).toEqual({
      x: 0,
      y: 0,
      width: 900,
      height: 1200,
    })
  })
  it('cuts a wide picture at both sides alike', () => {
    expect(coverCrop({ width: 1600, height: 1200 }, frame)).toEqual({
      x: 350,
      y: 0,
      width: 900,
      height: 1200,
    })
  })
  it('cuts a tall picture more at the bottom, where no face is', () => {
    const { y, height } = coverCrop({ width: 900, height: 1600 }, frame)
    expect(height).toBe(1200)
    expect(y).toBeCloseTo(120)
  })
})
