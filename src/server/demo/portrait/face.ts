/** Head, neck and features, on a canvas of 480 x 600 with the face around (240, 250). */
import { assertNever } from '#shared/domain/assert-never.ts'
import { darker, lighter, mix } from './colour.ts'
import type { Look } from './look.ts'

export const CX = 240
const CHIN_Y = 374
const EYE_Y = 252

/** The outline of the face, optionally moved down and widened: also the shape that beards and shadows are cut from. */
export function facePath(look: Look, dy = 0, grow = 0): string {
  const w = look.faceHalfWidth + grow
  const jaw = look.jaw + grow
  const [left, right] = [CX - w, CX + w]
  const top = 126 + dy - grow
  const side = 238 + dy
  const chin = CHIN_Y + dy + grow
  return `M${left} ${side}C${left} ${side - 78} ${CX - w * 0.62} ${top} ${CX} ${top}S${right} ${side - 78} ${right} ${side}C${right} ${side + 66} ${CX + jaw} ${chin} ${CX} ${chin}S${left} ${side + 66} ${left} ${side}Z`
}

export function neck(look: Look): string {
  const half = look.isFemale ? 40 : 52
  const skin = mix(look.skin, darker(look.skin, 1), 0.07)
  const shape = `M${CX - half} 320L${CX - half} 420Q${CX - half} 452 ${CX - half - 52} 470L${CX} 540L${CX + half + 52} 470Q${CX + half} 452 ${CX + half} 420L${CX + half} 320Z`
  return `<clipPath id="neck"><path d="${shape}"/></clipPath><path d="${shape}" fill="${skin}"/>
<path d="${facePath(look, 30)}" fill="${darker(look.skin, 0.3)}" clip-path="url(#neck)"/>`
}

export function ears(look: Look): string {
  const inner = darker(look.skin, 0.22)
  const ear = (side: -1 | 1): string => {
    const x = CX + side * (look.faceHalfWidth + 3)
    const ring = look.earrings
      ? `<circle cx="${x + side * 2}" cy="292" r="6" fill="#d9a520"/><circle cx="${x + side * 2}" cy="292" r="2.5" fill="#f3d77c"/>`
      : ''
    return `<ellipse cx="${x}" cy="262" rx="14" ry="24" fill="${look.skin}"/><path d="M${x - side * 2} 248q${side * 9} 10 ${side * 1} 26" stroke="${inner}" stroke-width="4" fill="none" stroke-linecap="round"/>${ring}`
  }
  return ear(-1) + ear(1)
}

export function face(look: Look): string {
  const shade = darker(look.skin, 0.5)
  return `<clipPath id="face"><path d="${facePath(look)}"/></clipPath><path d="${facePath(look)}" fill="${look.skin}"/>
<g clip-path="url(#face)"><path d="M${CX + 34} 110Q${CX + 92} 240 ${CX + 18} 390L400 390L400 110Z" fill="${shade}" opacity=".13"/>
<ellipse cx="${CX - 26}" cy="186" rx="46" ry="26" fill="${lighter(look.skin, 0.45)}" opacity=".1"/>
<ellipse cx="${CX - 52}" cy="300" rx="22" ry="15" fill="${mix(look.skin, '#c4413c', 0.5)}" opacity=".15"/><ellipse cx="${CX + 52}" cy="300" rx="22" ry="15" fill="${mix(look.skin, '#c4413c', 0.5)}" opacity=".15"/></g>`
}

