import { FolderClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { AcceptedViolations } from './accepted-violations.tsx'
import { FilterForm } from './filter-form.tsx'
import { OwnReports } from './own-reports.tsx'
import { isOwnWish, OWN_REPORTS } from './own-reports-address.ts'
import { ReportList } from './report-list.tsx'
import { useReportList } from './use-report-list.ts'

/** Reports of violations: everybody's, or one's own. */
export function ReportsPage() {
  const [search] = useSearchParams()
  return isOwnWish(search) ? <OwnReports /> : <AllReports />
}

function AllReports() {
  const { t } = useTranslation('reports')
  const list = useReportList()
  const session = useSession()
  return (
    <Page wide title={t('title')} lead={t('lead')} description={t('lead')}>
      <div className="grid gap-6">
        <AcceptedViolations />
        {session.state === 'authenticated' && (
          <LinkButton
            to={OWN_REPORTS}
            variant="secondary"
            className="justify-self-start"
            icon={<FolderClock aria-hidden="true" size={18} />}
          >
            {t('mine.title')}
          </LinkButton>
        )}
        <FilterForm filters={list.filters} onChange={list.setFilters} onClear={list.clear} />
        <ReportList list={list} />
      </div>
    </Page>
  )
}
