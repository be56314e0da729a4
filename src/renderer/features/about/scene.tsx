import './scene.css'
import { Pause, Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Horse } from '../../ui/illustrations/horse.tsx'
import { Ground, Hills, Sky } from './scene-landscape.tsx'
import { Man, Woman } from './scene-people.tsx'

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
export function Scene() {
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
        className="scene mirror h-[clamp(18rem,44vw,35rem)] w-full"
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
      {/* On a phone in the sky, where no figure walks behind it. */}
      <button
        type="button"
        onClick={() => setPaused(!paused)}
        className="absolute end-3 top-3 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border border-night-muted bg-night px-3 text-sm font-semibold text-on-night hover:border-sun hover:text-sun motion-reduce:hidden sm:end-5 sm:top-auto sm:bottom-5"
      >
        <Icon aria-hidden="true" size={18} />
        <span className="max-sm:sr-only">{t(paused ? 'scene.play' : 'scene.pause')}</span>
      </button>
    </div>
  )
}
