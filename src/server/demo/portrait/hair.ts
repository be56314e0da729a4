/** Hair and what covers it. `back` is drawn behind the body and the face, `front` over the face. */
import { assertNever } from '#shared/domain/assert-never.ts'
import { darker, lighter } from './colour.ts'
import { CX } from './face.ts'
import type { Look } from './look.ts'

export type Layers = { readonly back: string; readonly front: string }

/** The cap of hair between the skull and a hairline at height `line`. */
function cap(look: Look, line: number, rise: number, sideY = 236, inset = 0): string {
  const w = look.faceHalfWidth - inset
  const [left, right] = [CX - w - 3, CX + w + 3]
  const top = 124 - rise
  return `M${left} ${sideY}C${left - rise * 0.5} ${170 - rise * 0.3} ${CX - w * 0.7} ${top} ${CX} ${top}S${right + rise * 0.5} ${170 - rise * 0.3} ${right} ${sideY}Q${right - 6} ${line + 22} ${CX + w * 0.62} ${line + 4}Q${CX} ${line - 12} ${CX - w * 0.62} ${line + 4}Q${left + 6} ${line + 22} ${left} ${sideY}Z`
}

const blob = (points: readonly (readonly [number, number, number])[], fill: string): string =>
  `<g fill="${fill}">${points.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')}</g>`

/** Curls as circles on an arc around the head. */
function curlsAround(
  look: Look,
  radius: number,
  size: number,
  fromDegrees: number,
  toDegrees: number,
  step: number,
): string {
  const points: (readonly [number, number, number])[] = []
  for (let angle = fromDegrees; angle <= toDegrees; angle += step) {
    const radians = (angle * Math.PI) / 180
    points.push([
      Math.round(CX + Math.cos(radians) * radius),
      Math.round(228 - Math.sin(radians) * radius * 1.06),
      size,
    ])
  }
  return blob(points, look.hairColour)
}

