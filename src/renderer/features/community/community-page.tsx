import { ArrowLeft } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { NotifyMe } from '../../ui/form/notify-me.tsx'
import { Jabana } from '../../ui/illustrations/jabana.tsx'
import { Person } from '../../ui/illustrations/people.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'

const FEATURES = [
  { key: 'connect', Picture: Thread },
  { key: 'discuss', Picture: Talk },
  { key: 'share', Picture: Jabana },
] as const satisfies readonly {
  readonly key: string
  readonly Picture: ComponentType<{ readonly className?: string }>
}[]

export function CommunityPage() {
  const { t } = useTranslation('community')
  const heading = usePageTitle(t('title'), t('description'))
  return (
    <div className="column pt-4 pb-6 sm:pb-8">
      <BackButton />
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl headline">
        {t('title')}
      </h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">{t('lead')}</p>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {FEATURES.map(({ key, Picture }) => (
          <li
            key={key}
            className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
          >
            <Picture className="h-44 w-full sm:h-64 md:h-52" />
            <div className="p-4 sm:p-5">
              <h2 className="text-xl headline">{t(`${key}.title`)}</h2>
              <p className="mt-1 text-muted">{t(`${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <ComingSoon />
    </div>
  )
}

/** Leads to where the visitor came from, and to the home page where they came from elsewhere. */
function BackButton() {
  const { t } = useTranslation('community')
  const navigate = useNavigate()
  const first = useLocation().key === 'default'
  return (
    <Button
      variant="quiet"
      className="-ms-4"
      icon={<ArrowLeft aria-hidden="true" size={19} className="mirror" />}
      onClick={() => void (first ? navigate('/') : navigate(-1))}
    >
      {t('back')}
    </Button>
  )
}

function ComingSoon() {
  const { t } = useTranslation('community')
  return (
    <section
      aria-labelledby="coming-soon"
      className="mt-10 overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      <div aria-hidden="true" className="weave h-3" />
      <div className="grid gap-x-12 gap-y-6 p-5 sm:p-8 lg:grid-cols-2">
        <div>
          <h2 id="coming-soon" className="text-2xl headline">
            {t('soon.title')}
          </h2>
          <p className="mt-3 text-lg text-muted">{t('soon.text')}</p>
        </div>
        <div className="grid content-center gap-6">
          <NotifyMe topic="community" submitLabel={t('soon.submit')} />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
            {t('meanwhile')}
            <LinkButton to="/events" variant="secondary">
              {t('events')}
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  )
}

/** Two people, and what they say as two weaves that meet. */
function Talk({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#14301f" d="M0 0h480v320H0z" />
      <g transform="translate(20 36) scale(.92)">
        <path
          fill="#f2b62c"
          d="M60 34H236A16 16 0 0 1 252 50V118A16 16 0 0 1 236 134H132L108 164V134H76A16 16 0 0 1 60 118Z"
        />
        <path
          fill="#101713"
          d="M80 112L104 72L128 112ZM128 112L152 72L176 112ZM176 112L200 72L224 112Z"
        />
        <path
          fill="#b0212b"
          d="M104 62L112 52L104 42L96 52ZM152 62L160 52L152 42L144 52ZM200 62L208 52L200 42L192 52Z"
        />
        <path
          fill="#f4f5ef"
          d="M284 70H410A16 16 0 0 1 426 86V138A16 16 0 0 1 410 154H386V182L360 154H284A16 16 0 0 1 268 138V86A16 16 0 0 1 284 70Z"
        />
        <path
          fill="#0d5f41"
          d="M290 138L312 96L334 138ZM334 138L356 96L378 138ZM378 138L400 96L412 119V138Z"
        />
      </g>
      <Person x={122} y={238} skin="#5a3726" cloth="#c8553d" trim="#f2d9c4" head="tobe" />
      <Person x={362} y={246} skin="#6b412c" cloth="#f4f5ef" trim="#d9dccf" head="imma" />
    </svg>
  )
}

/** Three people in their own places, and one thread that runs through all of them. */
function Thread({ className }: { readonly className?: string }) {
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
      <CommunityPlace x={98} y={170} ground="#0d5f41" id="west">
        <Person x={0} y={0} scale={0.8} skin="#6b412c" cloth="#f2b62c" trim="#b0212b" head="tobe" />
      </CommunityPlace>
      <CommunityPlace x={244} y={206} ground="#b0212b" id="middle">
        <Person x={0} y={0} scale={0.8} skin="#4a2c1f" cloth="#f4f5ef" trim="#d9dccf" head="imma" />
      </CommunityPlace>
      <CommunityPlace x={388} y={166} ground="#101713" id="east">
        <Person x={0} y={0} scale={0.8} skin="#7d5138" cloth="#27566b" trim="#f2b62c" head="hair" />
      </CommunityPlace>
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

function CommunityPlace({ x, y, ground, id, children }: PlaceProps) {
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
