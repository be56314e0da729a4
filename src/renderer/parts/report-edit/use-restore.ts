import { useTranslation } from 'react-i18next'
import { restoreReport, restoreEvidence } from '#shared/contract/reports.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'

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
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: ['reports'] }),
          refreshCounts(),
        ])
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