function eye(look: Look, side: -1 | 1): string {
  const x = CX + side * look.eyeGap
  const lid = darker(look.skin, 0.72)
  const iris = look.skin > '#d' && look.browTilt > 2 ? '#4f6b57' : '#2b1a12'
  // The white has the shape of an almond; the iris touches the upper lid, because otherwise the
  // eyes look staring.
  const almond = `M${x - 19} ${EYE_Y + 2}Q${x - 2} ${EYE_Y - 16} ${x + 19} ${EYE_Y + 1}Q${x} ${EYE_Y + 14} ${x - 19} ${EYE_Y + 2}Z`
  const lash = look.isFemale
    ? `<path d="M${x + side * 17} ${EYE_Y - 1}l${side * 7} -5" stroke="${lid}" stroke-width="3.5" stroke-linecap="round"/>`
    : ''
  const crow = look.isElderly
    ? `<path d="M${x - 12} ${EYE_Y + 18}q12 6 24 -1M${x + side * 24} ${EYE_Y - 2}l${side * 8} -4M${x + side * 24} ${EYE_Y + 6}l${side * 8} 3" stroke="${darker(look.skin, 0.3)}" stroke-width="2.5" fill="none" stroke-linecap="round"/>`
    : ''
  return `<path d="${almond}" fill="#fbf7f2"/><circle cx="${x}" cy="${EYE_Y - 0.5}" r="8.6" fill="${iris}"/><circle cx="${x - 2.6}" cy="${EYE_Y - 3}" r="2.3" fill="#fff"/>
<path d="M${x - 20} ${EYE_Y + 2}Q${x - 2} ${EYE_Y - 18} ${x + 20} ${EYE_Y + 1}" stroke="${lid}" stroke-width="${look.isFemale ? 4.5 : 3.5}" fill="none" stroke-linecap="round"/>${lash}${crow}`
}

function brow(look: Look, side: -1 | 1): string {
  const x = CX + side * look.eyeGap
  const inner = x - side * 20
  const outer = x + side * 22
  const y = EYE_Y - 29
  const colour =
    look.hair === 'bald' && !look.isOld
      ? '#211713'
      : mix(look.hairColour, darker(look.skin, 0.7), 0.25)
  return `<path d="M${inner} ${y + 4 - look.browTilt * 0.5}Q${x + side * 2} ${y - 9} ${outer} ${y + 5 + look.browTilt * 0.5}" stroke="${colour}" stroke-width="${look.browWeight}" fill="none" stroke-linecap="round"/>`
}

function nose(look: Look): string {
  const w = look.noseHalfWidth
  const line = darker(look.skin, 0.38)
  return `<path d="M${CX + 3} 262Q${CX + 12} 286 ${CX + w - 2} 298Q${CX + w + 3} 309 ${CX + w - 7} 311Q${CX} 319 ${CX - w + 7} 311" fill="${darker(look.skin, 0.5)}" opacity=".16"/>
<path d="M${CX - w} 303Q${CX - w + 1} 312 ${CX - w + 9} 311Q${CX} 319 ${CX + w - 9} 311Q${CX + w - 1} 312 ${CX + w} 303" stroke="${line}" stroke-width="4" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`
}

function mouth(look: Look): string {
  const line = darker(look.skin, 0.62)
  const lip = look.isFemale ? mix(look.skin, look.lips, 0.72) : mix(look.skin, look.lips, 0.34)
  const y = 338
  if (look.mouth === 'open') {
    return `<path d="M${CX - 30} ${y - 4}Q${CX} ${y + 3} ${CX + 30} ${y - 4}Q${CX + 22} ${y + 19} ${CX} ${y + 19}T${CX - 30} ${y - 4}Z" fill="#5b1f22"/>
<path d="M${CX - 25} ${y - 3}Q${CX} ${y + 4} ${CX + 25} ${y - 3}Q${CX + 20} ${y + 9} ${CX} ${y + 9.5}T${CX - 25} ${y - 3}Z" fill="#fffaf3"/>
<path d="M${CX - 31} ${y - 4}Q${CX} ${y + 3} ${CX + 31} ${y - 4}Q${CX + 22} ${y + 20} ${CX} ${y + 20}T${CX - 31} ${y - 4}Z" fill="none" stroke="${lip}" stroke-width="5" stroke-linejoin="round"/>`
  }
  const curve = look.mouth === 'smile' ? 9 : 3.5
  const half = look.mouth === 'smile' ? 30 : 26
  const corner = y - curve * 0.55
  return `<path d="M${CX - half} ${corner}Q${CX - 12} ${y - 9} ${CX} ${y - 5}Q${CX + 12} ${y - 9} ${CX + half} ${corner}Q${CX} ${y + 26} ${CX - half} ${corner}Z" fill="${lip}"/>
<path d="M${CX - half - 2} ${corner - 1}Q${CX} ${y + curve} ${CX + half + 2} ${corner - 1}" stroke="${line}" stroke-width="3.6" fill="none" stroke-linecap="round"/>`
}

