import { MARGIN, type GridTemplate } from './grid-template.ts'

// A blurred module is a mixture of itself and its neighbours. Modules whose colour is known (finders, timing,
// alignment) train by least squares the small linear filter that separates the mixture. The filter decides all modules,
// and the decisions train a better filter. It is a modem's decision-directed equaliser, and it also learns the
// direction of a movement.
// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

const LOCAL_RADIUS = 4 // modules: follows shadow and glare, still sees both colours
const LEAST_VARIANCE = 0.3 // gray levels squared: below that there is only rounding
const CLIP = 3

/** The cells that count: the code and its light ring. Beyond them is the card or the table. */
function innerCells(side: number): { first: number; last: number } {
  return { first: MARGIN - 1, last: side - MARGIN }
}

/** Gray to local units: 0 is the local mean, positive is dark; `sign` -1 for light-on-dark codes. */
export function normaliseGrid(
  grays: Float32Array,
  template: GridTemplate,
  sign: number,
  out: Float32Array,
): void {
  const { side } = template
  const { first, last } = innerCells(side)
  const sums = integral(side, (cell) => grays[cell]!)
  const squares = integral(side, (cell) => grays[cell]! ** 2)
  for (let row = 0; row < side; row++) {
    const top = Math.max(first, Math.min(row, last) - LOCAL_RADIUS)
    const bottom = Math.min(last, Math.max(row, first) + LOCAL_RADIUS)
    for (let column = 0; column < side; column++) {
      const left = Math.max(first, Math.min(column, last) - LOCAL_RADIUS)
      const right = Math.min(last, Math.max(column, first) + LOCAL_RADIUS)
      const count = (bottom - top + 1) * (right - left + 1)
      const mean = sumOver(sums, side, top, left, bottom, right) / count
      const variance = sumOver(squares, side, top, left, bottom, right) / count - mean * mean
      const value =
        (sign * (mean - grays[row * side + column]!)) /
        Math.sqrt(Math.max(LEAST_VARIANCE, variance))
      out[row * side + column] = Math.max(-CLIP, Math.min(CLIP, value))
    }
  }
}

/** Summed-area table, one cell larger each way. */
function integral(side: number, value: (cell: number) => number): Float64Array {
  const stride = side + 1
  const table = new Float64Array(stride * stride)
  for (let row = 0; row < side; row++) {
    let sum = 0
    for (let column = 0; column < side; column++) {
      sum += value(row * side + column)
      const at = (row + 1) * stride + column + 1
      table[at] = table[at - stride]! + sum
    }
  }
  return table
}

/** Edges included. */
function sumOver(
  table: Float64Array,
  side: number,
  top: number,
  left: number,
  bottom: number,
  right: number,
): number {
  const stride = side + 1
  const above = top * stride
  const below = (bottom + 1) * stride
  return (
    table[below + right + 1]! -
    table[above + right + 1]! -
    table[below + left]! +
    table[above + left]!
  )
}

/** Ridge as a share of the teaching cells: keeps the filter stable where few cells are known. */
const RIDGE = 0.002

function tapOffsets(side: number, radius: number): Int32Array {
  const across = 2 * radius + 1
  return Int32Array.from(
    { length: across * across },
    (_, i) => (Math.floor(i / across) - radius) * side + (i % across) - radius,
  )
}

/** Learns 3 x 3 taps and a bias from the known modules alone, and applies them: `out` is about 1 for dark, -1 for light. */
export function equaliseFromKnown(
  values: Float32Array,
  template: GridTemplate,
  out: Float32Array,
): void {
  const { side, cells, known } = template
  const offsets = tapOffsets(side, 1)
  const taps = offsets.length
  const unknowns = taps + 1
  const matrix = new Float64Array(unknowns * unknowns)
  const right = new Float64Array(unknowns)
  const features = new Float64Array(unknowns)
  features[taps] = 1
  for (const cell of cells) {
    const target = known[cell]!
    for (let i = 0; i < taps; i++) features[i] = values[cell + offsets[i]!]!
    for (let i = 0; i < unknowns; i++) {
      const feature = features[i]!
      for (let j = 0; j <= i; j++) matrix[i * unknowns + j]! += feature * features[j]!
      right[i]! += feature * target
    }
  }
  for (let i = 0; i < unknowns; i++) matrix[i * unknowns + i]! += RIDGE * cells.length
  solveSymmetric(matrix, right, unknowns)
  applyFilter(values, side, offsets, right, out)
}

