import { ArrowDown, ArrowUp, Files } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useInterruptedEdit } from '../../../parts/report-edit/use-interrupted-edit.ts'
import { CutDescription } from '../../../parts/report/cut-description.tsx'
import { NamingText, Perpetrator } from '../../../parts/report/perpetrator.tsx'
import { ReportPlace } from '../../../parts/report/place.tsx'
import { UnpublishedMark, StatusBadge, WitnessMark } from '../../../parts/report/status-badge.tsx'
import { useSignedIn, useStaffRole } from '../../../parts/report/use-staff.ts'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { QueryFailure } from '../../../ui/loaded/load-failure.tsx'
import { NoMatch } from '../../../ui/loaded/no-match.tsx'
import { nextSort, type Sort } from '../../../ui/staff/table/table-types.ts'
import { createMediaQuery } from '../../../ui/use-media-query.ts'
import { REPORTS_PER_PAGE } from '../report-filters.ts'
import { RowActions, type StaffActions } from '../staff/row-actions.tsx'
import { useFocusAfterDeletion } from '../staff/use-focus-after-deletion.ts'
import { ReportCards } from './report-cards.tsx'
import {
  EvidenceLink,
  isNotPublic,
  RejectedNote,
  TitleLink,
  WithheldMark,
  WithheldNote,
} from './report-parts.tsx'
import type { ReportPage, useReportList } from './use-report-list.ts'

// Loaded for staff only: most readers do not need it.
const StaffWork = lazy(async () => ({
  default: (await import('../staff/staff-work.tsx')).StaffWork,
}))
const StaffBar = lazy(async () => ({
  default: (await import('../staff/staff-bar.tsx')).StaffBar,
}))

/** The table has eight columns. Narrower, state and evidence would be outside of the window; there a report is a card. */
const useTableFits = createMediaQuery('(min-width: 68rem)')

