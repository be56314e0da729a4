import { useTranslation } from 'react-i18next'
import { REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import {
  FilterBar,
  FilterDate,
  FilterSelect,
  FilterText,
} from '../../ui/staff/filters/filter-bar.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { FILTER_KEYS, type FilterKey } from './list/report-filters.ts'
import { ReportList } from './list/report-list.tsx'
import { STATUS_KEYS } from './status-badge.tsx'
import { useReportList } from './list/use-report-list.ts'

/** The same list in the frame of staff, with a filter by state: waiting reports are one of the choices. */
export function StaffReportsPage() {
  const { t } = useTranslation('reports')
  const list = useReportList()
  const field = (key: FilterKey) => ({
    label: t(`filters.${key}`),
    value: list.filters[key],
    onChange: (value: string) => list.setFilters({ [key]: value }),
  })
  return (
    <StaffPage title={t('title')}>
      <FilterBar
        label={t('filters.label')}
        activeCount={FILTER_KEYS.filter((key) => list.filters[key] !== '').length}
        onClear={list.clear}
      >
        <FilterSelect
          {...field('status')}
          options={[
            { value: '', label: t('filters.allStates') },
            { value: 'open', label: t('status.open') },
            ...REPORT_STATUSES.map((status) => ({
              value: status,
              label: t(`status.${STATUS_KEYS[status]}`),
            })),
          ]}
        />
        <FilterSelect
          {...field('answered')}
          options={[
            { value: '', label: t('filters.allAnswers') },
            { value: 'yes', label: t('filters.unreadAnswers') },
          ]}
        />
        <FilterText {...field('id')} />
        <FilterDate {...field('from')} />
        <FilterDate {...field('to')} />
        <FilterText {...field('type')} />
        {/* Of reports that are not public, parts of a word are not found (docs/spec/reports.md, 10). */}
        <FilterText {...field('actor')} label={t('filters.actorWords')} />
        <FilterText {...field('victim')} label={t('filters.victimWords')} />
      </FilterBar>
      <ReportList list={list} />
    </StaffPage>
  )
}
