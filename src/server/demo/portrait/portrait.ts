/**
 * Portraits drawn by code: no photograph, nothing to license, and the same face for the same seed
 * everywhere. No text and no filters in the SVG, so that the result does not depend on fonts and
 * needs no slow blur.
 */
import { loadSharp } from '../../files/pictures.ts'
import { assertNever } from '#shared/domain/assert-never.ts'
import { clothes } from './clothes.ts'
import { darker, lighter } from './colour.ts'
import { beard, ears, face, features, glasses, neck } from './face.ts'
import { headLayers } from './hair.ts'
import { lookOf, type Look, type PortraitSeed } from './look.ts'

export type { PortraitSeed } from './look.ts'

export const PORTRAIT_WIDTH_PX = 480
export const PORTRAIT_HEIGHT_PX = 600
const JPEG_QUALITY = 84

function backdrop(look: Look): string {
  const base = `<rect width="480" height="600" fill="${look.background}"/>`
  const soft = lighter(look.background, 0.4)
  const deep = darker(look.background, 0.1)
  switch (look.backdrop) {
    case 'plain':
      return base
    case 'disc':
      return `${base}<circle cx="240" cy="250" r="205" fill="${soft}"/>`
    case 'arch':
      return `${base}<path d="M60 600L60 260A180 180 0 0 1 420 260L420 600Z" fill="${soft}"/>`
    case 'slope':
      return `${base}<path d="M0 600L0 380L480 160L480 600Z" fill="${deep}"/>`
    case 'stripes':
      return `${base}<path d="M0 0H60V600H0ZM120 0H180V600H120ZM240 0H300V600H240ZM360 0H420V600H360Z" fill="${soft}" opacity=".55"/>`
    default:
      return assertNever(look.backdrop)
  }
}

/** The drawing without its `<svg>` element, 480 x 600, for use inside another picture. */
export function portraitBody(seed: PortraitSeed): string {
  const look = lookOf(seed)
  const head = headLayers(look)
  const scarfed = look.headwear === 'hijab'
  const figure = [
    scarfed ? '' : head.back + neck(look),
    `<g transform="translate(0 -26)">${clothes(look)}</g>`,
    scarfed ? head.back : ears(look),
    face(look),
    beard(look),
    features(look),
    head.front,
    glasses(look),
  ].join('')
  // Enlarged, so that the face fills the frame as on a passport photograph.
  return `${backdrop(look)}<g transform="translate(240 0) scale(1.12) translate(-240 -18)">${figure}</g>`
}

export function portraitSvg(seed: PortraitSeed): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600" viewBox="0 0 480 600">${portraitBody(seed)}</svg>`
}

/** A JPEG of `widthPx` by 5/4 of it. */
export async function renderPortrait(
  seed: PortraitSeed,
  widthPx: number = PORTRAIT_WIDTH_PX,
): Promise<Buffer> {
  // Rasterised at the size that is asked for: librsvg draws sharper than a resize would, and small ones cost less.
  const density = (72 * widthPx) / PORTRAIT_WIDTH_PX
  const heightPx = Math.round((widthPx * PORTRAIT_HEIGHT_PX) / PORTRAIT_WIDTH_PX)
  const sharp = await loadSharp()
  return sharp(Buffer.from(portraitSvg(seed)), { density })
    .resize(widthPx, heightPx, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer()
}
