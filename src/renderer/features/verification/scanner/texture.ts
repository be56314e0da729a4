import type { GrayImage, Rectangle } from './image.ts'

// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

const BLOCK_PX = 8
/** Steps between neighbours count up to this many times the mean one: a few hard edges must not outweigh a code. */
const CAP_IN_MEANS = 3
const LEAST_CAP = 4 // gray levels

/**
 * The square of `side` pixels with the most fine structure: that is where a code is, blurred or dim, when no finder
 * pattern was recognised. Looking there costs a tenth of looking everywhere. Answers a rectangle cut at the edges.
 */
export function busiestSquare(image: GrayImage, side: number): Rectangle {
  const columns = Math.floor((image.width - 1) / BLOCK_PX)
  const rows = Math.floor((image.height - 1) / BLOCK_PX)
  const stride = columns + 1
  const table = structureTable(image, columns, rows)
  const across = Math.min(columns, Math.round(side / BLOCK_PX))
  const down = Math.min(rows, Math.round(side / BLOCK_PX))
  let most = -1
  let bestRow = 0
  let bestColumn = 0
  for (let row = 0; row + down <= rows; row++) {
    const above = row * stride
    const below = (row + down) * stride
    for (let column = 0; column + across <= columns; column++) {
      const busy =
        table[below + column + across]! -
        table[above + column + across]! -
        table[below + column]! +
        table[above + column]!
      if (busy > most) {
        most = busy
        bestRow = row
        bestColumn = column
      }
    }
  }
  return {
    x: bestColumn * BLOCK_PX,
    y: bestRow * BLOCK_PX,
    width: across * BLOCK_PX,
    height: down * BLOCK_PX,
  }
}

/** Summed-area table over blocks of the capped steps between neighbouring pixels, on every second line. */
function structureTable(image: GrayImage, columns: number, rows: number): Float64Array {
  const { width, data } = image
  const cap = Math.max(LEAST_CAP, CAP_IN_MEANS * meanStep(image))
  const stride = columns + 1
  const table = new Float64Array(stride * (rows + 1))
  for (let row = 0; row < rows; row++) {
    let sum = 0
    for (let column = 0; column < columns; column++) {
      for (let y = row * BLOCK_PX; y < (row + 1) * BLOCK_PX; y += 2) {
        const start = y * width + column * BLOCK_PX
        for (let i = start; i < start + BLOCK_PX; i++) {
          const across = Math.abs(data[i]! - data[i + 1]!)
          const down = Math.abs(data[i]! - data[i + width]!)
          sum += (across < cap ? across : cap) + (down < cap ? down : cap)
        }
      }
      const at = (row + 1) * stride + column + 1
      table[at] = table[at - stride]! + sum
    }
  }
  return table
}

function meanStep({ width, height, data }: GrayImage): number {
  const every = 7 // a sample is enough for a mean
  let total = 0
  let count = 0
  for (let y = 0; y < height - 1; y += every) {
    for (let x = 0; x < width - 1; x += every) {
      const i = y * width + x
      total += Math.abs(data[i]! - data[i + 1]!) + Math.abs(data[i]! - data[i + width]!)
      count += 2
    }
  }
  return count > 0 ? (2 * total) / count / 2 : 0
}