/**
 * Learns (2 radius + 1)^2 taps and a bias with every cell as a teacher (1 dark, -1 light), and applies them. As all cells
 * teach, the products that fill the normal equations only depend on the distance of two taps: one summed-area table for
 * each distance gives them all, eight times faster than adding them up cell by cell.
 */
export function equaliseFromAll(
  values: Float32Array,
  teacher: Int8Array,
  side: number,
  radius: number,
  out: Float32Array,
): void {
  const { first, last } = innerCells(side)
  const across = 2 * radius + 1
  const offsets = tapOffsets(side, radius)
  const taps = offsets.length
  const unknowns = taps + 1
  const matrix = new Float64Array(unknowns * unknowns)
  const right = new Float64Array(unknowns)
  const area = (last - first + 1) ** 2

  // Where tap i stands when the filter's centre runs over the inner cells.
  const sumAtTap = (table: Float64Array, i: number): number => {
    const dy = Math.floor(i / across) - radius
    const dx = (i % across) - radius
    return sumOver(table, side, first + dy, first + dx, last + dy, last + dx)
  }
  const products = new Float64Array((side + 1) ** 2)
  for (let dy = 0; dy <= 2 * radius; dy++) {
    for (let dx = dy === 0 ? 0 : -2 * radius; dx <= 2 * radius; dx++) {
      const distance = dy * side + dx
      productTable(values, side, distance, products)
      for (let i = 0; i < taps; i++) {
        const column = (i % across) + dx
        const row = Math.floor(i / across) + dy
        if (column < 0 || column >= across || row >= across) continue
        matrix[(row * across + column) * unknowns + i] = sumAtTap(products, i)
      }
    }
  }
  const sums = integral(side, (cell) => values[cell]!)
  for (let i = 0; i < taps; i++) matrix[taps * unknowns + i] = sumAtTap(sums, i)
  matrix[taps * unknowns + taps] = area
  for (let row = first; row <= last; row++) {
    for (let cell = row * side + first; cell <= row * side + last; cell++) {
      const target = teacher[cell]!
      for (let i = 0; i < taps; i++) right[i]! += target * values[cell + offsets[i]!]!
      right[taps]! += target
    }
  }
  for (let i = 0; i < unknowns; i++) matrix[i * unknowns + i]! += RIDGE * area
  solveSymmetric(matrix, right, unknowns)
  applyFilter(values, side, offsets, right, out)
}

/** Summed-area table of each cell times the one `distance` further on; off the grid counts as 0. */
function productTable(
  values: Float32Array,
  side: number,
  distance: number,
  table: Float64Array,
): void {
  const stride = side + 1
  const end = side * side - distance
  for (let row = 0; row < side; row++) {
    let sum = 0
    const start = row * side
    const at = (row + 1) * stride + 1
    for (let column = 0; column < side; column++) {
      const cell = start + column
      if (cell < end && cell + distance >= 0) sum += values[cell]! * values[cell + distance]!
      table[at + column] = table[at + column - stride]! + sum
    }
  }
}

function applyFilter(
  values: Float32Array,
  side: number,
  offsets: Int32Array,
  filter: Float64Array,
  out: Float32Array,
): void {
  const { first, last } = innerCells(side)
  const taps = offsets.length
  const bias = filter[taps]!
  for (let row = first; row <= last; row++) {
    for (let cell = row * side + first; cell <= row * side + last; cell++) {
      let sum = bias
      for (let i = 0; i < taps; i++) sum += filter[i]! * values[cell + offsets[i]!]!
      out[cell] = sum
    }
  }
}

// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

/**
 * Solves a symmetric positive definite system by Cholesky, in place: only the lower half of `matrix` (n * n, row by row)
 * is read, and the solution replaces `right`.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!
      // The floor only matters for a matrix that rounding has pushed off positive definite.
      matrix[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / matrix[j * n + j]!
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = right[i]!
    for (let k = 0; k < i; k++) sum -= matrix[i * n + k]! * right[k]!
    right[i] = sum / matrix[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = right[i]!
    for (let k = i + 1; k < n; k++) sum -= matrix[k * n + i]! * right[k]!
    right[i] = sum / matrix[i * n + i]!
  }
}
