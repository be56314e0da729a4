import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DeletedEvidence,
  type DeletedReport,
  listDeletedEvidence,
  listDeletedReports,
} from '#shared/contract/reports.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { BinLine, BinList } from '../../../ui/staff/bin-list.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'
import { Place } from '../place.tsx'
import { useRestore, useRestoreEvidence } from './use-restore.ts'

interface DeletedDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The bin: what was deleted and can be restored; for administrators. */
export function DeletedDialog({ open, onClose }: DeletedDialogProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('deleted.title')}
      description={t('deleted.lead')}
      size="lg"
    >
      {open && (
        <div className="grid gap-6">
          <Section title={t('deleted.reports')}>
            <BinList
              label={t('deleted.reports')}
              empty={t('deleted.empty')}
              failure={t('deleted.notLoaded')}
              queryKey={['reports', 'deleted']}
              read={(query, signal) => ask(listDeletedReports, { query }, { signal })}
              keyOf={({ id }) => id}
              Line={ReportLine}
            />
          </Section>
          <Section title={t('deleted.evidence')}>
            <BinList
              label={t('deleted.evidence')}
              empty={t('deleted.empty')}
              failure={t('deleted.evidenceNotLoaded')}
              queryKey={['reports', 'deleted-evidence']}
              read={(query, signal) => ask(listDeletedEvidence, { query }, { signal })}
              keyOf={({ id }) => id}
              Line={EvidenceLine}
            />
          </Section>
        </div>
      )}
    </Dialog>
  )
}

type Deleted = Pick<DeletedReport, 'reason' | 'deletedAt' | 'deletedBy' | 'goneAt'>

/** Why, when and by whom it was deleted, and until when it can be restored: the same for both kinds. */
function useDeletion(
  { reason, deletedAt, deletedBy, goneAt }: Deleted,
  daysLeft: number,
): Record<'reason' | 'deleted' | 'until', ReactNode> {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const day = (instant: string): string => format.date(new Date(instant), 'medium')
  return {
    reason: <Auto>{reason === '' ? t('deleted.noReason') : reason}</Auto>,
    deleted: (
      <>
        {t('deleted.on', { date: day(deletedAt) })}
        {deletedBy !== null && (
          <>
            {' · '}
            <Ltr>{deletedBy}</Ltr>
          </>
        )}
      </>
    ),
    until: `${t('deleted.until', { date: day(goneAt) })} · ${t('deleted.daysLeft', { count: daysLeft })}`,
  }
}

function ReportLine({
  item: report,
  daysLeft,
}: {
  readonly item: DeletedReport
  readonly daysLeft: number
}) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const typeName = useReportType()
  const restore = useRestore()
  return (
    <BinLine
      title={
        <>
          {t('deleted.number', { id: report.id })} · <Auto>{typeName(report)}</Auto>
        </>
      }
      detail={
        <>
          <Place report={report} /> · {format.date(new Date(report.createdAt), 'medium')}
        </>
      }
      {...useDeletion(report, daysLeft)}
      restore={t('deleted.restore')}
      restoreOf={t('deleted.restoreOf', { id: report.id })}
      busy={restore.busy}
      onRestore={() => void restore.run(report.id)}
    />
  )
}

function EvidenceLine({
  item: piece,
  daysLeft,
}: {
  readonly item: DeletedEvidence
  readonly daysLeft: number
}) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const restore = useRestoreEvidence()
  return (
    <BinLine
      title={<Auto>{piece.description}</Auto>}
      detail={
        <>
          {t('deleted.ofReport', { id: piece.reportId })} · {t(`kind.${piece.evidenceType}`)} ·{' '}
          {format.date(new Date(piece.uploadedAt), 'medium')}
        </>
      }
      {...useDeletion(piece, daysLeft)}
      restore={t('deleted.restore')}
      restoreOf={t('deleted.restoreEvidenceOf', { name: piece.description })}
      busy={restore.busy}
      onRestore={() => void restore.run(piece.id)}
    />
  )
}
