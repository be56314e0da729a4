import './scene.css'
import { Pause, Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Acacia } from '../../ui/illustrations/cover-drawing.tsx'
import { Horse } from '../../ui/illustrations/horse.tsx'

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
function Sky() {
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

function Hills() {
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

function Ground() {
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

/** Those who walk, seen from the side in flat colours; their feet stand at y = 0. */
interface WalkerProps {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly cloth: string
  readonly skin: string
}

const place = ({ x, y, scale }: WalkerProps): string => `translate(${x} ${y}) scale(${scale})`

function Woman(props: WalkerProps & { readonly trim: string; readonly basket?: boolean }) {
  const { cloth, skin, trim, basket = false } = props
  return (
    <g transform={place(props)}>
      <g className="scene-step">
        <path
          fill={cloth}
          d="M0 -128C-15 -128 -19 -116 -18 -104C-24 -92 -30 -50 -34 0H32C30 -50 26 -92 18 -104C19 -116 15 -128 0 -128Z"
        />
        <path
          fill={skin}
          d="M3 -122C11 -122 14 -115 13 -108C12 -100 8 -96 3 -96S-6 -102 -6 -109S-4 -122 3 -122Z"
        />
        <path fill={trim} d="M-18 -104C-10 -84 12 -70 27 -58L29 -46C8 -58 -18 -76 -22 -88Z" />
        {basket && (
          <>
            <path
              fill="none"
              stroke={cloth}
              strokeWidth="9"
              strokeLinecap="round"
              d="M14 -92C30 -100 30 -122 22 -138"
            />
            <circle cx="21" cy="-140" r="5" fill={skin} />
            <path fill="#101713" d="M-26 -140H26L18 -128H-18Z" />
            <path
              fill="#f2b62c"
              d="M-26 -140L-20 -152L-14 -140L-8 -152L-2 -140L4 -152L10 -140L16 -152L22 -140Z"
            />
            <path fill="#b0212b" d="M-28 -142H28V-137H-28Z" />
          </>
        )}
      </g>
    </g>
  )
}

function Man(props: WalkerProps & { readonly child?: boolean }) {
  const { cloth, skin, child = false } = props
  return (
    <g transform={place(props)}>
      <g className="scene-step">
        {!child && (
          <path stroke="#3a2016" strokeWidth="4" strokeLinecap="round" d="M34 0L30 -118" />
        )}
        <path
          fill={cloth}
          d="M-4 -98C-18 -98 -24 -84 -26 -60L-30 0H28L24 -60C22 -84 16 -98 4 -98Z"
        />
        <path
          fill="none"
          stroke={cloth}
          strokeWidth="11"
          strokeLinecap="round"
          d="M14 -86C22 -78 26 -70 30 -66"
        />
        <circle cx="32" cy="-66" r="5" fill={skin} />
        <path
          fill={skin}
          d="M2 -126C11 -126 14 -118 13 -110C12 -101 8 -96 2 -96S-8 -102 -8 -110S-6 -126 2 -126Z"
        />
        {child ? (
          <path
            fill="#1c1512"
            d="M-10 -112C-14 -128 -4 -134 4 -134C14 -134 18 -124 13 -116C6 -122 -4 -121 -10 -112Z"
          />
        ) : (
          <>
            <path
              fill="#f4f5ef"
              d="M-13 -114C-20 -130 -8 -140 4 -139C17 -138 22 -126 15 -115C8 -121 -5 -121 -13 -114Z"
            />
            <path
              fill="none"
              stroke="#cfd3c6"
              strokeWidth="2.5"
              d="M-12 -119C-4 -130 6 -133 14 -132M-15 -126C-9 -133 -2 -136 4 -136"
            />
          </>
        )}
      </g>
    </g>
  )
}

/** True while any of the element is on the screen: what is not visible need not move. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(true)
  useEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return seen
}

/**
 * People on their way under a rising sun: the page's film, drawn and moved by the page itself, without sound. It
 * stands still where the device asks for less motion (the base style ends every animation there).
 */
export function AboutPicture() {
  const { t } = useTranslation('about')
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  const [paused, setPaused] = useState(false)
  const Icon = paused ? Play : Pause
  return (
    <div
      ref={frame}
      data-still={paused || !seen || undefined}
      className="relative overflow-hidden bg-night"
    >
      <svg
        viewBox="0 0 1280 560"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        className="scene mirror h-[clamp(18rem,min(44vw,56svh),max(20rem,25vw))] w-full"
      >
        <Sky />
        <Hills />
        <Ground />
        <Woman x={398} y={500} scale={0.9} cloth="#f2b62c" trim="#b0212b" skin="#5a3726" basket />
        <Man x={472} y={502} scale={0.62} cloth="#2f78a0" skin="#6b412c" child />
        <Woman x={530} y={504} scale={0.92} cloth="#17784f" trim="#f2b62c" skin="#4a2c1f" />
        <Woman x={614} y={505} scale={0.9} cloth="#c8553d" trim="#f2d9c4" skin="#6b412c" basket />
        <g className="scene-step">
          <Horse transform="translate(754 492) scale(.88)" />
        </g>
        <Man x={894} y={506} scale={0.92} cloth="#f4f5ef" skin="#5a3726" />
      </svg>
      <p className="sr-only">{t('scene.label')}</p>
      {/* In the sky, where no figure walks behind it; in a wide picture beside them. */}
      <button
        type="button"
        onClick={() => setPaused(!paused)}
        className="absolute end-3 top-3 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border border-night-muted bg-night px-3 text-sm font-semibold text-on-night hover:border-sun hover:text-sun motion-reduce:hidden lg:end-5 lg:top-auto lg:bottom-5"
      >
        <Icon aria-hidden="true" size={18} />
        <span className="max-sm:sr-only">{t(paused ? 'scene.play' : 'scene.pause')}</span>
      </button>
    </div>
  )
}
