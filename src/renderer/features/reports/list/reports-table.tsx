import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import type { ReportSort } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { useReportType } from '../../../ui/use-report-type.ts'
import { EvidenceLink, WithheldNote } from './report-parts.tsx'
import { Expandable } from './expandable.tsx'
import { RowActions, type StaffActions } from '../staff/row-actions.tsx'
import { UnpublishedMark, StatusBadge, WitnessMark } from '../status-badge.tsx'
import { Perpetrator } from '../perpetrator.tsx'
import { Place } from '../place.tsx'

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
export function ReportsTable({ reports, sort, onSort, busy, staff }: ReportsTableProps) {
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
