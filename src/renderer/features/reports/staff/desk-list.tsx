import { Files, Paperclip } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useInterruptedEdit } from '../../../parts/report-edit/use-interrupted-edit.ts'
import { ReportPlace } from '../../../parts/report/place.tsx'
import { StatusBadge, UnpublishedMark, WitnessMark } from '../../../parts/report/status-badge.tsx'
import { Auto } from '../../../ui/bidi.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { StaffList } from '../../../ui/staff/staff-list.tsx'
import type { Column } from '../../../ui/staff/table/data-table.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { useTableFits } from '../../../ui/use-media-query.ts'
import { useReportType } from '../../../ui/use-report-type.ts'
import type { useReportList } from '../list/use-report-list.ts'
import { CardActions, RowActions } from './row-actions.tsx'
import { useFocusAfterDeletion } from './use-focus-after-deletion.ts'

const StaffWork = lazy(async () => ({ default: (await import('./staff-work.tsx')).StaffWork }))

/** A row of at most two lines: what it is, and where; the whole of it stands at the desk. */
function useReportColumns(): readonly Column<Report>[] {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const typeName = useReportType()
  return [
    {
      key: 'report',
      header: t('columns.report'),
      rowHeader: true,
      cell: (report) => (
        <span className="line-clamp-2">
          {format.number(report.id)} · <Auto>{typeName(report)}</Auto>
        </span>
      ),
    },
    {
      key: 'words',
      header: t('columns.victim'),
      wideOnly: 'table',
      card: 'line',
      cell: ({ victim }) => (
        // In both directions it begins where the lines of the other columns do.
        <span className="block text-left min-[700px]:max-w-44 rtl:text-right">
          <span dir="auto" className="line-clamp-2">
            {victim}
          </span>
        </span>
      ),
    },
    {
      key: 'place',
      header: t('columns.location'),
      card: 'half',
      cell: (report) => (
        <span className="line-clamp-2">
          <ReportPlace report={report} />
        </span>
      ),
    },
    {
      key: 'createdAt',
      header: t('columns.created'),
      card: 'half',
      sortable: 'date',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {format.date(new Date(createdAt), 'medium')}
        </time>
      ),
    },
    {
      key: 'status',
      header: t('columns.status'),
      card: 'line',
      cell: (report) => (
        <span className="flex flex-wrap items-center gap-1 whitespace-nowrap [&>*]:mt-0">
          <StatusBadge report={report} />
          <UnpublishedMark report={report} />
          <WitnessMark report={report} />
          <EvidenceCount report={report} />
        </span>
      ),
    },
    {
      key: 'evidence',
      header: t('columns.evidence'),
      wideOnly: true,
      end: true,
      cell: ({ evidenceCount }) => format.number(evidenceCount),
    },
  ]
}

/** In a card the number has no column: it stands at the end of the line of the status. */
function EvidenceCount({ report: { evidenceCount } }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  return (
    <span className="ms-auto inline-flex items-center gap-1.5 min-[700px]:hidden">
      <Paperclip aria-hidden="true" size={16} className="text-muted" />
      <span aria-hidden="true">{format.number(evidenceCount)}</span>
      <span className="sr-only">{t('evidenceCount', { count: evidenceCount })}</span>
    </span>
  )
}

/** What staff work through: each row leads to the desk, where it is read beside its evidence and decided. */
export function DeskList({ list }: { readonly list: ReturnType<typeof useReportList> }) {
  const { t } = useTranslation(['reports', 'reportWrite'])
  const { query, filters } = list
  const columns = useReportColumns()
  const { role } = useDashboard()
  const navigate = useNavigate()
  const Actions = useTableFits() ? RowActions : CardActions
  const [open, setOpen] = useState<{
    readonly edit?: number
    readonly remove?: number
    readonly hide?: Report
  }>({})
  useInterruptedEdit((id) => setOpen({ edit: id }))
  const noteDeletion = useFocusAfterDeletion(query.data?.items)
  const actions = (report: Report) => (
    <Actions
      inLine
      report={report}
      onEdit={(id) => setOpen({ edit: id })}
      onDelete={(id) => setOpen({ remove: id })}
      onHide={(hide) => setOpen({ hide })}
    />
  )
  return (
    <>
      <StaffList
        query={query}
        filters={filters}
        usualSort={filters.usualSort}
        failure={t('fetchFailed')}
        pages={t('pages')}
        name="reports"
        label={t('table')}
        columns={columns}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => void navigate(String(id), { relative: 'path' })}
        actions={actions}
        empty={<EmptyState icon={<Files size={30} />} title={t('reportWrite:desk.nothingWaits')} />}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
      />
      <Suspense fallback={null}>
        <StaffWork
          role={role}
          editing={open.edit}
          deleting={open.remove}
          hiding={open.hide}
          onDeleted={noteDeletion}
          onClose={() => setOpen({})}
        />
      </Suspense>
    </>
  )
}
