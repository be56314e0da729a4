/**
 * The association's woven pattern (the baskets of Darfur and Kordofan, as in the interface's `Tray` and `weave.svg`)
 * for a canvas: the band under the header and the tray behind the text.
 */
type Pen = CanvasRenderingContext2D

interface Weave {
  readonly left: number
  readonly top: number
  readonly length: number
  readonly thickness: number
}
const TRIANGLES = ['#0d5f41', '#f2b62c', '#b0212b'] as const

/** A black band of triangles in green, yellow and red, each with a white diamond: the five colours of the flag. */
export function paintWeave(pen: Pen, { left, top, length, thickness }: Weave): void {
  pen.save()
  pen.beginPath()
  pen.rect(left, top, length, thickness)
  pen.clip()
  pen.fillStyle = '#101713'
  pen.fillRect(left, top, length, thickness)
  const bottom = top + thickness
  const half = thickness * 0.29
  for (let index = 0; index * 2 * thickness < length; index += 1) {
    const middle = left + (index * 2 + 1) * thickness
    pen.fillStyle = TRIANGLES[index % TRIANGLES.length] ?? TRIANGLES[0]
    polygon(pen, [middle - thickness, bottom], [middle, top], [middle + thickness, bottom])
    pen.fillStyle = '#ffffff'
    polygon(
      pen,
      [middle, bottom - 2 * half],
      [middle + half, bottom - half],
      [middle, bottom],
      [middle - half, bottom - half],
    )
  }
  pen.restore()
}

export type TrayColours = readonly [string, string, string]
interface TrayPlace {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly colours: TrayColours
}

/** Rings of triangles and diamonds; shares of the radius. */
const RINGS = [
  { shape: 'triangle', count: 36, from: 0.79, to: 0.98, shift: 0, colour: 0 },
  { shape: 'diamond', count: 36, from: 0.9, to: 0.98, shift: 0.5, colour: 1 },
  { shape: 'triangle', count: 24, from: 0.74, to: 0.55, shift: 0, colour: 1 },
  { shape: 'diamond', count: 24, from: 0.58, to: 0.71, shift: 0.5, colour: 2 },
  { shape: 'triangle', count: 18, from: 0.34, to: 0.49, shift: 0, colour: 0 },
  { shape: 'diamond', count: 18, from: 0.41, to: 0.49, shift: 0.5, colour: 1 },
] as const

export function paintTray(pen: Pen, { x, y, radius, colours }: TrayPlace): void {
  const at = (share: number, turn: number): readonly [number, number] => {
    const angle = turn * 2 * Math.PI
    return [x + share * radius * Math.sin(angle), y - share * radius * Math.cos(angle)]
  }
  for (const { shape, count, from, to, shift, colour } of RINGS) {
    pen.fillStyle = colours[colour]
    for (let index = 0; index < count; index += 1) {
      const turn = (index + shift) / count
      const aside = 1 / count / (shape === 'triangle' ? 2 : 3)
      const middle = (from + to) / 2
      if (shape === 'triangle')
        polygon(pen, at(from, turn - aside), at(to, turn), at(from, turn + aside))
      else
        polygon(
          pen,
          at(from, turn),
          at(middle, turn - aside),
          at(to, turn),
          at(middle, turn + aside),
        )
    }
  }
}

function polygon(pen: Pen, ...corners: readonly (readonly [number, number])[]): void {
  pen.beginPath()
  for (const [x, y] of corners) pen.lineTo(x, y)
  pen.fill()
}