function hair(look: Look): Layers {
  const fill = look.hairColour
  const shine = lighter(fill, 0.16)
  const w = look.faceHalfWidth
  const gloss = `<path d="M${CX - w * 0.62} 150Q${CX - 20} 118 ${CX + 26} 124" stroke="${shine}" stroke-width="7" fill="none" stroke-linecap="round" opacity=".7"/>`
  switch (look.hair) {
    case 'bald':
      return {
        back: '',
        front: `<path d="M${CX - 46} 150Q${CX - 24} 136 ${CX + 4} 138" stroke="${lighter(look.skin, 0.4)}" stroke-width="8" fill="none" stroke-linecap="round" opacity=".5"/>`,
      }
    case 'receding':
      return {
        back: '',
        front: `<path d="${cap(look, 150, 3, 246)}" fill="${fill}"/><path d="M${CX - w * 0.6} 158Q${CX} 128 ${CX + w * 0.6} 158Q${CX} 134 ${CX - w * 0.6} 158Z" fill="${look.skin}"/>`,
      }
    case 'crop':
      return { back: '', front: `<path d="${cap(look, 176, 6)}" fill="${fill}"/>` }
    case 'fade':
      return {
        back: '',
        front: `<path d="${cap(look, 176, 5, 244)}" fill="${fill}" opacity=".5" clip-path="url(#face)"/><path d="${cap(look, 172, 9, 196, 7)}" fill="${fill}"/>`,
      }
    case 'side':
      return {
        back: '',
        front: `<path d="${cap(look, 178, 8, 240)}" fill="${fill}"/><path d="M${CX - w + 2} 196Q${CX - 50} 128 ${CX + 30} 118Q${CX + w + 6} 122 ${CX + w - 2} 204Q${CX + 40} 182 ${CX - 22} 158Q${CX - 60} 172 ${CX - w + 2} 196Z" fill="${fill}"/>${gloss}`,
      }
    case 'afro':
      return {
        back: `<ellipse cx="${CX}" cy="196" rx="${w + 46}" ry="118" fill="${fill}"/>${curlsAround(look, w + 32, 24, -14, 194, 16)}`,
        front: `<path d="${cap(look, 172, 12)}" fill="${fill}"/>`,
      }
    case 'curls':
      return {
        back: curlsAround(look, w + 8, 26, -30, 210, 17),
        front: `<path d="${cap(look, 166, 8)}" fill="${fill}"/>${curlsAround(look, w - 8, 19, 34, 146, 14)}`,
      }
    case 'bun':
      return {
        back: `<circle cx="${CX}" cy="92" r="44" fill="${fill}"/><path d="M${CX - 26} 86Q${CX} 66 ${CX + 26} 86" stroke="${shine}" stroke-width="6" fill="none" stroke-linecap="round"/>`,
        front: `<path d="${cap(look, 172, 7)}" fill="${fill}"/>${gloss}`,
      }
    case 'bob':
      return {
        back: `<path d="M${CX - w - 26} 350Q${CX - w - 42} 110 ${CX} 108T${CX + w + 26} 350Q${CX} 400 ${CX - w - 26} 350Z" fill="${darker(fill, 0.2)}"/>`,
        front: `<path d="M${CX - w - 24} 340Q${CX - w - 40} 112 ${CX} 106T${CX + w + 24} 340Q${CX + w - 4} 330 ${CX + w - 6} 250Q${CX + w - 22} 196 ${CX + 36} 178Q${CX - 40} 196 ${CX - w + 14} 210Q${CX - w + 2} 250 ${CX - w + 6} 300Q${CX - w + 2} 330 ${CX - w - 24} 340Z" fill="${fill}"/>${gloss}`,
      }
    case 'long':
      return {
        back: `<path d="M${CX - w - 30} 500Q${CX - w - 52} 106 ${CX} 104T${CX + w + 30} 500Q${CX + w} 530 ${CX + 60} 500L${CX - 60} 500Q${CX - w} 530 ${CX - w - 30} 500Z" fill="${darker(fill, 0.15)}"/>`,
        front: `<path d="M${CX - w - 4} 330Q${CX - w - 26} 112 ${CX} 104T${CX + w + 4} 330Q${CX + w - 2} 230 ${CX + 12} 152Q${CX - w + 4} 210 ${CX - w - 4} 330Z" fill="${fill}"/>${gloss}`,
      }
    case 'braids': {
      // Each leaves the head near the crown and falls outside the ears.
      const braid = (side: -1 | 1, dx: number, bottom: number): string => {
        const path = `M${CX + side * (w - 26)} 168C${CX + side * (dx - 6)} 186 ${CX + side * dx} 230 ${CX + side * dx} 300L${CX + side * dx} ${bottom}`
        return `<path d="${path}" stroke="${fill}" stroke-width="17" stroke-linecap="round" fill="none"/><path d="${path}" stroke="${lighter(fill, 0.2)}" stroke-width="14" stroke-dasharray="2.5 11" fill="none"/>`
      }
      const back = [w + 34, w + 20, w + 6]
        .map((dx, index) => braid(-1, dx, 418 + index * 30) + braid(1, dx, 418 + index * 30))
        .join('')
      const rows = [-48, -24, 0, 24, 48]
        .map((dx) => `M${CX + dx * 0.7} 118Q${CX + dx} 140 ${CX + dx * 1.12} 166`)
        .join('')
      return {
        back: `<path d="${cap(look, 240, 22, 300)}" fill="${fill}"/>${back}`,
        front: `<path d="${cap(look, 170, 9)}" fill="${fill}"/><path d="${rows}" stroke="${lighter(fill, 0.22)}" stroke-width="3" fill="none"/>`,
      }
    }
    default:
      return assertNever(look.hair)
  }
}

/** A ring of cloth around the face: outer outline minus an oval that shows the face. */
const ring = (outer: string, inner: string, fill: string): string =>
  `<path d="${outer}${inner}" fill-rule="evenodd" fill="${fill}"/>`

