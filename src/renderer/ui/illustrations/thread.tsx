import type { ReactNode } from 'react'
import { Person } from './people.tsx'

/** Three people in their own places, and one thread that runs through all of them. */
export function Thread({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#f4f5ef" d="M0 0h480v320H0z" />
      <g fill="none" strokeWidth="12">
        <path stroke="#101713" d="M-10 84C70 10 130 30 158 118S292 232 334 128S420 20 500 96" />
        <path
          stroke="#f2b62c"
          strokeDasharray="14 14"
          d="M-10 84C70 10 130 30 158 118S292 232 334 128S420 20 500 96"
        />
      </g>
      <Place x={98} y={170} ground="#0d5f41" id="west">
        <Person x={0} y={0} scale={0.8} skin="#6b412c" cloth="#f2b62c" trim="#b0212b" head="tobe" />
      </Place>
      <Place x={244} y={206} ground="#b0212b" id="middle">
        <Person x={0} y={0} scale={0.8} skin="#4a2c1f" cloth="#f4f5ef" trim="#d9dccf" head="imma" />
      </Place>
      <Place x={388} y={166} ground="#101713" id="east">
        <Person x={0} y={0} scale={0.8} skin="#7d5138" cloth="#27566b" trim="#f2b62c" head="hair" />
      </Place>
    </svg>
  )
}

interface PlaceProps {
  readonly x: number
  readonly y: number
  readonly ground: string
  readonly id: string
  readonly children: ReactNode
}

function Place({ x, y, ground, id, children }: PlaceProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <clipPath id={`thread-${id}`}>
        <circle r="68" />
      </clipPath>
      <circle r="74" fill="#f2b62c" />
      <circle r="68" fill={ground} />
      <g clipPath={`url(#thread-${id})`}>{children}</g>
    </g>
  )
}
