import { useQuery } from '@tanstack/react-query'
import { Files } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { reportStatistics, type ReportStatistics } from '#shared/contract/reports.ts'
import { type Language, LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { STATUS_KEYS } from '../../parts/report/status-badge.tsx'
import { readQuery } from '../../platform/calls/read-query.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SubPage } from '../../ui/layout/back-link.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { BarChart, ColumnChart } from '../../ui/staff/charts/charts.tsx'

/** Stands before the pictures: a reader who quotes a number must have seen its limits. */
function Limits({ total, verified }: { readonly total: number; readonly verified: number }) {
  const { t } = useTranslation('reportStatistics')
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-sunken p-4 sm:p-6">
      <h2 id={id} className="text-xl headline">
        {t('limits.title')}
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Limit title={t('limits.notViolations.title')} text={t('limits.notViolations.text')} />
        <Limit title={t('limits.notComparable.title')} text={t('limits.notComparable.text')} />
        <Limit
          title={t('limits.notVerified.title')}
          text={t('limits.notVerified.text', { count: verified, total })}
        />
        <Limit title={t('limits.notTheDay.title')} text={t('limits.notTheDay.text')} />
        <Limit title={t('limits.notAll.title')} text={t('limits.notAll.text')} />
      </dl>
    </section>
  )
}

const Limit = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <dt className="font-semibold">{title}</dt>
    <dd className="mt-0.5 text-muted">{text}</dd>
  </div>
)

/** The public reports, counted, and what the counts cannot say. */
export function ReportStatisticsPage() {
  const { t } = useTranslation('reportStatistics')
  const query = useQuery(readQuery(['reports', 'statistics'], reportStatistics, {}))
  return (
    <SubPage
      title={t('title')}
      back={{ to: '/reports', label: t('back') }}
      lead={t('lead')}
      description={t('lead')}
    >
      <div className="grid gap-8">
        <Loaded query={query} failure={t('failed')} skeleton={<Shape />}>
          {(numbers) => (numbers.total === 0 ? <NoFigures /> : <Numbers numbers={numbers} />)}
        </Loaded>
      </div>
    </SubPage>
  )
}

function NoFigures() {
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
      <FiguresPart title={t('sums.title')} lead={t('asOf', { time: format.dateTime(numbers.at) })}>
        <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
          <Sum label={t('sums.total', { count: numbers.total })} value={numbers.total} />
          <Sum label={t('sums.verified', { count: verified })} value={verified} />
          <Sum
            label={t('sums.withEvidence', { count: numbers.withEvidence })}
            value={numbers.withEvidence}
          />
        </dl>
      </FiguresPart>
      <Limits total={numbers.total} verified={verified} />
      <FiguresPart title={t('charts.title')}>
        <StatisticsCharts numbers={numbers} />
      </FiguresPart>
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

function FiguresPart({
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

/** `2026-05` as "May 2026", and as "May" where there is little room. */
function monthRow(
  language: Language,
  { month, count }: { readonly month: string; readonly count: number },
) {
  const first = new Date(`${month}-01T00:00:00Z`)
  const write = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(LOCALE_TAGS[language], { ...options, timeZone: 'UTC' }).format(first)
  return {
    label: write({ month: 'long', year: 'numeric' }),
    short: write({ month: 'short' }),
    value: count,
  }
}

function StatisticsCharts({
  numbers: { byCategory, byMonth, byCountry, byStatus },
}: {
  readonly numbers: ReportStatistics
}) {
  const { t } = useTranslation(['reportStatistics', 'reports'])
  const format = useFormat()
  const language = useLanguage()
  const valueLabel = t('charts.reports')
  const largestFirst = byCategory.toSorted(
    (one, other) =>
      Number(one.category === 'other') - Number(other.category === 'other') ||
      other.count - one.count,
  )
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <BarChart
          title={t('charts.category')}
          lead={t('charts.categoryHint')}
          rows={largestFirst.map(({ category, count }) => ({
            label:
              category === 'other' ? t('charts.other') : t(`reports:accepted.${category}.title`),
            value: count,
          }))}
          labelHeader={t('charts.categoryHead')}
          valueLabel={valueLabel}
          fileName="wld-reports-by-category"
        />
        <ColumnChart
          title={t('charts.month')}
          lead={t('charts.monthHint')}
          rows={byMonth.map((month, index) => {
            const row = monthRow(language, month)
            return index === byMonth.length - 1
              ? { ...row, label: t('charts.soFar', { month: row.label }), isRunning: true }
              : row
          })}
          labelHeader={t('charts.monthHead')}
          valueLabel={valueLabel}
          fileName="wld-reports-by-month"
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <BarChart
          title={t('charts.status')}
          lead={t('charts.statusHint')}
          rows={byStatus.map(({ status, count }) => ({
            label: t(`reports:status.${STATUS_KEYS[status]}`),
            value: count,
          }))}
          labelHeader={t('charts.statusHead')}
          valueLabel={valueLabel}
          fileName="wld-reports-by-state"
        />
        <BarChart
          title={t('charts.country')}
          lead={t('charts.countryHint')}
          rows={byCountry.map(({ countryCode, count }) => ({
            label: countryCode === null ? t('charts.elsewhere') : format.country(countryCode),
            value: count,
          }))}
          labelHeader={t('charts.countryHead')}
          valueLabel={valueLabel}
          fileName="wld-reports-by-country"
        />
      </div>
    </div>
  )
}
