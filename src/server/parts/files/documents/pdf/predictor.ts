/** Rows of a stream that are stored as differences, in the ways of PNG and TIFF. */
import { Refused } from '../cleaned-document.ts'

const ROW_MAX_BYTES = 16 * 1024 * 1024
const TIFF = 2
const FIRST_OF_PNG = 10
/** The kind of a PNG row that TIFF has for all rows: the difference to the left. */
const TO_THE_LEFT = 1

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** @param kind the first byte of a PNG row */
function guessed(kind: number, left: number, up: number, corner: number): number {
  if (kind === TO_THE_LEFT) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  return kind === 4 ? paeth(left, up, corner) : 0
}

/** @param above the row before, zeros before the first */
function undoRow(
  kind: number,
  row: Uint8Array,
  above: Uint8Array,
  target: Uint8Array,
  step: number,
): void {
  for (const [index, difference] of row.entries()) {
    const [left, corner] =
      index < step ? [0, 0] : [target[index - step] ?? 0, above[index - step] ?? 0]
    target[index] = (difference + guessed(kind, left, above[index] ?? 0, corner)) & 0xff
  }
}

export function undoPredictor(
  bytes: Uint8Array,
  {
    predictor,
    colors,
    bits,
    columns,
  }: {
    readonly predictor: number
    readonly colors: number
    readonly bits: number
    readonly columns: number
  },
): Uint8Array {
  const rowBytes = Math.ceil((colors * bits * columns) / 8)
  const step = Math.max(1, Math.ceil((colors * bits) / 8))
  if (!Number.isInteger(rowBytes) || rowBytes < 1 || rowBytes > ROW_MAX_BYTES)
    throw new Refused('damaged')
  if (predictor === TIFF && bits !== 8) throw new Refused('protected')
  const headBytes = predictor >= FIRST_OF_PNG ? 1 : 0
  const rows = Math.ceil(bytes.length / (rowBytes + headBytes))
  const plain = new Uint8Array(rows * rowBytes)
  let above: Uint8Array = new Uint8Array(rowBytes)
  let length = 0
  for (let row = 0; row < rows; row += 1) {
    const at = row * (rowBytes + headBytes)
    const kind = headBytes === 0 ? TO_THE_LEFT : (bytes[at] ?? 0)
    const stored = bytes.subarray(at + headBytes, at + headBytes + rowBytes)
    const target = plain.subarray(row * rowBytes, (row + 1) * rowBytes)
    undoRow(kind, stored, above, target, step)
    above = target
    length += stored.length
  }
  return plain.subarray(0, length)
}
