import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button/button.tsx'
import { NotifyMe } from '../../ui/form/notify-me.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'

const COLUMNS = 12
const CELL = 40
const COLOURS = ['#b0212b', '#f4f5ef', '#f2b62c', '#0d5f41'] as const
/** Rows of the cloth that are done, from below. */
const DONE = 4

/** A cloth on the loom: four rows are woven, the fifth is begun, and the rest is still thread. */
function Loom({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 480 400"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={className}
    >
      <path fill="#14301f" d="M0 0h480v400H0z" />
      <g stroke="#e9dcc0" strokeWidth="2">
        {Array.from({ length: COLUMNS * 4 }, (_, thread) => (
          <path key={thread} d={`M${thread * 10 + 5} 26V400`} opacity=".75" />
        ))}
      </g>
      <path fill="#8a5a32" d="M0 8h480v22H0z" />
      <path fill="#6e4524" d="M0 30h480v5H0z" />
      {Array.from({ length: DONE + 1 }, (_, row) => (
        <Row key={row} row={row} until={row === DONE ? 5 : COLUMNS} />
      ))}
      {/* The shuttle rests where the weaver stopped, its thread still in the cloth. */}
      <path
        fill="none"
        stroke="#f2b62c"
        strokeWidth="4"
        d={`M${5 * CELL} ${400 - DONE * CELL - 12}C250 216 270 176 322 172`}
      />
      <g transform="translate(352 166) rotate(-12)">
        <path fill="#d9a566" d="M-62 0C-40 -20 40 -20 62 0C40 20 -40 20 -62 0Z" />
        <path fill="#8a5a32" d="M-26 -7H26V7H-26Z" />
        <path fill="#f2b62c" d="M-20 -6H20V6H-20Z" />
      </g>
      <path fill="#8a5a32" d="M0 112h480v12H0z" opacity=".95" />
    </svg>
  )
}

function Row({ row, until }: { readonly row: number; readonly until: number }) {
  const bottom = 400 - row * CELL
  const fill = (shift: number): string => COLOURS[(row + shift) % COLOURS.length] ?? COLOURS[0]
  return (
    <>
      <path fill={fill(0)} d={`M0 ${bottom - CELL}H${until * CELL}V${bottom}H0Z`} />
      <path
        fill={fill(2)}
        d={Array.from(
          { length: until },
          (_, cell) =>
            `M${cell * CELL} ${bottom}L${(cell + 0.5) * CELL} ${bottom - CELL + 6}L${(cell + 1) * CELL} ${bottom}Z`,
        ).join('')}
      />
      <path
        fill={fill(3)}
        d={Array.from(
          { length: until },
          (_, cell) => `M${(cell + 0.5) * CELL - 8} ${bottom - 9}l8 -10l8 10l-8 8Z`,
        ).join('')}
      />
    </>
  )
}

const PLAN = ['community', 'phone', 'payment'] as const

export function ComingSoonPage() {
  const { t } = useTranslation('comingSoon')
  const heading = usePageTitle(t('title'), t('description'))
  return (
    <div className="column grid gap-x-12 gap-y-8 py-8 sm:py-12 lg:grid-cols-[1fr_1.1fr]">
      <Loom className="h-56 w-full rounded-lg sm:h-80 lg:h-full lg:min-h-[28rem]" />
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-3xl headline">
          {t('heading')}
        </h1>
        <p className="mt-3 text-lg text-muted">{t('lead')}</p>
        <h2 className="mt-8 text-xl headline">{t('plan.title')}</h2>
        <dl className="mt-2 divide-y divide-line border-y border-line">
          {PLAN.map((key) => (
            <div key={key} className="py-4">
              <dt className="font-semibold">{t(`plan.${key}.title`)}</dt>
              <dd className="text-muted">{t(`plan.${key}.text`)}</dd>
            </div>
          ))}
        </dl>
        <section
          aria-labelledby="notify"
          className="mt-8 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6"
        >
          <h2 id="notify" className="text-xl headline">
            {t('notify.title')}
          </h2>
          <p className="mt-1 mb-5 text-muted">{t('notify.text')}</p>
          <NotifyMe topic="coming-soon" />
        </section>
        <LinkButton to="/" variant="quiet" className="mt-4 -ms-4">
          {t('home')}
        </LinkButton>
      </div>
    </div>
  )
}
