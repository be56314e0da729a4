import { ArrowDown, ArrowUp, ChartColumn, Files, FileSearch } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import type { ReportSort } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { useTableFits } from '../../../ui/use-media-query.ts'
import { useReportType } from '../../../ui/use-report-type.ts'
import { useInterruptedEdit } from '../edit/use-interrupted-edit.ts'
import { Perpetrator } from '../perpetrator.tsx'
import { Place } from '../place.tsx'
import { RowActions, type StaffActions } from '../staff/row-actions.tsx'
import { useSignedIn, useStaffRole } from '../staff/use-staff.ts'
import { UnpublishedMark, StatusBadge, WitnessMark } from '../status-badge.tsx'
import { CreateButton } from '../write/create-button.tsx'
import { Expandable } from './expandable.tsx'
import { ReportCards } from './report-cards.tsx'
import { isFiltered, REPORTS_PER_PAGE } from './report-filters.ts'
import { EvidenceLink, WithheldNote } from './report-parts.tsx'
import type { ReportPage, useReportList } from './use-report-list.ts'

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

interface ReportsTableProps {
  readonly reports: readonly Report[]
  readonly sort: ReportSort
  readonly onSort: (sort: ReportSort) => void
  readonly busy: boolean
  readonly staff: StaffActions | undefined
}

const CELL = 'px-3 py-3 align-top'

/**
 * The perpetrator is one column: three narrow ones would break every name over four lines. The report takes the rest of
 * the width; the minimum width leaves it a few words a line, and no column gets narrower than a word.
 */
function ReportsTable({ reports, sort, onSort, busy, staff }: ReportsTableProps) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const typeName = useReportType()
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a narrow screen it scrolls, by keyboard as well
      tabIndex={0}
      aria-label={t('table')}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table
        aria-busy={busy}
        className={cx(
          'w-full table-fixed text-sm transition-opacity',
          staff === undefined ? 'min-w-[62rem]' : 'min-w-[61rem]',
          busy && 'opacity-60',
        )}
      >
        <caption className="sr-only">{t('table')}</caption>
        <thead className="border-b-2 border-line-strong text-start">
          <tr>
            <Head className={staff === undefined ? 'w-17' : 'w-15'}>{t('columns.id')}</Head>
            <Head>{t('columns.report')}</Head>
            <Head className={staff === undefined ? 'w-[17%]' : 'w-[14%]'}>
              {t('columns.perpetrator')}
            </Head>
            <Head className="w-[11%]">{t('columns.victim')}</Head>
            <Head className={staff === undefined ? 'w-30' : 'w-26'}>{t('columns.location')}</Head>
            <Head className="w-31">{t('columns.status')}</Head>
            <th
              scope="col"
              aria-sort={sort === 'createdAt' ? 'ascending' : 'descending'}
              className="w-29 px-1 py-1 text-start font-semibold"
            >
              <button
                type="button"
                title={t(sort === 'createdAt' ? 'newestFirst' : 'oldestFirst')}
                className="inline-flex min-h-11 items-center gap-1 rounded-sm px-2 hover:text-brand"
                onClick={() => onSort(sort === 'createdAt' ? '-createdAt' : 'createdAt')}
              >
                {t('columns.created')}
                {sort === 'createdAt' ? (
                  <ArrowUp aria-hidden="true" size={16} />
                ) : (
                  <ArrowDown aria-hidden="true" size={16} />
                )}
              </button>
            </th>
            <Head className="w-26">{t('columns.evidence')}</Head>
            {staff !== undefined && (
              <Head className="w-16">
                <span className="sr-only">{t('columns.actions')}</span>
              </Head>
            )}
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr key={report.id} className="border-b border-line last:border-b-0">
              <th scope="row" className={cx(CELL, 'text-start font-semibold')}>
                {report.id}
              </th>
              <td className={CELL}>
                <p dir="auto" className="font-semibold">
                  {typeName(report)}
                </p>
                <Expandable
                  text={report.description}
                  name={t('descriptionOf', { id: report.id })}
                  className="mt-1"
                />
                <WithheldNote report={report} />
              </td>
              <td className={CELL}>
                <Perpetrator report={report} />
              </td>
              <td className={CELL}>
                <span dir="auto" className="block">
                  {report.victim}
                </span>
              </td>
              <td className={CELL}>
                <Place report={report} />
              </td>
              <td className={CELL}>
                <StatusBadge report={report} />
                <UnpublishedMark report={report} />
                <WitnessMark report={report} />
              </td>
              <td className={CELL}>
                <time dateTime={report.createdAt}>
                  {format.date(new Date(report.createdAt), 'medium')}
                </time>
              </td>
              <td className={CELL}>
                <EvidenceLink report={report} />
              </td>
              {staff !== undefined && (
                <td className="px-3 py-2 align-top">
                  <RowActions report={report} {...staff} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Head({
  children,
  className,
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    <th scope="col" className={cx('px-3 py-2 text-start font-semibold', className)}>
      {children}
    </th>
  )
}
