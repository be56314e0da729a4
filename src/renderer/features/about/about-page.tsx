import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { Horse } from '../../ui/illustrations/horse.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { AboutPicture } from './about-picture.tsx'

const VALUES = [
  { key: 'justice', mark: 'bg-brand' },
  { key: 'unity', mark: 'bg-sun' },
  { key: 'freedom', mark: 'bg-accent' },
] as const

/** Three words, each on its own line of the loom. */
function Values() {
  const { t } = useTranslation('about')
  return (
    <section aria-labelledby="values" className="column pb-12 sm:pb-16">
      <h2 id="values" className="text-2xl headline text-brand">
        {t('values.title')}
      </h2>
      <dl className="mt-6 grid gap-8 md:grid-cols-3 md:gap-10">
        {VALUES.map(({ key, mark }) => (
          <div key={key}>
            <div aria-hidden="true" className={`h-2 ${mark}`} />
            <dt className="mt-4 text-3xl headline">{t(`values.${key}.title`)}</dt>
            <dd className="mt-2 text-lg text-muted">{t(`values.${key}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const PRINCIPLES = ['dignity', 'independence', 'proof', 'protection'] as const

function Principles() {
  const { t } = useTranslation('about')
  const format = useFormat()
  return (
    <section aria-labelledby="principles" className="column py-12 sm:py-16">
      <h2 id="principles" className="text-2xl headline text-brand">
        {t('principles.title')}
      </h2>
      <ol className="mt-4 grid grid-cols-1 gap-x-12 md:grid-cols-2">
        {PRINCIPLES.map((key, index) => (
          <li key={key} className="flex gap-5 border-b border-line py-6">
            <span
              aria-hidden="true"
              className="w-10 shrink-0 text-4xl headline text-accent tabular-nums"
            >
              {format.number(index + 1)}
            </span>
            <div className="min-w-0">
              <h3 className="text-xl headline">{t(`principles.${key}.title`)}</h3>
              <p className="mt-1 text-muted">{t(`principles.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The horse of the flag, standing for its portrait. */
function HorsePicture({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 320"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#f4e3b5" d="M0 0h480v320H0z" />
      <circle cx="270" cy="150" r="118" fill="#f2b62c" />
      <path fill="#d9a566" d="M0 262C120 250 330 248 480 260V320H0Z" />
      <ellipse cx="236" cy="284" rx="150" ry="9" fill="#b98345" />
      <Horse transform="translate(232 260) scale(1.42)" />
    </svg>
  )
}

function FlagSymbols() {
  const { t } = useTranslation('about')
  return (
    <section aria-labelledby="symbols" className="column py-12">
      <h2 id="symbols" className="text-2xl headline text-brand">
        {t('symbols.title')}
      </h2>
      <div className="mt-6 grid gap-6 lg:grid-cols-[7fr_5fr] print:grid-cols-2">
        <Symbol name="horse" Picture={HorsePicture} />
        <Symbol name="stars" Picture={ThreeStars} />
      </div>
    </section>
  )
}

interface SymbolProps {
  readonly name: 'horse' | 'stars'
  readonly Picture: ComponentType<{ readonly className?: string }>
}

function Symbol({ name, Picture }: SymbolProps) {
  const { t } = useTranslation('about')
  return (
    <figure className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <Picture className="h-64 w-full sm:h-96 print:h-48" />
      <figcaption className="p-5 sm:p-6">
        <h3 className="text-xl headline">{t(`symbols.${name}.title`)}</h3>
        <p className="mt-2 text-muted">{t(`symbols.${name}.text`)}</p>
      </figcaption>
    </figure>
  )
}

// The flag's own colours: they mean what they mean in every theme.
const STRIPS = [
  { key: 'red', fill: '#b0212b', weave: '#8f1820' },
  { key: 'white', fill: '#ffffff', weave: '#dfe3da' },
  { key: 'yellow', fill: '#f2b62c', weave: '#d99d17' },
  { key: 'green', fill: '#0d5f41', weave: '#094b33' },
  { key: 'black', fill: '#101713', weave: '#29332d' },
] as const

/** Five strips as they hang from the loom, each with what it stands for. */
function FlagColours() {
  const { t } = useTranslation('about')
  return (
    <section aria-labelledby="colours" className="column py-6">
      <h2 id="colours" className="text-2xl headline text-brand">
        {t('colours.title')}
      </h2>
      <p className="mt-2 max-w-2xl text-lg text-muted">{t('colours.lead')}</p>
      <ul className="mt-6 grid grid-cols-1 overflow-hidden rounded-lg border border-line break-inside-avoid md:grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))]">
        {STRIPS.map(({ key, fill, weave }) => (
          <li key={key} className="flex bg-surface md:flex-col">
            <svg
              viewBox="0 0 120 200"
              preserveAspectRatio="xMidYMin slice"
              aria-hidden="true"
              className="w-24 shrink-0 border-line max-md:border-e md:h-52 md:w-full md:border-b print:h-32"
            >
              <path fill={fill} d="M0 0h120v200H0z" />
              {Array.from({ length: 5 }, (_, row) => (
                <path
                  key={row}
                  fill={weave}
                  d={Array.from(
                    { length: 4 },
                    (__, tooth) =>
                      `M${tooth * 30} ${row * 40 + 40}L${tooth * 30 + 15} ${row * 40 + 14}L${tooth * 30 + 30} ${row * 40 + 40}Z`,
                  ).join('')}
                />
              ))}
            </svg>
            <div className="min-w-0 grow border-line p-4 max-md:border-b md:border-e">
              <h3 className="text-lg headline">{t(`colours.${key}.title`)}</h3>
              <p className="mt-1 text-sm text-muted">{t(`colours.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function AboutPage() {
  return (
    <>
      <Opening />
      <Mission />
      <Values />
      <Vision />
      <Principles />
      <FlagColours />
      <FlagSymbols />
      <JoinCall />
    </>
  )
}

function Opening() {
  const { t } = useTranslation('about')
  const heading = usePageTitle(t('title'), t('description'))
  return (
    <section className="bg-night text-on-night">
      <AboutPicture />
      <div className="column py-8 sm:py-12">
        <h1 ref={heading} tabIndex={-1} className="max-w-4xl text-4xl headline">
          {t('heading')}
        </h1>
        <p className="mt-4 max-w-2xl text-lg text-night-muted">{t('lead')}</p>
      </div>
      <div aria-hidden="true" className="weave h-3" />
    </section>
  )
}

function Mission() {
  const { t } = useTranslation('about')
  return (
    <section
      aria-labelledby="mission"
      className="column grid gap-x-12 gap-y-4 py-12 sm:py-16 lg:grid-cols-[1fr_2fr]"
    >
      <h2 id="mission" className="text-2xl headline text-brand">
        {t('mission.title')}
      </h2>
      <div className="grid gap-4 text-lg">
        <p className="text-xl font-semibold">{t('mission.short')}</p>
        <p>{t('mission.long')}</p>
      </div>
    </section>
  )
}

function Vision() {
  const { t } = useTranslation('about')
  return (
    <section
      aria-labelledby="vision"
      className="bg-brand text-on-brand dark:bg-night-raised dark:text-on-night"
    >
      <div className="column py-12 sm:py-16">
        <h2 id="vision" className="text-lg font-semibold">
          {t('vision.title')}
        </h2>
        <p className="mt-3 max-w-4xl text-3xl headline">{t('vision.text')}</p>
      </div>
    </section>
  )
}

function JoinCall() {
  const { t } = useTranslation('about')
  const hasRoute = useHasRoute()
  return (
    <section aria-labelledby="join" className="column pt-6 pb-4 sm:pt-10 print:hidden">
      <div className="overflow-hidden rounded-xl bg-night text-on-night">
        <div aria-hidden="true" className="weave h-3" />
        <div className="flex flex-wrap items-center justify-between gap-6 p-6 sm:p-10">
          <div className="max-w-2xl">
            <h2 id="join" className="text-3xl headline">
              {t('join.title')}
            </h2>
            <p className="mt-2 text-lg text-night-muted">{t('join.text')}</p>
          </div>
          <div className="flex flex-wrap gap-3 max-sm:grow max-sm:*:grow">
            {hasRoute('/register') && (
              <LinkButton to="/register" size="lg" variant="sun">
                {t('join.register')}
              </LinkButton>
            )}
            <LinkButton to="/events" size="lg" variant="on-night">
              {t('join.events')}
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  )
}

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
function ThreeStars({ className }: { readonly className?: string }) {
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
