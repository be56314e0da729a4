/**
 * The treasury as a cloth on the loom: one diamond for so many dollars of the goals. Each cause has its band, as wide as
 * its goal; money that arrived weaves its band from the bottom up. Pure, so that it can be tested.
 */
import type { DonationCause } from '#shared/domain/donations.ts'

const ROWS = 5
const CELL = { width: 10, height: 18 } as const
const BAND_GAP = 5
/** A diamond that has just begun is drawn at least this large, so that the first dollar is visible. */
const LEAST_SCALE = 0.35

export interface ClothCause {
  readonly id: DonationCause
  readonly goalUsd: number
  readonly raisedUsd: number
}
export interface Band {
  readonly id: DonationCause
  /** Outlines of the whole band: the warp, waiting. */
  readonly warp: string
  readonly woven: string
  /** The small diamond inside each woven one. */
  readonly hearts: string
}
export interface Cloth {
  readonly width: number
  readonly height: number
  readonly bands: readonly Band[]
}

function diamond(x: number, y: number, scale: number): string {
  const [halfWidth, halfHeight] = [(CELL.width / 2) * scale, (CELL.height / 2) * scale]
  const round = (value: number): number => Math.round(value * 100) / 100
  return `M${round(x)} ${round(y - halfHeight)}l${round(halfWidth)} ${round(halfHeight)}l${round(-halfWidth)} ${round(halfHeight)}l${round(-halfWidth)} ${round(-halfHeight)}Z`
}

/** How far each diamond of a band is woven, from 0 to 1. */
export function wovenShares(
  { goalUsd, raisedUsd }: Pick<ClothCause, 'goalUsd' | 'raisedUsd'>,
  usdADiamond: number,
): readonly number[] {
  const count = Math.max(1, Math.round(goalUsd / usdADiamond))
  return Array.from({ length: count }, (_, index) =>
    Math.min(Math.max(raisedUsd / usdADiamond - index, 0), 1),
  )
}

export function weaveCloth(causes: readonly ClothCause[], usdADiamond: number): Cloth {
  let left = 0
  const bands = causes.map((cause): Band => {
    const shares = wovenShares(cause, usdADiamond)
    const columns = Math.ceil(shares.length / ROWS)
    const start = left
    left += columns * CELL.width + BAND_GAP
    const places = shares.map((share, index) => {
      const [row, column] = [Math.floor(index / columns), index % columns]
      return { share, x: start + (column + 0.5) * CELL.width, y: (ROWS - row - 0.5) * CELL.height }
    })
    const woven = places.filter(({ share }) => share > 0)
    return {
      id: cause.id,
      warp: places.map(({ x, y }) => diamond(x, y, 0.86)).join(''),
      // The area grows with the money, so the sides grow with its root.
      woven: woven
        .map(({ x, y, share }) => diamond(x, y, Math.max(LEAST_SCALE, Math.sqrt(share))))
        .join(''),
      hearts: woven
        .filter(({ share }) => share === 1)
        .map(({ x, y }) => diamond(x, y, 0.34))
        .join(''),
    }
  })
  return { width: left - BAND_GAP, height: ROWS * CELL.height, bands }
}
