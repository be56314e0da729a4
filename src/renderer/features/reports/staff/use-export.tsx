import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportReports } from '#shared/contract/report-staff.ts'
import { CallFailure } from '../../../platform/call-failure.ts'
import { fetchFile } from '../../../platform/fetch-file.ts'
import { saveFile } from '../../../platform/save-file.ts'
import { problemText } from '../../../ui/form-problems.ts'
import { toast } from '../../../ui/toast.ts'
import { useStepUp } from '../../../ui/use-step-up.tsx'
import { FILTER_KEYS, type Filters } from '../report-filters.ts'

export type ExportFormat = 'csv' | 'json'
export interface ExportWish {
  readonly format: ExportFormat
  /** With the accounts of perpetrators and the numbers of reporters: administrators only. */
  readonly identities?: 'yes'
}

/** The list as it is filtered, as a file, after the password. */
export function useExport(title: string, filters: Filters) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const { guard, dialog } = useStepUp(title, t('export.why'))
  const [busy, setBusy] = useState(false)
  return {
    busy,
    dialog,
    /** @returns whether the file is there */
    save: async (wish: ExportWish): Promise<boolean> => {
      setBusy(true)
      try {
        const given = Object.fromEntries(
          FILTER_KEYS.filter((key) => filters[key].trim() !== '').map((key) => [
            key,
            filters[key].trim(),
          ]),
        )
        const fetched = await guard(() =>
          fetchFile(exportReports, { query: { ...given, ...wish } }),
        )
        if (fetched.kind === 'cancelled') return false
        saveFile(fetched.value.blob, fetched.value.name)
        toast.success(t('export.done'))
        return true
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        toast.error(problemText(t, error))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
