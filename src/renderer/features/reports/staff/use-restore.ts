import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { restoreReport } from '#shared/contract/report-staff.ts'
import { restoreEvidence } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { recount } from '../../../ui/staff/recount.ts'
import { problemText } from '../../../ui/form-problems.ts'
import { toast } from '../../../ui/toast.ts'

function useRestoring(
  restore: (id: number) => Promise<unknown>,
  said: (id: number) => string,
  onRestored?: () => void,
) {
  const { t } = useTranslation('problems')
  return useMutation({
    mutationFn: restore,
    onSuccess: (_, id) => {
      toast.success(said(id))
      onRestored?.()
    },
    onError: (error) => {
      if (!(error instanceof CallFailure)) throw error
      toast.error(problemText(t, error))
    },
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ['reports'] }), recount()]),
  })
}

export function useRestore(onRestored?: () => void) {
  const { t } = useTranslation('reportWrite')
  return useRestoring(
    (id) => ask(restoreReport, { params: { id } }),
    (id) => t('deleted.restored', { id }),
    onRestored,
  )
}

export function useRestoreEvidence(onRestored?: () => void) {
  const { t } = useTranslation('reportWrite')
  return useRestoring(
    (id) => ask(restoreEvidence, { params: { id } }),
    () => t('deleted.evidenceRestored'),
    onRestored,
  )
}
