/** Times the size at which the whole picture fits. Buttons and keys go from step to step, wheel and fingers between them. */
export const ZOOMS = [1, 1.5, 2, 3, 4] as const
const [LEAST] = ZOOMS
const MOST = Math.max(...ZOOMS)

export const nextZoom = (zoom: number, step: 1 | -1): number =>
  step === 1
    ? (ZOOMS.find((size) => size > zoom) ?? MOST)
    : (ZOOMS.findLast((size) => size < zoom) ?? LEAST)

export const zoomBy = (zoom: number, factor: number): number =>
  Math.min(Math.max(zoom * factor, LEAST), MOST)
export const isLeast = (zoom: number): boolean => zoom <= LEAST
export const isMost = (zoom: number): boolean => zoom >= MOST
