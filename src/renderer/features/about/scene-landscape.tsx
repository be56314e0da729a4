import type { ReactNode } from 'react'
import { Acacia } from '../../ui/illustrations/cover-drawing.tsx'

const SUN_X = 740
const SUN_Y = 372

/** A ring of triangles around the sun. */
function ray(inner: number, outer: number, count: number): string {
  const at = (radius: number, turn: number): string => {
    const angle = (turn * 2 * Math.PI) / count
    return `${(SUN_X + radius * Math.sin(angle)).toFixed(1)} ${(SUN_Y - radius * Math.cos(angle)).toFixed(1)}`
  }
  return Array.from(
    { length: count },
    (_, index) => `M${at(inner, index - 0.5)}L${at(outer, index)}L${at(inner, index + 0.5)}Z`,
  ).join('')
}

const SKY = [
  [560, '#123022'],
  [430, '#4a1519'],
  [330, '#7f1a22'],
  [248, '#b0212b'],
] as const

const SUN = [
  { colour: '#d9622b', disc: 190, ray: ray(186, 236, 36), turn: 'scene-turn' },
  { colour: '#f2b62c', disc: 152, ray: ray(150, 184, 30), turn: 'scene-turn scene-back' },
  { colour: '#f9dc8f', disc: 110, ray: ray(108, 142, 24), turn: 'scene-turn' },
] as const

const STAR =
  'M0 -22 5.3 -7.3 20.9 -6.8 8.5 2.6 12.9 17.8 0 8.8 -12.9 17.8 -8.5 2.6 -20.9 -6.8 -5.3 -7.3Z'

/** The sun as a woven tray whose rings turn slowly against each other, under three stars. */
export function Sky() {
  return (
    <>
      <path fill="#0c2018" d="M0 0h1280v560H0z" />
      {SKY.map(([radius, colour]) => (
        <circle key={radius} cx={SUN_X} cy={SUN_Y} r={radius} fill={colour} />
      ))}
      {SUN.map(({ colour, disc, ray: rays, turn }) => (
        <g key={disc} fill={colour}>
          <path className={turn} d={rays} />
          <circle cx={SUN_X} cy={SUN_Y} r={disc} />
        </g>
      ))}
      <g fill="#f4f5ef">
        {[
          [178, 128],
          [256, 92],
          [334, 128],
        ].map(([x, y], index) => (
          <g key={x} transform={`translate(${x} ${y})`}>
            <path className={`scene-star scene-star-${index}`} d={STAR} />
          </g>
        ))}
      </g>
    </>
  )
}

// Each path ends at the height where it begins, so that two copies side by side pass as one endless land.
const FAR =
  'M0 392C120 360 210 330 300 352C360 300 430 290 480 332C560 372 640 392 720 386C840 378 960 330 1060 344C1140 352 1220 380 1280 392V560H0Z'
const MIDDLE =
  'M0 440C160 410 320 402 480 424C640 444 760 436 900 420C1040 404 1180 414 1280 440V560H0Z'
const NEAR = 'M0 488C200 474 420 470 640 482S1080 492 1280 488V560H0Z'
const TUFTS = [40, 210, 388, 560, 742, 905, 1060, 1222]

/** Twice the width of the picture; it moves by one width and begins again. */
function Endless({
  speed,
  children,
}: {
  readonly speed: 'far' | 'middle' | 'near'
  readonly children: () => ReactNode
}) {
  return (
    <g className={`scene-pass scene-${speed}`}>
      {[0, 1280].map((shift) => (
        <g key={shift} transform={`translate(${shift} 0)`}>
          {children()}
        </g>
      ))}
    </g>
  )
}

export function Hills() {
  return (
    <>
      <Endless speed="far">{() => <path fill="#3a1418" d={FAR} />}</Endless>
      <Endless speed="middle">
        {() => (
          <>
            <path fill="#24402c" d={MIDDLE} />
            <Acacia x={150} y={432} scale={1.5} fill="#0f1a13" />
            <Acacia x={640} y={434} scale={0.9} fill="#0f1a13" />
            <Acacia x={1090} y={424} scale={1.15} fill="#0f1a13" />
          </>
        )}
      </Endless>
    </>
  )
}

export function Ground() {
  return (
    <Endless speed="near">
      {() => (
        <>
          <path fill="#0b1410" d={NEAR} />
          {TUFTS.map((x, index) => (
            <path
              key={x}
              fill="#24402c"
              transform={`translate(${x} ${522 + (index % 3) * 10})`}
              d="M-9 0L-12 -15L-5 -4L0 -19L4 -4L12 -13L8 0Z"
            />
          ))}
        </>
      )}
    </Endless>
  )
}
