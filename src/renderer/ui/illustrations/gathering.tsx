import { Person, type PersonLook } from './people.tsx'

const BACK: readonly PersonLook[] = [
  { x: 92, y: 158, scale: 0.86, skin: '#5a3726', cloth: '#e9e2d0', trim: '#cfc5ab', head: 'imma' },
  { x: 196, y: 136, scale: 0.86, skin: '#6b412c', cloth: '#c8553d', trim: '#f2b62c', head: 'tobe' },
  { x: 300, y: 140, scale: 0.86, skin: '#4a2c1f', cloth: '#17784f', trim: '#f4f5ef', head: 'hair' },
  { x: 398, y: 160, scale: 0.86, skin: '#7d5138', cloth: '#f2b62c', trim: '#b0212b', head: 'tobe' },
]
const FRONT: readonly PersonLook[] = [
  { x: 136, y: 222, skin: '#4a2c1f', cloth: '#8c4a5c', trim: '#f2d9c4', head: 'tobe' },
  { x: 250, y: 206, scale: 1.06, skin: '#6b412c', cloth: '#f4f5ef', trim: '#d9dccf', head: 'imma' },
  { x: 364, y: 224, skin: '#5a3726', cloth: '#27566b', trim: '#f4f5ef', head: 'cap' },
]

/** Points of a ring of triangles, pointing outwards. */
const ring = (inner: number, outer: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const at = (radius: number, turn: number): string =>
      `${(240 + radius * Math.sin((turn * 2 * Math.PI) / count)).toFixed(1)} ${(196 - radius * Math.cos((turn * 2 * Math.PI) / count)).toFixed(1)}`
    return `M${at(inner, index - 0.5)}L${at(outer, index)}L${at(inner, index + 0.5)}Z`
  }).join('')

/** Seven people before a woven tray: the community. */
export function Gathering({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#0d5f41" d="M0 0h480v320H0z" />
      <circle cx="240" cy="196" r="186" fill="#101713" />
      <path fill="#f2b62c" d={ring(158, 184, 40)} />
      <circle cx="240" cy="196" r="158" fill="#b0212b" />
      <path fill="#101713" d={ring(126, 154, 32)} />
      <circle cx="240" cy="196" r="124" fill="#f2b62c" />
      {[...BACK, ...FRONT].map((look) => (
        <Person key={look.x} {...look} />
      ))}
    </svg>
  )
}
