import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleCode } from '#shared/domain/roles.ts'
import { Button } from '../../../ui/button.tsx'
import type { Filters } from '../report-filters.ts'
import { DeletedDialog } from './deleted-dialog.tsx'
import { IdentitiesExport } from './identities-export.tsx'
import { type ExportFormat, useExport } from './use-export.tsx'

interface StaffBarProps {
  readonly role: RoleCode
  readonly filters: Filters
}

/** What staff do with the whole list: take it along as it is filtered, and look into the bin. */
export function StaffBar({ role, filters }: StaffBarProps) {
  const { t } = useTranslation('reportWrite')
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ExportButton format="csv" filters={filters} />
      <ExportButton format="json" filters={filters} />
      {role === 'A' && (
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