const dots = (spots: readonly (readonly [number, number])[], fill: string): string =>
  `<g fill="${fill}" opacity=".75">${spots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6"/>`).join('')}</g>`

/** Sudanese tobe: one wide cloth over the hair, falling on both shoulders, one end thrown across the chest. */
function tobe(look: Look): Layers {
  const colour = look.scarfColour
  const fold = darker(colour, 0.22)
  const light = lighter(colour, 0.3)
  const w = look.faceHalfWidth
  const outer = `M${CX} 84C${CX - 112} 84 ${CX - w - 48} 170 ${CX - w - 44} 280C${CX - w - 40} 380 ${CX - 190} 440 40 600L440 600C${CX + 190} 440 ${CX + w + 40} 380 ${CX + w + 44} 280C${CX + w + 48} 170 ${CX + 112} 84 ${CX} 84Z`
  const inner = `M${CX} 138C${CX + 62} 138 ${CX + w + 8} 180 ${CX + w + 8} 262C${CX + w + 8} 350 ${CX + 62} 400 ${CX + 34} 452L${CX - 44} 470C${CX - 74} 410 ${CX - w - 8} 350 ${CX - w - 8} 262C${CX - w - 8} 180 ${CX - 62} 138 ${CX} 138Z`
  const swathe = `M${CX - 196} 600C${CX - 150} 480 ${CX - 50} 424 ${CX + 92} 364C${CX + 150} 420 ${CX + 220} 520 ${CX + 220} 600Z`
  const border =
    look.scarfPattern === 'border'
      ? `<path d="M${CX + 92} 364C${CX - 50} 424 ${CX - 150} 480 ${CX - 196} 600" stroke="${light}" stroke-width="14" fill="none"/><path d="M${CX - w - 6} 250C${CX - w - 2} 180 ${CX - 58} 140 ${CX} 140S${CX + w + 2} 180 ${CX + w + 6} 250" stroke="${light}" stroke-width="7" fill="none"/>`
      : ''
  const spots =
    look.scarfPattern === 'dots'
      ? dots(
          [
            [150, 150],
            [190, 112],
            [240, 100],
            [290, 112],
            [330, 150],
            [120, 220],
            [362, 220],
            [118, 300],
            [364, 300],
            [250, 500],
            [310, 470],
            [360, 540],
            [290, 560],
            [190, 560],
            [410, 580],
            [90, 520],
            [130, 440],
          ],
          light,
        )
      : ''
  return {
    back: `<path d="${outer}" fill="${darker(colour, 0.3)}"/>`,
    front: `<path d="${cap(look, 176, 4)}" fill="${look.hairColour}" clip-path="url(#face)"/>${ring(outer, inner, colour)}
<path d="M${CX - 96} 150C${CX - 128} 210 ${CX - 124} 300 ${CX - 104} 380M${CX + 96} 150C${CX + 128} 210 ${CX + 124} 300 ${CX + 108} 360" stroke="${fold}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".6"/>
<path d="${swathe}" fill="${lighter(colour, 0.08)}"/><path d="M${CX - 90} 600C${CX - 60} 520 ${CX + 20} 460 ${CX + 108} 410M${CX + 10} 600C${CX + 40} 540 ${CX + 80} 490 ${CX + 140} 456" stroke="${fold}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".6"/>${border}${spots}`,
  }
}

/** A closer scarf: covers hair, ears and neck. */
function hijab(look: Look): Layers {
  const colour = look.scarfColour
  const fold = darker(colour, 0.22)
  const light = lighter(colour, 0.32)
  const w = look.faceHalfWidth
  const outer = `M${CX} 98C${CX - 96} 98 ${CX - w - 30} 170 ${CX - w - 26} 270C${CX - w - 22} 350 ${CX - 132} 400 ${CX - 150} 470C${CX - 90} 540 ${CX + 90} 540 ${CX + 150} 470C${CX + 132} 400 ${CX + w + 22} 350 ${CX + w + 26} 270C${CX + w + 30} 170 ${CX + 96} 98 ${CX} 98Z`
  const inner = `M${CX} 158C${CX + 56} 158 ${CX + w - 5} 192 ${CX + w - 5} 258C${CX + w - 6} 320 ${CX + look.jaw * 0.92} 376 ${CX} 378S${CX - w + 6} 320 ${CX - w + 5} 258C${CX - w + 5} 192 ${CX - 56} 158 ${CX} 158Z`
  const under = `<path d="M${CX - w + 10} 226C${CX - w + 16} 176 ${CX - 48} 150 ${CX} 150S${CX + w - 16} 176 ${CX + w - 10} 226C${CX + 66} 186 ${CX + 40} 170 ${CX} 170S${CX - 66} 186 ${CX - w + 10} 226Z" fill="${darker(colour, 0.4)}"/>`
  const extra =
    look.scarfPattern === 'dots'
      ? dots(
          [
            [166, 160],
            [206, 122],
            [256, 114],
            [306, 140],
            [138, 230],
            [344, 236],
            [142, 320],
            [340, 320],
            [170, 430],
            [220, 470],
            [280, 450],
            [320, 480],
            [250, 500],
          ],
          light,
        )
      : look.scarfPattern === 'border'
        ? `<path d="M${CX - 150} 470C${CX - 90} 540 ${CX + 90} 540 ${CX + 150} 470" stroke="${light}" stroke-width="10" fill="none"/>`
        : ''
  return {
    back: `<path d="${outer}" fill="${darker(colour, 0.35)}"/>`,
    front: `${under}${ring(outer, inner, colour)}<path d="M${CX - 66} 372C${CX - 20} 430 ${CX + 60} 420 ${CX + 112} 372M${CX - 92} 400C${CX - 30} 476 ${CX + 60} 468 ${CX + 128} 420M${CX - 40} 114C${CX - 84} 140 ${CX - 104} 190 ${CX - 104} 250" stroke="${fold}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".6"/>${extra}`,
  }
}

