import { useTranslation } from 'react-i18next'
import { restoreRequest } from '#shared/contract/requests.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { problemText } from '../../../ui/form/form-problems.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { reloadDeletedRequests, reloadRequestLists } from '../queries.ts'
import { useCall } from '../../../ui/form/use-call.ts'

const isTaken = ({ problem }: CallFailure): boolean =>
  problem?.fields?.some(({ code }) => code === 'email_taken') === true

export function useRestoreRequest(onRestored?: () => void) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  return useCall(
    async (id: string) => {
      try {
        await ask(restoreRequest, { params: { id } })
        toast.success(t('bin.restored', { id }))
        onRestored?.()
      } finally {
        await Promise.all([reloadRequestLists(), reloadDeletedRequests()])
      }
    },
    // It stays beside the request, because the user still has to act.
    (failure) => (isTaken(failure) ? t('bin.emailTaken') : problemText(t, failure)),
  )
}
