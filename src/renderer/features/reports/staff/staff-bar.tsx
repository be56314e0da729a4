import { Download, Trash2, ShieldAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DeletedEvidence,
  type DeletedReport,
  exportReports,
  listDeletedEvidence,
  listDeletedReports,
} from '#shared/contract/reports.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { useRestore, useRestoreEvidence } from '../../../parts/report-edit/use-restore.ts'
import { ReportPlace } from '../../../parts/report/place.tsx'
import { askPage } from '../../../platform/calls/ask-page.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SelectField } from '../../../ui/field/text-field.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { BinLine, BinList } from '../../../ui/staff/bin-list.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'
import { type Filters, givenFilters } from '../report-filters.ts'

type ExportFormat = 'csv' | 'json'
interface ExportWish {
  readonly format: ExportFormat
  /** The export has the accounts of perpetrators and the numbers of reporters, for administrators only. */
  readonly identities?: 'yes'
}

/** The filtered list as a file, after the password. */
function useExport(title: string, filters: Filters) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const { guard, dialog } = useStepUp(title, t('export.why'))
  const language = useLanguage()
  const save = useCall(
    async (wish: ExportWish) => {
      const query = { ...givenFilters(filters), ...wish, language }
      const fetched = await guard(() => fetchFile(exportReports, { query }))
      if (fetched.kind === 'cancelled') return false
      saveFile(fetched.value.blob, fetched.value.name)
      toast.success(t('export.done'))
      return true
    },
    (failure) => toast.error(problemText(t, failure)),
  )
  return {
    busy: save.busy,
    dialog,
    /** @returns whether the file was saved */
    save: async (wish: ExportWish) => (await save.run(wish))?.value === true,
  }
}

const FORMATS = ['csv', 'json'] as const satisfies readonly ExportFormat[]

/** The most dangerous file of the association: the warning comes before the password. */
function IdentitiesExport({ filters }: { readonly filters: Filters }) {
  const { t } = useTranslation('reportWrite')
  const [open, setOpen] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { save, busy, dialog } = useExport(t('export.identities.title'), filters)
  return (
    <>
      <Button
        variant="secondary"
        icon={<ShieldAlert aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('export.identities.open')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('export.identities.title')}
        text={
          <>
            <p>{t('export.identities.text')}</p>
            <p>{t('export.identities.log')}</p>
          </>
        }
        confirmLabel={t('export.identities.confirm')}
        tone="danger"
        busy={busy}
        onConfirm={() =>
          void save({ format, identities: 'yes' }).then((saved) => saved && setOpen(false))
        }
      >
        <SelectField
          label={t('export.identities.format')}
          value={format}
          options={FORMATS.map((value) => ({ value, label: t(`export.identities.${value}`) }))}
          onChange={({ target }) => setFormat(target.value as ExportFormat)} // the options are the formats
        />
      </ConfirmDialog>
      {dialog}
    </>
  )
}

interface StaffBarProps {
  /** Stands behind the exports. */
  readonly more?: ReactNode
  readonly role: Role
  readonly filters: Filters
}

/** Actions of staff for the whole list: export it as filtered, and open the bin. */
export function StaffBar({ role, filters, more }: StaffBarProps) {
  const { t } = useTranslation('reportWrite')
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ExportButton format="csv" filters={filters} />
      <ExportButton format="json" filters={filters} />
      {role === 'admin' && (
        <>
          <IdentitiesExport filters={filters} />
          <Button
            variant="secondary"
            icon={<Trash2 aria-hidden="true" size={18} />}
            onClick={() => setOpen(true)}
          >
            {t('deleted.title')}
          </Button>
          <DeletedDialog open={open} onClose={() => setOpen(false)} />
        </>
      )}
      {more}
    </div>
  )
}

function ExportButton({
  format,
  filters,
}: {
  readonly format: ExportFormat
  readonly filters: Filters
}) {
  const { t } = useTranslation('reportWrite')
  const { save, busy, dialog } = useExport(t(`export.${format}`), filters)
  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        icon={<Download aria-hidden="true" size={18} />}
        onClick={() => void save({ format })}
      >
        {t(`export.${format}`)}
      </Button>
      {dialog}
    </>
  )
}

interface DeletedDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The bin: what was deleted and can be restored; for administrators. */
function DeletedDialog({ open, onClose }: DeletedDialogProps) {
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
              read={(query, signal) => askPage(listDeletedReports, { query }, { signal })}
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
              read={(query, signal) => askPage(listDeletedEvidence, { query }, { signal })}
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
