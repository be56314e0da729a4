import { FolderClock, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../platform/session/session.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FilterForm } from './list/filter-form.tsx'
import { OwnReports } from './own-reports.tsx'
import { isOwnWish, OWN_REPORTS } from './own-reports-address.ts'
import { ReportList } from './list/report-list.tsx'
import { useReportList } from './list/use-report-list.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** The five categories of the association (docs/spec/reports.md, 1), in the order of the specification. */
const CATEGORIES = [
  'racialIncitement',
  'militaryAttacks',
  'civilRights',
  'physicalViolence',
  'warCrimes',
] as const

/** What may be reported and what may not, for readers and for reporters. */
function AcceptedViolations() {
  const { t } = useTranslation('reports')
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg px-4 py-3 hover:text-brand [&::-webkit-details-marker]:hidden">
        <span className="grow">
          <span className="block text-lg headline">{t('accepted.title')}</span>
          <span className="block text-sm text-muted">{t('accepted.lead')}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={22}
          className="shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-5 border-t border-line p-4">
        <ol className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {CATEGORIES.map((category, index) => (
            <li key={category} className="flex gap-3">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand"
              >
                {index + 1}
              </span>
              <span>
                <span className="block font-semibold">{t(`accepted.${category}.title`)}</span>
                <span className="block text-sm text-muted">{t(`accepted.${category}.text`)}</span>
              </span>
            </li>
          ))}
        </ol>
        <Notice tone="warning" title={t('accepted.notTitle')}>
          {t('accepted.notText')}
        </Notice>
      </div>
    </details>
  )
}

/** Reports of violations: all public ones, or the member's own. */
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