function ageLines(look: Look): string {
  if (!look.isOld) return ''
  const colour = darker(look.skin, 0.28)
  const forehead =
    look.isElderly && look.headwear === 'none'
      ? `M${CX - 36} 200Q${CX} 193 ${CX + 36} 200M${CX - 28} 213Q${CX} 207 ${CX + 28} 213`
      : ''
  return `<path d="M${CX - 34} 308Q${CX - 46} 322 ${CX - 44} 338M${CX + 34} 308Q${CX + 46} 322 ${CX + 44} 338${forehead}" stroke="${colour}" stroke-width="2.8" fill="none" stroke-linecap="round"/>`
}

export function glasses(look: Look): string {
  if (look.glasses === 'none') return ''
  const rim = look.isFemale ? '#6b2f3a' : '#1d1f24'
  const lens = (side: -1 | 1): string => {
    const x = CX + side * look.eyeGap
    const shape =
      look.glasses === 'round'
        ? `<circle cx="${x}" cy="${EYE_Y + 1}" r="28"`
        : `<rect x="${x - 30}" y="${EYE_Y - 22}" width="60" height="46" rx="10"`
    return `${shape} fill="#ffffff" fill-opacity=".07" stroke="${rim}" stroke-width="5"/>`
  }
  const outer = look.eyeGap + 28
  return `${lens(-1)}${lens(1)}<path d="M${CX - look.eyeGap + 27} ${EYE_Y - 4}Q${CX} ${EYE_Y - 12} ${CX + look.eyeGap - 27} ${EYE_Y - 4}M${CX - outer} ${EYE_Y - 4}L${CX - look.faceHalfWidth - 2} ${EYE_Y - 8}M${CX + outer} ${EYE_Y - 4}L${CX + look.faceHalfWidth + 2} ${EYE_Y - 8}" stroke="${rim}" stroke-width="5" fill="none" stroke-linecap="round"/>`
}

export function features(look: Look): string {
  return [
    eye(look, -1),
    eye(look, 1),
    brow(look, -1),
    brow(look, 1),
    nose(look),
    ageLines(look),
    mouth(look),
  ].join('')
}

/** Cut from the face's own outline, so that it follows every jaw. Drawn before the mouth. */
export function beard(look: Look): string {
  const colour = look.hairColour
  const moustache = `<path d="M${CX - 40} 334Q${CX - 30} 314 ${CX} 320Q${CX + 30} 314 ${CX + 40} 334Q${CX + 20} 328 ${CX} 330Q${CX - 20} 328 ${CX - 40} 334Z" fill="${colour}"/>`
  const w = look.faceHalfWidth
  const ring = `M${CX - w - 8} 262Q${CX - w + 16} 300 ${CX - 48} 316Q${CX - 30} 312 ${CX} 319Q${CX + 30} 312 ${CX + 48} 316Q${CX + w - 16} 300 ${CX + w + 8} 262L${CX + w + 8} 400L${CX - w - 8} 400Z`
  switch (look.beard) {
    case 'none':
      return ''
    case 'stubble':
      return `<path d="${ring}" fill="${colour}" opacity=".3" clip-path="url(#face)"/>`
    case 'moustache':
      return moustache
    case 'goatee':
      return `${moustache}<path d="M${CX - 34} 352Q${CX} 372 ${CX + 34} 352Q${CX + 34} 394 ${CX} 394T${CX - 34} 352Z" fill="${colour}"/>`
    case 'full':
      return `<clipPath id="beard"><path d="${facePath(look, 6, 3)}"/></clipPath><path d="${ring}" fill="${colour}" clip-path="url(#beard)"/>`
    default:
      return assertNever(look.beard)
  }
}
