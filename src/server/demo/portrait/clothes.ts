/** Shoulders and what they wear. */
import { assertNever } from '#shared/domain/assert-never.ts'
import { darker, lighter } from './colour.ts'
import { CX } from './face.ts'
import type { Look } from './look.ts'

const shoulders = (look: Look): string =>
  look.isFemale
    ? `M56 600C58 520 104 478 176 458L${CX} 500L304 458C376 478 422 520 424 600Z`
    : `M26 600C28 510 82 470 170 448L${CX} 500L310 448C398 470 452 510 454 600Z`

const arms = (colour: string): string =>
  `<path d="M104 600Q108 560 118 530M376 600Q372 560 362 530" stroke="${darker(colour, 0.25)}" stroke-width="5" fill="none" stroke-linecap="round"/>`

export function clothes(look: Look): string {
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
