import { useTranslation } from 'react-i18next'
import type { ReportStatistics } from '#shared/contract/reports.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { BarChart, ColumnChart } from '../../ui/staff/charts/index.ts'
import type { Language } from '#shared/domain/languages.ts'
import { LOCALE_TAGS } from '../../i18n/format.ts'

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

/** Keys of the texts: the states of the specification have blanks in them. */
const STATUS_KEYS = {
  'not verified': 'notVerified',
  'under review': 'underReview',
  verified: 'verified',
  rejected: 'rejected',
} as const

export function StatisticsCharts({
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
          rows={byMonth.map((month) => monthRow(language, month))}
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
