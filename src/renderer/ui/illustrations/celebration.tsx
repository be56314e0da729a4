const COLOURS = ['#f4f5ef', '#f2b62c', '#0d5f41', '#101713'] as const

/** Pennants on a line that hangs between two points. */
function Pennants({
  from,
  to,
  sag,
  count,
}: {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly sag: number
  readonly count: number
}) {
  const at = (t: number): readonly [number, number] => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + 4 * sag * t * (1 - t),
  ]
  const point = ([x, y]: readonly [number, number]): string => `${x.toFixed(1)} ${y.toFixed(1)}`
  return (
    <>
      <path
        fill="none"
        stroke="#101713"
        strokeWidth="3"
        d={`M${point(from)}Q${point([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 2 * sag])} ${point(to)}`}
      />
      {Array.from({ length: count }, (_, index) => {
        const [left, right] = [at((index + 0.12) / count), at((index + 0.88) / count)]
        const tip = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2 + 34] as const
        return (
          <path
            key={index}
            fill={COLOURS[index % COLOURS.length]}
            d={`M${point(left)}L${point(right)}L${point(tip)}Z`}
          />
        )
      })}
    </>
  )
}

const zigzag = (
  left: number,
  right: number,
  top: number,
  bottom: number,
  teeth: number,
): string => {
  const step = (right - left) / teeth
  return Array.from(
    { length: teeth },
    (_, index) =>
      `M${left + index * step} ${bottom}L${left + (index + 0.5) * step} ${top}L${left + (index + 1) * step} ${bottom}Z`,
  ).join('')
}

/** Two drums under pennants: an evening together. */
export function Celebration({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#b0212b" d="M0 0h480v320H0z" />
      <path fill="#8f1820" d="M0 250h480v70H0z" />
      <Pennants from={[-20, 10]} to={[300, 26]} sag={34} count={7} />
      <Pennants from={[240, 40]} to={[500, 4]} sag={30} count={6} />
      <Drum x={188} y={124} scale={1} />
      <Drum x={330} y={172} scale={0.72} />
      {/* The sticks, crossed before the great drum. */}
      <g stroke="#d9a566" strokeWidth="9" strokeLinecap="round">
        <path d="M70 282L178 246M92 240L186 284" />
      </g>
      <g fill="#f2b62c">
        <circle cx="68" cy="283" r="9" />
        <circle cx="90" cy="238" r="9" />
      </g>
    </svg>
  )
}

function Drum({ x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <ellipse cx="0" cy="160" rx="66" ry="14" fill="#6e1218" />
      <path fill="#101713" d="M-88 0C-88 70 -62 120 -52 160H52C62 120 88 70 88 0Z" />
      <path fill="#f2b62c" d={zigzag(-80, 80, 34, 72, 8)} />
      <path fill="#0d5f41" d={zigzag(-62, 62, 118, 88, 6)} />
      <path fill="#f4f5ef" d="M-69 78H69L66 84H-66Z" />
      <path fill="#b0212b" d="M-54 132H54L52 146H-52Z" />
      <ellipse cx="0" cy="0" rx="92" ry="27" fill="#d9a566" />
      <ellipse cx="0" cy="-3" rx="82" ry="22" fill="#f7ecd6" />
      <ellipse cx="0" cy="-2" rx="30" ry="8" fill="#e2cfa8" />
    </g>
  )
}
