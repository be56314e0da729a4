/** The arithmetic of shrinking; drawing is in `encode.ts`. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Long side of a document as it is sent: an identity card fills it at some 700 dots an inch, small print included. */
export const DOCUMENT_SIDE_MAX = 2_400
/** Long side of a portrait as it is sent; the card prints it at a sixth of that. */
export const PORTRAIT_SIDE_MAX = 1_600

/**
 * Long sides of a photo that is evidence, tried in turn: small print and faces in the distance count. The first is what
 * phones take (12 million points); noise at night may need the next one to stay under the limit.
 */
export const EVIDENCE_SIDES_MAX = [4_000, 3_200, 2_400] as const

/** The size with the same shape that fits into a square; a smaller picture keeps its size. */
export function fitWithin({ width, height }: PictureSize, side: number): PictureSize {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
