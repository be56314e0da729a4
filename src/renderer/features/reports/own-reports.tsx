import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Files } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { listOwnReports } from '#shared/contract/reports.ts'
import { ask } from '../../platform/calls/api.ts'
import type { ReturnState } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { ListSkeleton } from './list/list-skeleton.tsx'
import { ReportCards } from './list/report-cards.tsx'
import { REPORTS_PER_PAGE } from './list/report-filters.ts'
import { OWN_REPORTS } from './own-reports-address.ts'
import { CreateButton } from './write/create-button.tsx'

const BACK_HERE: ReturnState = { returnTo: OWN_REPORTS }

/** The reports that the member filed, with their states. It includes those that are not published. */
export function OwnReports() {
  const { t } = useTranslation('reports')
  const session = useSession()
  return (
    <Page wide title={t('mine.title')} lead={t('mine.lead')} description={t('mine.lead')}>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link
            to="/reports"
            className="inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-brand hover:underline"
          >
            <ArrowLeft aria-hidden="true" size={20} className="mirror" />
            {t('mine.all')}
          </Link>
          {session.state === 'authenticated' && <CreateButton />}
        </div>
        {session.state === 'unauthenticated' && (
          <EmptyState icon={<Files size={30} />} title={t('mine.signInTitle')}>
            <LinkButton to="/login" state={BACK_HERE}>
              {t('mine.signIn')}
            </LinkButton>
          </EmptyState>
        )}
        {session.state === 'authenticated' && <List />}
      </div>
    </Page>
  )
}

function List() {
  const { t } = useTranslation('reports')
  const [search, change] = useAddressQuery()
  const wished = Number(search.get('page') ?? 1)
  const page = Number.isInteger(wished) && wished >= 1 && wished <= 1_000_000 ? wished : 1
  const query = useQuery({
    queryKey: ['reports', 'mine', page],
    queryFn: ({ signal }) =>
      ask(listOwnReports, { query: { page, size: REPORTS_PER_PAGE } }, { signal }),
  })
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
