import { ChartColumn, FileSearch, Files } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { useInterruptedEdit } from '../edit/use-interrupted-edit.ts'
import { ReportCards } from './report-cards.tsx'
import { isFiltered, REPORTS_PER_PAGE } from './report-filters.ts'
import { ReportsTable } from './reports-table.tsx'
import type { ReportPage, useReportList } from './use-report-list.ts'
import { useSignedIn, useStaffRole } from '../staff/use-staff.ts'
import { CreateButton } from '../write/create-button.tsx'
import { useTableFits } from '../../../ui/use-media-query.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

// Loaded for staff only: most readers do not need it.
const StaffWork = lazy(async () => ({
  default: (await import('../staff/staff-work.tsx')).StaffWork,
}))

/** The reports that match the filters, for readers and for staff. */
export function ReportList({ list }: { readonly list: ReturnType<typeof useReportList> }) {
  const { t } = useTranslation('reports')
  const wide = useTableFits()
  const role = useStaffRole()
  const [open, setOpen] = useState<{
    readonly edit?: number
    readonly remove?: number
    readonly hide?: Report
  }>({})
  const signedIn = useSignedIn()
  const staff =
    role === undefined
      ? undefined
      : {
          onEdit: (id: number) => signedIn(() => setOpen({ edit: id })),
          onDelete: (id: number) => signedIn(() => setOpen({ remove: id })),
          onHide: (report: Report) => signedIn(() => setOpen({ hide: report })),
        }
  useInterruptedEdit((id) => setOpen({ edit: id }))
  const top = useRef<HTMLHeadingElement>(null)
  const { data, isError, error, isFetching, isPlaceholderData, fetchStatus, refetch } = list.query
  const turn = (page: number): void => {
    list.setPage(page)
    top.current?.focus() // a new page is read from its start
  }
  const nothingYet = data === undefined && !isError && fetchStatus !== 'paused'
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 ref={top} tabIndex={-1} className="scroll-mt-8 text-xl headline">
          {t('listTitle')}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Count page={data} />
          <CreateButton />
          <LinkButton
            to="/reports/statistics"
            variant="secondary"
            icon={<ChartColumn aria-hidden="true" size={18} />}
          >
            {t('numbers')}
          </LinkButton>
        </div>
      </div>
      {role !== undefined && (
        <Suspense fallback={<div className="min-h-11" />}>
          <StaffWork
            role={role}
            filters={list.filters}
            editing={open.edit}
            deleting={open.remove}
            hiding={open.hide}
            onClose={() => setOpen({})}
          />
        </Suspense>
      )}
      {(isError || (data === undefined && fetchStatus === 'paused')) && (
        <LoadFailure
          title={t('fetchFailed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {nothingYet && <ListSkeleton />}
      {data !== undefined && data.items.length === 0 && (
        <Nothing filtered={isFiltered(list.filters)} onClear={list.clear} />
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          {wide ? (
            <ReportsTable
              reports={data.items}
              sort={list.sort}
              onSort={list.setSort}
              busy={isPlaceholderData}
              staff={staff}
            />
          ) : (
            <ReportCards reports={data.items} busy={isPlaceholderData} staff={staff} />
          )}
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Shown page={data} />
            <Pagination page={data.page} pages={list.pages} label={t('pages')} onChange={turn} />
          </div>
        </>
      )}
    </>
  )
}

/** The total is counted up to a limit (contract/paging.ts); beyond it the text says so. */
function Count({ page }: { readonly page: ReportPage | undefined }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const words =
    page === undefined
      ? ''
      : page.totalIsCapped
        ? t('totalMore', { total: format.number(page.total) })
        : t('total', { count: page.total })
  return <output className="min-h-6 text-muted">{words}</output>
}

function Shown({ page }: { readonly page: ReportPage }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const total = `${format.number(page.total)}${page.totalIsCapped ? '+' : ''}`
  const before = (page.page - 1) * REPORTS_PER_PAGE
  return (
    <p className="text-sm text-muted">
      {t('showing', {
        from: format.number(before + 1),
        to: format.number(before + page.items.length),
        total,
      })}
    </p>
  )
}

function Nothing({
  filtered,
  onClear,
}: {
  readonly filtered: boolean
  readonly onClear: () => void
}) {
  const { t } = useTranslation('reports')
  if (!filtered)
    return (
      <EmptyState icon={<Files size={30} />} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <EmptyState icon={<FileSearch size={30} />} title={t('noMatchTitle')}>
      <p>{t('noMatchText')}</p>
      <Button variant="secondary" className="mt-4" onClick={onClear}>
        {t('filters.clear')}
      </Button>
    </EmptyState>
  )
}

/** As tall as a page of reports, so that the footer does not jump when they load. */
export function ListSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className="grid gap-4">
      <output className="sr-only">{t('loading')}</output>
      {Array.from({ length: REPORTS_PER_PAGE }, (_, index) => (
        <Skeleton key={index} className="h-96 rounded-lg min-[700px]:h-36" />
      ))}
    </div>
  )
}
