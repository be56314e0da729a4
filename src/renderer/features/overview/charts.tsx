import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SMALLEST_GROUP } from '#shared/domain/report/stats-rules.ts'
import { type Language, LOCALE_TAGS } from '#shared/domain/text/languages.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { STATUS_KEYS } from '../../parts/report/status-badge.tsx'
import type { ChartRow } from '../../ui/staff/charts/chart-scale.ts'
import { BarChart, ColumnChart, LineChart } from '../../ui/staff/charts/charts.tsx'
import type { Overview } from './use-overview.ts'

/** `2026-05` as "May 2026", and as "May" where there is little room. */
function monthLabels(
  language: Language,
): (month: string) => { readonly label: string; readonly short: string } {
  const long = new Intl.DateTimeFormat(LOCALE_TAGS[language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const short = new Intl.DateTimeFormat(LOCALE_TAGS[language], { month: 'short', timeZone: 'UTC' })
  return (month) => {
    const day = new Date(`${month}-01T00:00:00Z`)
    return { label: long.format(day), short: short.format(day) }
  }
}

export function Charts({ numbers }: { readonly numbers: Overview }) {
  const { members, reports, events } = numbers
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {members !== undefined && <NewMembers members={members} />}
      <ReportMonths reports={reports} />
      {members !== undefined && <Countries members={members} />}
      {/* Two short ones beside the long one. */}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
        <ReportStates reports={reports} />
        {events.some(({ checkedIn }) => checkedIn > 0) && <CheckIns events={events} />}
      </div>
    </div>
  )
}

/** The last month is the one that runs. */
function useMonthRows(months: Overview['reports']['months']): readonly ChartRow[] {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  return useMemo(() => {
    const labels = monthLabels(language)
    return months.map(({ month, count }, index) => {
      const { label, short } = labels(month)
      return index === months.length - 1
        ? { label: t('charts.soFar', { month: label }), short, value: count, isRunning: true }
        : { label, short, value: count }
    })
  }, [language, months, t])
}

type Members = NonNullable<Overview['members']>

function NewMembers({ members: { active, months } }: { readonly members: Members }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  return (
    <ColumnChart
      title={t('charts.newMembers')}
      lead={t('charts.activeMembers', { total: format.number(active) })}
      rows={useMonthRows(months)}
      labelHeader={t('charts.month')}
      valueLabel={t('charts.members')}
      fileName="wld-new-members"
    />
  )
}

function Countries({ members: { countries, elsewhere } }: { readonly members: Members }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const named = countries.map(({ country, count }) => ({
    label: format.country(country),
    value: count,
  }))
  const rows =
    elsewhere === 0 ? named : [...named, { label: t('charts.elsewhere'), value: elsewhere }]
  return (
    <BarChart
      title={t('charts.countries')}
      lead={t('charts.countriesHint', { least: format.number(SMALLEST_GROUP) })}
      rows={rows}
      labelHeader={t('charts.country')}
      valueLabel={t('charts.members')}
      fileName="wld-members-by-country"
    />
  )
}

function ReportMonths({ reports: { months } }: { readonly reports: Overview['reports'] }) {
  const { t } = useTranslation('overview')
  return (
    <LineChart
      title={t('charts.reportMonths')}
      rows={useMonthRows(months)}
      labelHeader={t('charts.month')}
      valueLabel={t('charts.reports')}
      fileName="wld-reports-by-month"
    />
  )
}

function ReportStates({ reports: { byStatus } }: { readonly reports: Overview['reports'] }) {
  const { t } = useTranslation(['overview', 'reports'])
  return (
    <BarChart
      title={t('overview:charts.reportStates')}
      rows={byStatus.map(({ status, count }) => ({
        label: t(`reports:status.${STATUS_KEYS[status]}`),
        value: count,
      }))}
      labelHeader={t('overview:charts.state')}
      valueLabel={t('overview:charts.reports')}
      fileName="wld-reports-by-state"
    />
  )
}

function CheckIns({ events }: { readonly events: Overview['events'] }) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const language = useLanguage()
  return (
    <BarChart
      title={t('charts.checkIns')}
      lead={t('charts.checkInsHint')}
      rows={events.map(({ title, startsAt, checkedIn }) => ({
        label: t('eventOn', {
          title: `\u2068${title[language]}\u2069`,
          date: format.date(startsAt, 'medium'),
        }),
        value: checkedIn,
      }))}
      labelHeader={t('charts.event')}
      valueLabel={t('charts.people')}
      fileName="wld-check-ins"
    />
  )
}
