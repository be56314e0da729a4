import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { StepUpDialog } from '../../ui/staff/step-up-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { fetchExport } from './fetch-export.ts'
import type { UserFilters } from './user-filters.ts'

/** The list as it is filtered, as a file. The password is asked for each time: whoever presses this must have meant it. */
export function ExportButton({ filters }: { readonly filters: UserFilters }) {
  const { t } = useTranslation('userManagement')
  const [open, setOpen] = useState(false)
  const save = async (): Promise<void> => {
    const { isWhole } = await fetchExport(filters)
    setOpen(false)
    if (isWhole) toast.success(t('export.done'))
    else toast.error(t('export.cut'))
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('export.open')}
      </Button>
      <StepUpDialog
        open={open}
        title={t('export.title')}
        why={t('export.warning')}
        onProven={save}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
