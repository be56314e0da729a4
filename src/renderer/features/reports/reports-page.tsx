import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { AcceptedViolations } from './accepted-violations.tsx'
import { FilterForm } from './filter-form.tsx'
import { ReportList } from './report-list.tsx'
import { useReportList } from './use-report-list.ts'

/** Reports of violations, for everybody to read. */
export function ReportsPage() {
  const { t } = useTranslation('reports')
  const list = useReportList()
  return (
    <Page wide title={t('title')} lead={t('lead')} description={t('lead')}>
      <div className="grid gap-6">
        <AcceptedViolations />
        <FilterForm filters={list.filters} onChange={list.setFilters} onClear={list.clear} />
        <ReportList list={list} />
      </div>
    </Page>
  )
}