/** Emma: the large white Sudanese turban, wound in crossing bands. */
function emma(look: Look): Layers {
  const colour = look.scarfColour
  const fold = darker(colour, 0.16)
  const w = look.faceHalfWidth
  const outline = `M${CX - w - 16} 204C${CX - w - 52} 170 ${CX - w - 30} 92 ${CX - 62} 66C${CX - 30} 40 ${CX + 40} 38 ${CX + 70} 66C${CX + w + 34} 92 ${CX + w + 50} 172 ${CX + w + 16} 204C${CX + 66} 168 ${CX + 30} 158 ${CX} 164C${CX - 30} 158 ${CX - 66} 168 ${CX - w - 16} 204Z`
  return {
    back: '',
    front: `<path d="${outline}" fill="${colour}" stroke="${fold}" stroke-width="3"/>
<path d="M${CX - w - 14} 196C${CX - 60} 130 ${CX + 10} 96 ${CX + 74} 72M${CX - w - 26} 164C${CX - 74} 110 ${CX - 20} 76 ${CX + 30} 52M${CX + w + 16} 198C${CX + 76} 150 ${CX + 36} 128 ${CX - 8} 116M${CX + w + 30} 160C${CX + 92} 124 ${CX + 66} 104 ${CX + 34} 98M${CX - 30} 160C${CX + 6} 142 ${CX + 40} 138 ${CX + 84} 160M${CX - w - 22} 124C${CX - 84} 96 ${CX - 66} 78 ${CX - 44} 66" stroke="${fold}" stroke-width="5" fill="none" stroke-linecap="round"/>
<path d="M${CX - w - 4} 214Q${CX} 150 ${CX + w + 4} 214L${CX + w + 2} 204Q${CX} 152 ${CX - w - 2} 204Z" fill="#140a0a" opacity=".18"/>`,
  }
}

/** Taqiyah: a small round cap with an embroidered band. */
function taqiyah(look: Look): Layers {
  const colour = look.scarfColour
  const w = look.faceHalfWidth
  const edge = darker(colour, 0.2)
  return {
    back: '',
    front: `<path d="${cap(look, 184, 3)}" fill="${look.hairColour}"/><path d="M${CX - w - 2} 186C${CX - w - 4} 120 ${CX - 60} 92 ${CX} 92S${CX + w + 4} 120 ${CX + w + 2} 186Q${CX} 146 ${CX - w - 2} 186Z" fill="${colour}"/>
<path d="M${CX - w - 2} 186Q${CX} 146 ${CX + w + 2} 186L${CX + w} 164Q${CX} 124 ${CX - w} 164Z" fill="${darker(colour, 0.08)}"/>
<path d="M${CX - w + 4} 173Q${CX} 134 ${CX + w - 4} 173" stroke="${edge}" stroke-width="5" stroke-dasharray="3 9" stroke-linecap="round" fill="none"/>`,
  }
}

export function headLayers(look: Look): Layers {
  switch (look.headwear) {
    case 'none':
      return hair(look)
    case 'tobe':
      return tobe(look)
    case 'hijab':
      return hijab(look)
    case 'emma':
      return emma(look)
    case 'taqiyah':
      return taqiyah(look)
    default:
      return assertNever(look.headwear)
  }
}
