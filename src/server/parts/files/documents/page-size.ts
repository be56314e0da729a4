/** How large the picture of a page is. */

/** 144 dots to an inch: small print can be read, and A4 has 1191 by 1684 pixels. */
const PIXELS_A_POINT = 2
/** A poster is drawn smaller, as is a page that says it is a kilometre long. */
const SIDE_MAX_PX = 2_400

/** Undefined where a page has no size. */
export function pageSizePx(
  widthPt: number,
  heightPt: number,
): { readonly width: number; readonly height: number } | undefined {
  if (!(widthPt > 0 && heightPt > 0 && Number.isFinite(widthPt) && Number.isFinite(heightPt)))
    return undefined
  const scale = Math.min(PIXELS_A_POINT, SIDE_MAX_PX / Math.max(widthPt, heightPt))
  const pixels = (points: number): number => Math.max(1, Math.round(points * scale))
  return { width: pixels(widthPt), height: pixels(heightPt) }
}
