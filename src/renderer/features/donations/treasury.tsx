import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import type { donationSummary } from '#shared/contract/donations.ts'
import { cx } from '../../ui/cx.ts'
import { useMoney } from '../../ui/use-money.ts'
import { CAUSE_BAR, CAUSE_FILL, CAUSE_STROKE } from './cause-colours.ts'
import { type Band, USD_A_DIAMOND, weaveCloth } from './cloth.ts'

export type Summary = z.output<typeof donationSummary.reply>

/** What has arrived, as a number, as a cloth and as a table. Nothing that is only promised counts. */
export function Treasury({ summary: { treasuryUsd, causes } }: { readonly summary: Summary }) {
  const { t } = useTranslation('donations')
  const money = useMoney()
  const goalUsd = causes.reduce((sum, cause) => sum + cause.goalUsd, 0)
  const cloth = weaveCloth(causes)
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
          <svg
            viewBox={`-1 -1 ${cloth.width + 2} ${cloth.height + 2}`}
            aria-hidden="true"
            className="mirror w-full"
          >
            {cloth.bands.map((band) => (
              <ClothBand key={band.id} band={band} />
            ))}
          </svg>
          {/* The table below says it to those who hear the page. */}
          <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
            {causes.map(({ id }) => (
              <li key={id} className="flex items-center gap-2">
                <span className={cx('size-2 rotate-45', CAUSE_BAR[id])} />
                {t(`causes.${id}.title`)}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-muted">
            {t('treasury.legend', { amount: money(USD_A_DIAMOND) })}{' '}
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

function ClothBand({ band: { id, warp, woven, hearts } }: { readonly band: Band }) {
  return (
    <>
      <path d={warp} className={cx('fill-none', CAUSE_STROKE[id])} strokeWidth="0.7" />
      <path d={woven} className={CAUSE_FILL[id]} />
      <path d={hearts} className="fill-surface" />
    </>
  )
}
