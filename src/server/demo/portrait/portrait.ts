/**
 * Portraits drawn by code: no photograph, nothing to license, and the same face for the same seed
 * everywhere. No text and no filters in the SVG, so that the result does not depend on fonts and
 * needs no slow blur.
 */
import { loadSharp } from '../../parts/files/pictures.ts'
import { assertNever } from '#shared/domain/assert-never.ts'
import { darker, lighter } from './colour.ts'
import { beard, CX, ears, face, features, glasses, neck } from './face.ts'
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

const shoulders = (look: Look): string =>
  look.isFemale
    ? `M56 600C58 520 104 478 176 458L${CX} 500L304 458C376 478 422 520 424 600Z`
    : `M26 600C28 510 82 470 170 448L${CX} 500L310 448C398 470 452 510 454 600Z`

const arms = (colour: string): string =>
  `<path d="M104 600Q108 560 118 530M376 600Q372 560 362 530" stroke="${darker(colour, 0.25)}" stroke-width="5" fill="none" stroke-linecap="round"/>`

/** Shoulders and what they wear. */
function clothes(look: Look): string {
  const colour = look.clothColour
  const dark = darker(colour, 0.22)
  const body = `<path d="${shoulders(look)}" fill="${colour}"/>`
  switch (look.clothes) {
    case 'jalabiya':
      return `${body}<path d="M178 446Q${CX} 520 302 446L312 460Q${CX} 546 168 460Z" fill="${darker(colour, 0.07)}" stroke="${darker(colour, 0.16)}" stroke-width="3"/><path d="M${CX} 512L${CX} 600" stroke="${darker(colour, 0.2)}" stroke-width="4"/><circle cx="${CX}" cy="540" r="4" fill="${dark}"/><circle cx="${CX}" cy="574" r="4" fill="${dark}"/>${arms(colour)}`
    case 'shirt':
      return `${body}<path d="M176 444L${CX} 512L214 560L152 476Z" fill="${lighter(colour, 0.18)}"/><path d="M304 444L${CX} 512L266 560L328 476Z" fill="${lighter(colour, 0.18)}"/><path d="M${CX} 514L${CX} 600" stroke="${dark}" stroke-width="4"/><circle cx="${CX}" cy="552" r="4" fill="${dark}"/><circle cx="${CX}" cy="586" r="4" fill="${dark}"/>${arms(colour)}`
    case 'jacket':
      return `${body}<path d="M180 446L${CX} 500L300 446L312 468L${CX} 600L168 468Z" fill="${look.secondColour}"/><path d="M180 446L${CX} 508L216 540L164 466Z" fill="${darker(look.secondColour, 0.07)}"/><path d="M300 446L${CX} 508L264 540L316 466Z" fill="${darker(look.secondColour, 0.07)}"/><path d="M166 452L${CX} 600L150 600L118 486Z" fill="${lighter(colour, 0.08)}"/><path d="M314 452L${CX} 600L330 600L362 486Z" fill="${lighter(colour, 0.08)}"/>${look.isFemale ? '' : `<path d="M${CX - 11} 508L${CX + 11} 508L${CX + 15} 600L${CX - 15} 600Z" fill="${look.lips}"/>`}${arms(colour)}`
    case 'sweater':
      return `${body}<path d="M172 448Q${CX} 540 308 448L316 464Q${CX} 570 164 464Z" fill="${lighter(colour, 0.14)}"/>${arms(colour)}`
    case 'blouse':
      return `${body}<path d="M186 456Q${CX} 584 294 456L${CX} 440Z" fill="${look.skin}"/><path d="M184 456Q${CX} 588 296 456" stroke="${lighter(colour, 0.35)}" stroke-width="8" fill="none"/>${arms(colour)}`
    case 'dress':
      return `${body}<path d="M180 456Q${CX} 548 300 456L${CX} 440Z" fill="${look.skin}"/><path d="M178 457Q${CX} 552 302 457" stroke="#d9a520" stroke-width="6" stroke-dasharray="2 12" stroke-linecap="round" fill="none"/>${arms(colour)}`
    default:
      return assertNever(look.clothes)
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
