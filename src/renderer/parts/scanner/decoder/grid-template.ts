// What every QR code of a version has in common: finders, timing lines, alignment marks and the light ring around. They
// show where exactly the modules lie, and how a dark and a light module look with this lens, blur and light.

/** Modules kept around the code on each side: one is the light ring, the rest feeds the equaliser at the border. */
export const MARGIN = 3

export interface GridTemplate {
  /** Modules a side of the code, and with the margin. */
  readonly size: number
  readonly side: number
  /** Each cell of the grid is 1 where it is dark, -1 where it is light, and 0 where it holds data. */
  readonly known: Int8Array
  /** The cells that are known, with the centres of their modules in module units from the code's corner. */
  readonly cells: Int32Array
  readonly centresU: Float64Array
  readonly centresV: Float64Array
}

const LARGEST_VERSION = 40
const templates = new Map<number, GridTemplate>()

export function gridTemplate(version: number): GridTemplate | null {
  if (!Number.isInteger(version) || version < 1 || version > LARGEST_VERSION) return null
  let template = templates.get(version)
  if (template === undefined) {
    template = drawTemplate(version)
    templates.set(version, template)
  }
  return template
}

/** ISO/IEC 18004 annex E as a rule: marks are spread evenly, always an even number of modules apart. */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = version * 4 + 10
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2
  return Array.from({ length: count }, (_, i) => (i === 0 ? 6 : last - (count - 1 - i) * step))
}

function drawTemplate(version: number): GridTemplate {
  const size = 17 + 4 * version
  const side = size + 2 * MARGIN
  const known = new Int8Array(side * side)
  const set = (row: number, column: number, dark: boolean): void => {
    known[(row + MARGIN) * side + column + MARGIN] = dark ? 1 : -1
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    for (let row = -1; row <= 7; row++) {
      for (let column = -1; column <= 7; column++) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3))
        set(top + row, left + column, ring !== 2 && ring < 4)
      }
    }
  }
  const centres = alignmentCentres(version)
  const last = size - 7
  for (const row of centres) {
    for (const column of centres) {
      const isFinder =
        (row === 6 && column === 6) ||
        (row === 6 && column === last) ||
        (row === last && column === 6)
      if (isFinder) continue
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++)
          set(row + dy, column + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1)
      }
    }
  }
  for (let i = -1; i <= size; i++) {
    set(-1, i, false)
    set(size, i, false)
    set(i, -1, false)
    set(i, size, false)
  }
  const cells = Int32Array.from([...known.keys()].filter((cell) => known[cell] !== 0))
  return {
    size,
    side,
    known,
    cells,
    centresU: Float64Array.from(cells, (cell) => (cell % side) - MARGIN + 0.5),
    centresV: Float64Array.from(cells, (cell) => Math.floor(cell / side) - MARGIN + 0.5),
  }
}
