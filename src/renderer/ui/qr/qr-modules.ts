/** From a text to black squares. Drawn here and never by an outside service: the text names a member, or is a secret. */
import QRCode from 'qrcode'

/** ISO/IEC 18004 asks for four light modules around a code; readers rely on them. */
export const QUIET_ZONE_MODULES = 4

export interface QrModules {
  /** Modules a side, without the quiet zone. */
  readonly size: number
  isDark(row: number, column: number): boolean
}

let last: { readonly key: string; readonly modules: QrModules } | undefined

/**
 * Level L: at a distance the code is read more often with fewer, larger modules than with more correction. Both sides of a
 * card show one code, and the best of eight masks takes a phone tens of milliseconds to find: the last code is kept.
 */
export function qrModules(payload: string, level: 'L' | 'M' = 'L'): QrModules {
  const key = level + payload
  if (last?.key === key) return last.modules
  const { size, data } = QRCode.create(payload, { errorCorrectionLevel: level }).modules
  const modules = { size, isDark: (row: number, column: number) => data[row * size + column] === 1 }
  last = { key, modules }
  return modules
}

export const modulesWithQuietZone = (modules: QrModules, quiet = QUIET_ZONE_MODULES): number =>
  modules.size + 2 * quiet

/** The most whole pixels that a module may have so that code and quiet zone fit; 0 when there is no room at all. */
export const wholePixelsPerModule = (
  modules: QrModules,
  roomPx: number,
  quiet = QUIET_ZONE_MODULES,
): number => Math.max(0, Math.floor(roomPx / modulesWithQuietZone(modules, quiet)))

export interface Bitmap {
  readonly sidePx: number
  /** RGBA, row by row. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

/** Opaque black as one number, in the byte order of this machine. */
const BLACK = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0] ?? 0

/** Black on white with every module exactly `modulePx` wide: no grey edge for a camera to guess about. */
export function paintModules(
  modules: QrModules,
  modulePx: number,
  quiet = QUIET_ZONE_MODULES,
): Bitmap {
  const sidePx = modulesWithQuietZone(modules, quiet) * modulePx
  const pixels = new Uint8ClampedArray(sidePx * sidePx * 4).fill(255)
  const whole = new Uint32Array(pixels.buffer)
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.isDark(row, column)) continue
      const left = (column + quiet) * modulePx
      const top = (row + quiet) * modulePx
      for (let y = top; y < top + modulePx; y += 1)
        whole.fill(BLACK, y * sidePx + left, y * sidePx + left + modulePx)
    }
  }
  return { sidePx, pixels }
}

/** One SVG path in units of a module, each row's neighbours joined: sharp at any resolution of a printer. */
export function modulesPath(modules: QrModules): string {
  const runs: string[] = []
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.isDark(row, column)) continue
      const start = column
      while (column + 1 < modules.size && modules.isDark(row, column + 1)) column += 1
      runs.push(`M${start} ${row}h${column - start + 1}v1h-${column - start + 1}z`)
    }
  }
  return runs.join('')
}
