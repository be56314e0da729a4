import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { restoreReport } from '#shared/contract/report-staff.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { problemText } from '../../../ui/form-problems.ts'
import { toast } from '../../../ui/toast.ts'

export function useRestore(onRestored?: () => void) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  return useMutation({
    mutationFn: (id: number) => ask(restoreReport, { params: { id } }),
    onSuccess: (_, id) => {
      toast.success(t('deleted.restored', { id }))
      onRestored?.()
    },
    onError: (error) => {
      if (!(error instanceof CallFailure)) throw error
      toast.error(problemText(t, error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['reports'] }),
  })
}
