import { useQuery } from '@tanstack/react-query'
import { ChartColumn, ChevronDown, Files, FolderClock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { listOwnReports } from '#shared/contract/reports.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import type { ReturnState } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SubPage } from '../../ui/layout/back-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { CreateButton } from './filing/create-button.tsx'
import { FilterForm } from './list/filter-form.tsx'
import { ReportCards } from './list/report-cards.tsx'
import { ReportList, ListSkeleton } from './list/report-list.tsx'
import { WithheldNote } from './list/report-parts.tsx'
import { useReportList } from './list/use-report-list.ts'
import { REPORTS_PER_PAGE } from './report-filters.ts'

/** A view of the list, not a separate page: one more route would be part of every visitor's first load. */
const OWN_REPORTS = '/reports?mine=yes'
const isOwnWish = (search: URLSearchParams): boolean => search.get('mine') === 'yes'

/** The five categories of the association (docs/spec/reports.md, 1), in the order of the specification. */
const CATEGORIES = [
  'racialIncitement',
  'militaryAttacks',
  'civilRights',
  'physicalViolence',
  'warCrimes',
] as const

/** Both in one line of a phone, each with its words in one line, from the edge of the page on; on a tablet beside the heading. */
const LINE = 'max-lg:px-1.5 max-sm:-ms-1.5 max-sm:text-sm'

/** What may be reported and what may not, for readers and for reporters. */
function AcceptedViolations() {
  const { t } = useTranslation('reports')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        aria-expanded={open}
        aria-controls="accepted-violations"
        className={`group ${LINE}`}
        onClick={() => setOpen(!open)}
      >
        {t('accepted.title')}
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="transition-transform group-aria-expanded:rotate-180"
        />
      </Button>
      <div
        id="accepted-violations"
        hidden={!open}
        className="order-1 w-full space-y-5 rounded-lg border border-line bg-surface p-4"
      >
        <ol className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {CATEGORIES.map((category, index) => (
            <li key={category} className="flex gap-3">
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand"
              >
                {index + 1}
              </span>
              <span className="min-w-0">
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
    </>
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4">
        {/* What a reader may do comes first; what narrows the list down stands beside its heading. */}
        <div className="flex min-h-11 flex-wrap gap-3">
          <CreateButton />
          {session.state === 'authenticated' && (
            <LinkButton
              to={OWN_REPORTS}
              variant="secondary"
              icon={<FolderClock aria-hidden="true" size={18} />}
            >
              {t('mine.title')}
            </LinkButton>
          )}
        </div>
        <ReportList
          list={list}
          tools={
            <>
              <FilterForm filters={list.filters} />
              <LinkButton
                to="/reports/statistics"
                variant="quiet"
                icon={<ChartColumn aria-hidden="true" size={18} className="max-lg:hidden" />}
                aria-label={t('numbers')}
                className={LINE}
              >
                {t('numbersShort')}
              </LinkButton>
              <AcceptedViolations />
            </>
          }
        />
      </div>
    </Page>
  )
}

const BACK_HERE: ReturnState = { returnTo: OWN_REPORTS }

/** The reports that the member filed, with their states. It includes those that are not published. */
function OwnReports() {
  const { t } = useTranslation('reports')
  const session = useSession()
  return (
    <SubPage
      title={t('mine.title')}
      back={{ to: '/reports', label: t('listTitle') }}
      lead={t('mine.lead')}
      description={t('mine.lead')}
      actions={session.state === 'authenticated' && <CreateButton />}
    >
      <div className="grid gap-6">
        {session.state === 'unauthenticated' && (
          <EmptyState icon={<Files size={30} />} title={t('mine.signInTitle')}>
            <LinkButton to="/login" state={BACK_HERE}>
              {t('mine.signIn')}
            </LinkButton>
          </EmptyState>
        )}
        {session.state === 'authenticated' && <List />}
      </div>
    </SubPage>
  )
}

function List() {
  const { t } = useTranslation('reports')
  const [search, change] = useAddressQuery()
  const wished = Number(search.get('page') ?? 1)
  const page = Number.isInteger(wished) && wished >= 1 && wished <= 1_000_000 ? wished : 1
  const query = useQuery(
    readQuery(['reports', 'mine', page], listOwnReports, {
      query: { page, size: REPORTS_PER_PAGE },
    }),
  )
  const turn = (to: number): void =>
    change((present) => {
      present.set('page', String(to))
      return present
    }, false)
  return (
    <Loaded query={query} failure={t('fetchFailed')} skeleton={<ListSkeleton />}>
      {({ items, total }) =>
        total === 0 ? (
          <EmptyState icon={<Files size={30} />} title={t('mine.emptyTitle')}>
            {t('mine.emptyText')}
          </EmptyState>
        ) : (
          <>
            <h2 className="text-xl headline">{t('total', { count: total })}</h2>
            <WithheldNote reports={items} />
            <ReportCards reports={items} busy={query.isFetching} staff={undefined} />
            <Pagination
              page={page}
              pages={Math.max(1, Math.ceil(total / REPORTS_PER_PAGE))}
              label={t('pages')}
              onChange={turn}
            />
          </>
        )
      }
    </Loaded>
  )
}
