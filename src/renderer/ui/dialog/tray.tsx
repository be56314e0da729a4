/**
 * A woven tray cover (tabag), the basketry of Darfur and Kordofan: rings of triangles around a plain middle. It is
 * computed, so it is one small function instead of a picture to download, and it is sharp at any size.
 */
import { cx } from '../cx.ts'

const CENTER = 200
const point = (radius: number, turn: number): string => {
  const angle = turn * 2 * Math.PI
  return `${(CENTER + radius * Math.sin(angle)).toFixed(1)} ${(CENTER - radius * Math.cos(angle)).toFixed(1)}`
}

/** Triangles that stand on the circle `from` and point to the circle `to`. */
function triangles(count: number, from: number, to: number, shift = 0): string {
  const step = 1 / count
  return Array.from({ length: count }, (_, index) => {
    const turn = (index + shift) * step
    return `M${point(from, turn - step / 2)} L${point(to, turn)} L${point(from, turn + step / 2)}Z`
  }).join('')
}

/** Diamonds between two circles. */
function diamonds(count: number, inner: number, outer: number, shift = 0): string {
  const step = 1 / count
  const middle = (inner + outer) / 2
  return Array.from({ length: count }, (_, index) => {
    const turn = (index + shift) * step
    return `M${point(inner, turn)} L${point(middle, turn - step / 3)} L${point(outer, turn)} L${point(middle, turn + step / 3)}Z`
  }).join('')
}

const BLACK = '#101713'
const GREEN = '#0f6d4a'
const RED = '#b0212b'
const YELLOW = '#f2b62c'
const WHITE = '#f4f5ef'

const DISCS = [
  [196, YELLOW],
  [189, BLACK],
  [150, GREEN],
  [146, WHITE],
  [141, RED],
  [100, YELLOW],
  [94, BLACK],
  [62, WHITE],
  [58, GREEN],
] as const
const SHAPES = [
  [triangles(36, 150, 187), YELLOW],
  [diamonds(36, 174, 187, 0.5), RED],
  [triangles(24, 141, 104), BLACK],
  [diamonds(24, 110, 134, 0.5), WHITE],
  [triangles(18, 64, 92), GREEN],
  [diamonds(18, 79, 92, 0.5), YELLOW],
] as const

const STAR = Array.from({ length: 10 }, (_, corner) =>
  point(corner % 2 === 0 ? 15 : 6, corner / 10),
).join(' L')

export function Tray({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 400 400" aria-hidden="true" className={cx('aspect-square', className)}>
      {DISCS.map(([radius, colour]) => (
        <circle key={radius} cx={CENTER} cy={CENTER} r={radius} fill={colour} />
      ))}
      {SHAPES.map(([path, colour]) => (
        <path key={path} d={path} fill={colour} />
      ))}
      {/* The coils of the basket, as fine rings over everything. */}
      {Array.from({ length: 22 }, (_, ring) => (
        <circle
          key={ring}
          cx={CENTER}
          cy={CENTER}
          r={62 + ring * 6}
          fill="none"
          stroke="#0000002b"
          strokeWidth="1"
        />
      ))}
      <path d={`M${STAR}Z`} fill={WHITE} transform="translate(0 -22)" />
      <path d={`M${STAR}Z`} fill={WHITE} transform="translate(-21 14)" />
      <path d={`M${STAR}Z`} fill={WHITE} transform="translate(21 14)" />
    </svg>
  )
}
