import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { restoreRequest } from '#shared/contract/requests.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { problemText } from '../../../ui/form-problems.ts'
import { toast } from '../../../ui/toast.ts'
import { reloadDeletedRequests, reloadRequestLists } from '../queries.ts'

const isTaken = ({ problem }: CallFailure): boolean =>
  problem?.fields?.some(({ code }) => code === 'email_taken') === true

export function useRestoreRequest(onRestored?: () => void) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  return useMutation({
    mutationFn: (id: string) => ask(restoreRequest, { params: { id } }),
    onSuccess: (_, id) => {
      toast.success(t('bin.restored', { id }))
      onRestored?.()
    },
    onSettled: () => Promise.all([reloadRequestLists(), reloadDeletedRequests()]),
    onError: (error) => {
      if (!(error instanceof CallFailure)) throw error
    },
  })
}

/** Why it could not be restored: it stays beside the request, because there is something to do. */
export function useRestoreFailure(error: unknown): string | undefined {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  if (!(error instanceof CallFailure)) return undefined
  return isTaken(error) ? t('bin.emailTaken') : problemText(t, error)
}
