import { Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DeletedEvidence,
  type DeletedReport,
  exportReports,
  listDeletedEvidence,
  listDeletedReports,
} from '#shared/contract/reports.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { useRestore, useRestoreEvidence } from '../../../parts/report-edit/use-restore.ts'
import { ReportPlace } from '../../../parts/report/place.tsx'
import { askPage } from '../../../platform/calls/ask-page.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import {
  BinLine,
  BinList,
  type BinSource,
  EmptyBin,
  useIsBinEmpty,
} from '../../../ui/staff/bin-list.tsx'
import { ExportButton } from '../../../ui/step-up/download-button.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'
import { type Filters, givenFilters } from '../report-filters.ts'

interface StaffBarProps {
  readonly role: Role
  readonly filters: Filters
}

/** Actions of staff for the whole list: export it as filtered, and open the bin. */
export const StaffBar = ({ role, filters }: StaffBarProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <ExportReports role={role} filters={filters} />
    <DeletedReports role={role} />
  </div>
)

/** The list as it is filtered; for administrators also with the accounts of perpetrators and the numbers of reporters. */
export function ExportReports({ role, filters }: StaffBarProps) {
  const { t } = useTranslation('reportWrite')
  const language = useLanguage()
  const [identities, setIdentities] = useState(false)
  return (
    <ExportButton
      formats={['csv', 'json']}
      why={t('export.why')}
      doneText={t('export.done')}
      isDangerous={identities}
      onOpen={() => setIdentities(false)} // wished for one file at a time
      load={(format) =>
        fetchFile(exportReports, {
          query: {
            ...givenFilters(filters),
            format,
            language,
            ...(identities && { identities: 'yes' }),
          },
        })
      }
    >
      {role === 'admin' && (
        <Checkbox
          label={t('export.identities.label')}
          checked={identities}
          onChange={({ target }) => setIdentities(target.checked)}
        />
      )}
      {/* The most dangerous file of the association: the warning comes before the password. */}
      {identities && (
        <Notice tone="warning">
          <p>{t('export.identities.text')}</p>
          <p>{t('export.identities.log')}</p>
        </Notice>
      )}
    </ExportButton>
  )
}

/** Opens the bin; for administrators. */
function DeletedReports({ role }: Pick<StaffBarProps, 'role'>) {
  const { t } = useTranslation('reportWrite')
  const [open, setOpen] = useState(false)
  if (role !== 'admin') return null
  return (
    <>
      <Button
        variant="secondary"
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('deleted.open')}
      </Button>
      <DeletedDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const REPORTS: BinSource<DeletedReport> = {
  queryKey: ['reports', 'deleted'],
  read: (query, signal) => askPage(listDeletedReports, { query }, { signal }),
}
const EVIDENCE: BinSource<DeletedEvidence> = {
  queryKey: ['reports', 'deleted-evidence'],
  read: (query, signal) => askPage(listDeletedEvidence, { query }, { signal }),
}

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
      {open && <Deletions />}
    </Dialog>
  )
}

function Deletions() {
  const { t } = useTranslation('reportWrite')
  const [hasNoReports, hasNoEvidence] = [useIsBinEmpty(REPORTS), useIsBinEmpty(EVIDENCE)]
  if (hasNoReports && hasNoEvidence) return <EmptyBin title={t('deleted.empty')} />
  return (
    <div className="grid gap-6">
      <Section title={t('deleted.reports')}>
        <BinList
          label={t('deleted.reports')}
          empty={t('deleted.empty')}
          failure={t('deleted.notLoaded')}
          source={REPORTS}
          keyOf={({ id }) => id}
          Line={ReportLine}
        />
      </Section>
      <Section title={t('deleted.evidence')}>
        <BinList
          label={t('deleted.evidence')}
          empty={t('deleted.empty')}
          failure={t('deleted.evidenceNotLoaded')}
          source={EVIDENCE}
          keyOf={({ id }) => id}
          Line={EvidenceLine}
        />
      </Section>
    </div>
  )
}

type Deleted = Pick<DeletedReport, 'reason' | 'deletedAt' | 'deletedBy' | 'goneAt'>

/** Why, when and by whom it was deleted, and until when it can be restored: the same for both kinds. */
function useDeletion(
  { reason, deletedAt, deletedBy, goneAt }: Deleted,
  daysLeft: number,
): Pick<ComponentProps<typeof BinLine>, 'reason' | 'deleted' | 'until'> {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const day = (instant: string): string => format.date(new Date(instant), 'medium')
  return {
    reason: reason === '' ? t('deleted.noReason') : reason,
    deleted: (
      <>
        {t('deleted.on', { date: day(deletedAt) })}
        {deletedBy !== null && (
          <>
            {' · '}
            <Ltr>{bareCardId(deletedBy)}</Ltr>
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
          <ReportPlace report={report} /> · {format.date(new Date(report.createdAt), 'medium')}
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
