import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../ui/loaded.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { totalsQuery, type Totals } from './pledge-queries.ts'
import { useMoney } from './use-money.ts'

/** What was promised and what came are two sums, and stand apart: only the second is money. */
export function TotalsPanel() {
  const { t } = useTranslation('staffDonations')
  const query = useQuery(totalsQuery)
  return (
    <section aria-labelledby="donation-totals" className="rounded-lg border border-line bg-surface">
      <h2 id="donation-totals" className="sr-only">
        {t('totals.title')}
      </h2>
      <Loaded
        query={query}
        failure={t('totals.failed')}
        skeleton={<Skeleton className="m-4 h-36" />}
      >
        {(totals) => (
          <>
            <Figures totals={totals} />
            <Causes causes={totals.causes} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Figures({ totals }: { readonly totals: Totals }) {
  const { t } = useTranslation('staffDonations')
  const money = useMoney()
  const states = ['confirmed', 'pledged', 'cancelled'] as const
  return (
    <dl className="grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      {states.map((state) => (
        <div key={state} className="px-4 py-3 sm:px-5 sm:py-4">
          <dt className="text-sm text-muted">{t(`totals.${state}`)}</dt>
          <dd className="mt-0.5">
            {/* Apart from the count behind it: Arabic would read the dollar sign as belonging to the next number. */}
            <bdi className="text-xl headline tabular-nums">{money(totals[state].usd)}</bdi>
            <span className="ms-2 text-sm text-muted">
              {t('totals.count', { count: totals[state].count })}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Causes({ causes }: { readonly causes: Totals['causes'] }) {
  const { t } = useTranslation(['staffDonations', 'donate'])
  const money = useMoney()
  return (
    <ul className="grid gap-x-8 gap-y-4 border-t border-line p-4 sm:grid-cols-2 sm:p-5">
      {causes.map(({ id, goalUsd, confirmed, pledged }) => (
        <li key={id} className="grid gap-1">
          <ProgressBar
            label={t(`donate:causes.${id}.title`)}
            value={confirmed.usd / goalUsd}
            text={t('totals.ofGoal', { raised: money(confirmed.usd), goal: money(goalUsd) })}
          />
          <p className="text-sm text-muted">{t('totals.open', { amount: money(pledged.usd) })}</p>
        </li>
      ))}
    </ul>
  )
}
