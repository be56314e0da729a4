import { useTranslation } from 'react-i18next'
import { restoreReport, restoreEvidence } from '#shared/contract/reports.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { recount } from '../../../ui/staff/recount.ts'
import { problemText } from '../../../ui/form/form-problems.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useCall } from '../../../ui/form/use-call.ts'

function useRestoring(
  restore: (id: number) => Promise<unknown>,
  said: (id: number) => string,
  onRestored?: () => void,
) {
  const { t } = useTranslation('problems')
  return useCall(
    async (id: number) => {
      try {
        await restore(id)
        toast.success(said(id))
        onRestored?.()
      } finally {
        await Promise.all([queryClient.invalidateQueries({ queryKey: ['reports'] }), recount()])
      }
    },
    (failure) => toast.error(problemText(t, failure)),
  )
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
