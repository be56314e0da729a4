import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SelectField } from '../../../ui/text-field.tsx'
import type { Filters } from '../report-filters.ts'
import { type ExportFormat, useExport } from './use-export.tsx'

const FORMATS = ['csv', 'json'] as const satisfies readonly ExportFormat[]

/** The most dangerous file of the association: said before the password is asked for. */
export function IdentitiesExport({ filters }: { readonly filters: Filters }) {
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
