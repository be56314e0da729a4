import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import type { donationSummary } from '#shared/contract/donations.ts'
import { cx } from '../../ui/cx.ts'
import { useMoney } from '../../ui/use-money.ts'
import { CAUSE_COLOUR } from './cause-colours.ts'
import { type Band, type ClothCause, weaveCloth } from './cloth.ts'

export type Summary = z.output<typeof donationSummary.reply>

/** On a phone a diamond stands for more money, so that it is large enough to be seen. */
const CLOTHS = [
  { usdADiamond: 2_500, className: 'sm:hidden' },
  { usdADiamond: 1_000, className: 'max-sm:hidden' },
] as const

/** What has arrived, as a number, as a cloth and as a table. Nothing that is only promised counts. */
export function Treasury({ summary: { treasuryUsd, causes } }: { readonly summary: Summary }) {
  const { t } = useTranslation('donations')
  const money = useMoney()
  const goalUsd = causes.reduce((sum, cause) => sum + cause.goalUsd, 0)
  return (
    <section
      aria-labelledby="treasury"
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
    >
      <div aria-hidden="true" className="weave h-2" />
      <div className="grid gap-x-10 gap-y-5 p-4 sm:p-6 lg:grid-cols-[15rem_1fr] lg:items-center">
        <div>
          <h2 id="treasury" className="font-semibold">
            {t('treasury.title')}
          </h2>
          <div className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <p className="text-4xl headline tabular-nums">{money(treasuryUsd)}</p>
            <p className="text-muted">{t('treasury.ofGoal', { goal: money(goalUsd) })}</p>
          </div>
        </div>
        <div>
          {CLOTHS.map(({ usdADiamond, className }) => (
            <Cloth
              key={usdADiamond}
              causes={causes}
              usdADiamond={usdADiamond}
              className={className}
            />
          ))}
          {/* The table below says it to those who hear the page. */}
          <ul
            aria-hidden="true"
            className="mt-3 flex flex-wrap gap-x-4 gap-y-0.5 text-sm lg:text-xs"
          >
            {causes.map(({ id }) => (
              <li key={id} className="flex items-center gap-2">
                <span className={cx('size-2 rotate-45 bg-current', CAUSE_COLOUR[id])} />
                {t(`causes.${id}.title`)}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-muted">
            {CLOTHS.map(({ usdADiamond, className }) => (
              <span key={usdADiamond} className={className}>
                {t('treasury.legend', { amount: money(usdADiamond) })}{' '}
              </span>
            ))}
            {t(treasuryUsd === 0 ? 'treasury.none' : 'treasury.arrived')}
          </p>
        </div>
      </div>
      {/* The wrapper hides it: a table never gets narrower than its content, whatever its own style says. */}
      <div className="sr-only">
        <table>
          <caption>{t('treasury.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('treasury.cause')}</th>
              <th scope="col">{t('treasury.raised')}</th>
              <th scope="col">{t('treasury.goal')}</th>
            </tr>
          </thead>
          <tbody>
            {causes.map((cause) => (
              <tr key={cause.id}>
                <th scope="row">{t(`causes.${cause.id}.title`)}</th>
                <td>{money(cause.raisedUsd)}</td>
                <td>{money(cause.goalUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface ClothProps {
  readonly causes: readonly ClothCause[]
  readonly usdADiamond: number
  readonly className: string
}

function Cloth({ causes, usdADiamond, className }: ClothProps) {
  const { width, height, bands } = weaveCloth(causes, usdADiamond)
  return (
    <svg
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      aria-hidden="true"
      className={cx('mirror w-full', className)}
    >
      {bands.map((band) => (
        <ClothBand key={band.id} band={band} />
      ))}
    </svg>
  )
}

function ClothBand({ band: { id, warp, woven, hearts } }: { readonly band: Band }) {
  return (
    <g className={CAUSE_COLOUR[id]}>
      <path d={warp} className="fill-none stroke-current" strokeWidth="0.7" />
      <path d={woven} className="fill-current" />
      <path d={hearts} className="fill-surface" />
    </g>
  )
}
