import { Download, Trash2, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/domain/people/roles.ts'
import { Button } from '../../../ui/button/button.tsx'
import { type Filters, FILTER_KEYS } from '../list/report-filters.ts'
import { DeletedDialog } from './deleted-dialog.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { SelectField } from '../../../ui/field/text-field.tsx'
import { exportReports } from '#shared/contract/reports.ts'
import { fetchFile } from '../../../platform/files/fetch-file.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { problemText } from '../../../ui/form/form-problems.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useStepUp } from '../../../ui/form/use-step-up.tsx'
import { useCall } from '../../../ui/form/use-call.ts'

type ExportFormat = 'csv' | 'json'
interface ExportWish {
  readonly format: ExportFormat
  /** With the accounts of perpetrators and the numbers of reporters: administrators only. */
  readonly identities?: 'yes'
}

/** The filtered list as a file, after the password. */
function useExport(title: string, filters: Filters) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const { guard, dialog } = useStepUp(title, t('export.why'))
  const save = useCall(
    async (wish: ExportWish) => {
      const given = Object.fromEntries(
        FILTER_KEYS.filter((key) => filters[key].trim() !== '').map((key) => [
          key,
          filters[key].trim(),
        ]),
      )
      const fetched = await guard(() => fetchFile(exportReports, { query: { ...given, ...wish } }))
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
  readonly role: Role
  readonly filters: Filters
}

/** Actions of staff for the whole list: export it as filtered, and open the bin. */
export function StaffBar({ role, filters }: StaffBarProps) {
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