/** The reports that match the filters, for readers and for staff. */
export function ReportList({
  list: { query, filters },
  tools,
}: {
  readonly list: ReturnType<typeof useReportList>
  /** Stand beside the heading, so that the first report is in the window. */
  readonly tools?: ReactNode
}) {
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
  const noteDeletion = useFocusAfterDeletion(query.data?.items)
  const top = useRef<HTMLHeadingElement>(null)
  const { data, isError, isPlaceholderData, fetchStatus } = query
  const turn = (page: number): void => {
    filters.setPage(page)
    top.current?.focus() // a new page is read from its start
  }
  const nothingYet = data === undefined && !isError && fetchStatus !== 'paused'
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 sm:gap-3">
        {/* On a phone the filter stands beside it, and the quiet tools find no room in this line; on a tablet all do. */}
        <div className="me-auto flex min-h-11 flex-wrap items-center gap-x-4 max-lg:max-w-60 max-sm:grow max-sm:basis-[calc(100%-8.25rem)]">
          <h2 ref={top} tabIndex={-1} className="scroll-mt-8 text-lg headline sm:text-xl">
            {t('listTitle')}
          </h2>
          <Count page={data} />
        </div>
        {tools}
      </div>
      {role !== undefined && (
        <Suspense fallback={<div className="min-h-11" />}>
          <StaffBar role={role} filters={filters.values} />
          <StaffWork
            role={role}
            editing={open.edit}
            deleting={open.remove}
            hiding={open.hide}
            onDeleted={noteDeletion}
            onClose={() => setOpen({})}
          />
        </Suspense>
      )}
      {(isError || (data === undefined && fetchStatus === 'paused')) && (
        <QueryFailure title={t('fetchFailed')} query={query} />
      )}
      {nothingYet && <ListSkeleton />}
      {data?.items.length === 0 &&
        (filters.activeCount > 0 ? (
          <NoMatch
            title={t('noMatchTitle')}
            text={t('noMatchText')}
            onClear={() => {
              filters.clear()
              top.current?.focus() // the button goes with the filters
            }}
          />
        ) : (
          <EmptyState icon={<Files size={30} />} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        ))}
      {data !== undefined && data.items.length > 0 && (
        <>
          <WithheldNote reports={data.items} />
          {wide ? (
            <ReportsTable
              reports={data.items}
              sort={filters.sort ?? filters.usualSort}
              onSort={filters.setSort}
              busy={isPlaceholderData}
              staff={staff}
            />
          ) : (
            <ReportCards reports={data.items} busy={isPlaceholderData} staff={staff} />
          )}
          <div className="flex flex-wrap items-center justify-between gap-4">
            <ShownCount page={data} />
            <Pagination
              page={data.page}
              pages={Math.max(1, Math.ceil(data.total / REPORTS_PER_PAGE))}
              label={t('pages')}
              onChange={turn}
            />
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

function ShownCount({ page }: { readonly page: ReportPage }) {
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

/** As tall as a page of reports, so that the footer does not jump when they load. */
export function ListSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className="grid gap-4">
      <output className="sr-only">{t('loading')}</output>
      {Array.from({ length: REPORTS_PER_PAGE }, (_, index) => (
        <Skeleton key={index} className="h-96 rounded-lg min-[68rem]:h-36" />
      ))}
    </div>
  )
}

interface ReportsTableProps {
  readonly reports: readonly Report[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly busy: boolean
  readonly staff: StaffActions | undefined
}

/** Every text begins at the edge of its column: a paragraph in another script would begin at the other one. */
const CELL = 'px-3 py-3 text-left align-top rtl:text-right'

/**
 * The perpetrator is one column: three narrow ones would break every name over four lines. The report takes the rest of
 * the width; the minimum width leaves it a few words a line, and no column gets narrower than a word.
 */
function ReportsTable({ reports, sort, onSort, busy, staff }: ReportsTableProps) {
  const oldestFirst = sort.direction === 'asc'
  const { t } = useTranslation('reports')
  const format = useFormat()
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a narrow screen it scrolls, by keyboard as well
      tabIndex={0}
      aria-label={t('table')}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
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
            <Head className="w-16">{t('columns.id')}</Head>
            <Head>{t('columns.report')}</Head>
            <Head className={staff === undefined ? 'w-[16%]' : 'w-[14%]'}>
              {t('columns.perpetrator')}
            </Head>
            <Head className="w-[11%]">{t('columns.victim')}</Head>
            <Head className={staff === undefined ? 'w-28' : 'w-26'}>{t('columns.location')}</Head>
            <Head className="w-42">{t('columns.status')}</Head>
            <th
              scope="col"
              aria-sort={oldestFirst ? 'ascending' : 'descending'}
              className="w-34 px-1 py-1 text-start font-semibold"
            >
              <button
                type="button"
                title={t(oldestFirst ? 'newestFirst' : 'oldestFirst')}
                className="inline-flex min-h-11 items-center gap-1 rounded-sm px-2 hover:text-brand"
                onClick={() => onSort(nextSort(sort, 'createdAt'))}
              >
                {t('columns.created')}
                {oldestFirst ? (
                  <ArrowUp aria-hidden="true" size={16} />
                ) : (
                  <ArrowDown aria-hidden="true" size={16} />
                )}
              </button>
            </th>
            <Head className="w-25">{t('columns.evidence')}</Head>
            {staff !== undefined && (
              <Head className="w-16">
                <span className="sr-only">{t('columns.actions')}</span>
              </Head>
            )}
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr
              key={report.id}
              data-row={report.id}
              className="border-b border-line last:border-b-0"
            >
              <th scope="row" className={cx(CELL, 'font-semibold')}>
                {report.id}
              </th>
              {isNotPublic(report) ? (
                <td colSpan={4} className={CELL}>
                  <RejectedNote report={report} />
                </td>
              ) : (
                <WordCells report={report} />
              )}
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
              <td className={CELL}>{!isNotPublic(report) && <EvidenceLink report={report} />}</td>
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

/** What the report says: violation, perpetrator, victim, place. */
function WordCells({ report }: { readonly report: Report }) {
  return (
    <>
      <td className={CELL}>
        <p dir="auto" className="font-semibold">
          <TitleLink report={report} />
        </p>
        <CutDescription report={report} />
        <WithheldMark report={report} />
      </td>
      <td className={CELL}>
        <Perpetrator report={report} />
      </td>
      <td className={CELL}>
        <NamingText report={report} field="victim" />
      </td>
      <td className={CELL}>
        <ReportPlace report={report} />
      </td>
    </>
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
