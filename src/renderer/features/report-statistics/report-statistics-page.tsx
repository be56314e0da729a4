import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Files } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { reportStatistics, type ReportStatistics } from '#shared/contract/report-staff.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Limits } from './limits.tsx'
import { StatisticsCharts } from './statistics-charts.tsx'

/** The public reports, counted, and what the counts cannot say. */
export function ReportStatisticsPage() {
  const { t } = useTranslation('reportStatistics')
  const query = useQuery({
    queryKey: ['reports', 'statistics'],
    queryFn: ({ signal }) => ask(reportStatistics, {}, { signal }),
  })
  return (
    <Page wide title={t('title')} lead={t('lead')} description={t('lead')}>
      <div className="grid gap-8">
        <LinkButton
          to="/reports"
          variant="secondary"
          className="justify-self-start"
          icon={<ArrowLeft aria-hidden="true" size={18} className="mirror" />}
        >
          {t('back')}
        </LinkButton>
        <Loaded query={query} failure={t('failed')} skeleton={<Shape />}>
          {(numbers) => (numbers.total === 0 ? <Nothing /> : <Numbers numbers={numbers} />)}
        </Loaded>
      </div>
    </Page>
  )
}

function Nothing() {
  const { t } = useTranslation('reportStatistics')
  return (
    <EmptyState icon={<Files size={30} />} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  )
}

function Numbers({ numbers }: { readonly numbers: ReportStatistics }) {
  const { t } = useTranslation('reportStatistics')
  const format = useFormat()
  const verified = numbers.byStatus.find(({ status }) => status === 'verified')?.count ?? 0
  return (
    <>
      <Part title={t('sums.title')} lead={t('asOf', { time: format.dateTime(numbers.at) })}>
        <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
          <Sum label={t('sums.total', { count: numbers.total })} value={numbers.total} />
          <Sum label={t('sums.verified', { count: verified })} value={verified} />
          <Sum
            label={t('sums.withEvidence', { count: numbers.withEvidence })}
            value={numbers.withEvidence}
          />
        </dl>
      </Part>
      <Limits total={numbers.total} verified={verified} />
      <Part title={t('charts.title')}>
        <StatisticsCharts numbers={numbers} />
      </Part>
    </>
  )
}

function Sum({ label, value }: { readonly label: string; readonly value: number }) {
  const format = useFormat()
  return (
    <div className="flex flex-col-reverse justify-end bg-surface p-4 sm:p-5">
      <dt className="text-muted">{label}</dt>
      <dd className="text-3xl headline tabular-nums">{format.number(value)}</dd>
    </div>
  )
}

function Part({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-xl headline">
          {title}
        </h2>
        {lead !== undefined && <p className="text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

const Shape = () => (
  <div className="grid gap-8">
    <Skeleton className="h-32 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <div className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  </div>
)
