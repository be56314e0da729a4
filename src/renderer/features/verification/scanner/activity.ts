import type { GrayImage } from './image.ts'

// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

const SPACING_PX = 8 // of the half-size picture
/** Four times the noise of a webcam in a lit room, after halving. More noise than that only costs the saving. */
const CHANGED_LEVELS = 8
/** The smallest code that can be read covers three dozen samples. */
const LEAST_CHANGED = 4

export interface ActivityMeter {
  /** Whether the picture differs from the last one by more than noise. The first picture always does. */
  changed: (image: GrayImage) => boolean
  reset: () => void
}

export function createActivityMeter(): ActivityMeter {
  let earlier = new Uint8Array(0)
  return {
    changed(image) {
      const columns = Math.ceil(image.width / SPACING_PX)
      const rows = Math.ceil(image.height / SPACING_PX)
      const now = new Uint8Array(columns * rows)
      const comparable = earlier.length === now.length
      let changed = 0
      let i = 0
      for (let y = 0; y < image.height; y += SPACING_PX) {
        for (let x = 0; x < image.width; x += SPACING_PX) {
          const level = image.data[y * image.width + x]!
          now[i] = level
          if (comparable && Math.abs(level - earlier[i]!) > CHANGED_LEVELS) changed++
          i++
        }
      }
      earlier = now
      return !comparable || changed >= LEAST_CHANGED
    },
    reset() {
      earlier = new Uint8Array(0)
    },
  }
}
