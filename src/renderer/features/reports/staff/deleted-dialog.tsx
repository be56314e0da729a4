import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeletedReport, listDeletedReports } from '#shared/contract/report-staff.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/api.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Pager } from '../../../ui/staff/pager.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'
import { Place } from '../place.tsx'
import { useRestore } from './use-restore.ts'

const SIZE = 10
const DAY_MS = 86_400_000

async function readDeleted(page: number, signal: AbortSignal) {
  const reply = await ask(listDeletedReports, { query: { page, size: SIZE } }, { signal })
  if (!('items' in reply)) throw new Error('The server answered a list where a page was asked for')
  return reply
}

interface DeletedDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** What was deleted and can still come back; for administrators. */
export function DeletedDialog({ open, onClose }: DeletedDialogProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('deleted.title')} description={t('deleted.lead')} size="lg">
      {open && <DeletedList />}
    </Dialog>
  )
}

function DeletedList() {
  const { t } = useTranslation('reportWrite')
  const [page, setPage] = useState(1)
  const query = useQuery({ queryKey: ['reports', 'deleted', page], queryFn: ({ signal }) => readDeleted(page, signal), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} failure={t('deleted.notLoaded')} skeleton={<Skeleton className="h-64" />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon={<Trash2 size={30} />} title={t('deleted.empty')} />
        ) : (
          <div className="grid gap-4">
            <ul className="divide-y divide-line border-y border-line">
              {items.map((report) => (
                <DeletedLine key={report.id} report={report} now={query.dataUpdatedAt} />
              ))}
            </ul>
            <Pager label={t('deleted.title')} page={page} size={SIZE} total={total} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  )
}

function DeletedLine({ report, now }: { readonly report: DeletedReport; readonly now: number }) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const typeName = useReportType()
  const restore = useRestore()
  const daysLeft = Math.max(0, Math.ceil((Date.parse(report.goneAt) - now) / DAY_MS))
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">
          {t('deleted.number', { id: report.id })} · <Auto>{typeName(report)}</Auto>
        </p>
        <p className="text-sm text-muted">
          <Place report={report} /> · {format.date(new Date(report.createdAt), 'medium')}
        </p>
        <p className="mt-1 wrap-anywhere">
          <Auto>{report.reason === '' ? t('deleted.noReason') : report.reason}</Auto>
        </p>
        <p className="text-sm text-muted">
          {t('deleted.on', { date: format.date(new Date(report.deletedAt), 'medium') })}
          {report.deletedBy !== null && (
            <>
              {' · '}
              <Ltr>{report.deletedBy}</Ltr>
            </>
          )}
        </p>
        <p className="text-sm font-semibold text-warning">{t('deleted.daysLeft', { count: daysLeft })}</p>
      </div>
      <Button
        variant="secondary"
        busy={restore.isPending}
        aria-label={t('deleted.restoreOf', { id: report.id })}
        icon={<ArchiveRestore aria-hidden="true" size={18} />}
        onClick={() => restore.mutate(report.id)}
      >
        {t('deleted.restore')}
      </Button>
    </li>
  )
}
