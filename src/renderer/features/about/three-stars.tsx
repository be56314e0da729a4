/** Points of a star's rim, outer and inner in turn, the first one up. */
const rim = (radius: number): readonly (readonly [number, number])[] =>
  Array.from({ length: 10 }, (_, corner) => {
    const length = corner % 2 === 0 ? radius : radius * 0.42
    const angle = (corner * Math.PI) / 5
    return [length * Math.sin(angle), -length * Math.cos(angle)] as const
  })

const facet = (points: readonly (readonly [number, number])[], from: number): string => {
  const [one, other] = [points[from], points[(from + 1) % points.length]]
  return one === undefined || other === undefined
    ? ''
    : `M0 0L${one[0].toFixed(1)} ${one[1].toFixed(1)}L${other[0].toFixed(1)} ${other[1].toFixed(1)}Z`
}

interface StarProps {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly light: string
  readonly shade: string
}

/** Ten facets, light and shade in turn, as if folded. */
function Star({ x, y, radius, light, shade }: StarProps) {
  const points = rim(radius)
  return (
    <g transform={`translate(${x} ${y})`}>
      {points.map((_, index) => (
        <path key={index} fill={index % 2 === 0 ? light : shade} d={facet(points, index)} />
      ))}
    </g>
  )
}

/** The rays behind them: a fan of triangles from below. */
const FAN = Array.from({ length: 15 }, (_, index) => `rotate(${(index - 7) * 12} 240 340)`)

/** The three stars of the flag over a woven edge. */
export function ThreeStars({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#0c2018" d="M0 0h480v320H0z" />
      {FAN.map((turn) => (
        <path key={turn} fill="#14301f" d="M240 340L222 -140H258Z" transform={turn} />
      ))}
      <Star x={240} y={92} radius={66} light="#ffffff" shade="#cfd8cf" />
      <Star x={128} y={182} radius={58} light="#f2b62c" shade="#c98a12" />
      <Star x={352} y={182} radius={58} light="#f2b62c" shade="#c98a12" />
      <path fill="#b0212b" d="M0 274h480v46H0z" />
      {Array.from({ length: 13 }, (_, index) => (
        <path
          key={index}
          fill={index % 2 === 0 ? '#f2b62c' : '#0d5f41'}
          d={`M${index * 40 - 20} 320L${index * 40} 280L${index * 40 + 20} 320Z`}
        />
      ))}
      <path fill="#101713" d="M0 268h480v8H0z" />
    </svg>
  )
}
