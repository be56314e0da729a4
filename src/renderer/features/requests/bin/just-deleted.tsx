import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { restoreRequest } from '#shared/contract/requests.ts'
import { RESTORE_DAYS } from '#shared/domain/report/report-rules.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { useSession } from '../../../platform/session/session.ts'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { UndoNotice } from '../../../ui/staff/undo-notice.tsx'
import { reloadDeletedRequests, reloadRequestLists } from '../queries.ts'

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

/** The number alone, never the name: it stays after the page, because the next request opens without a press. */
const useDeleted = create<{ readonly id: string | undefined }>(() => ({ id: undefined }))

export const markDeleted = (id: string): void => useDeleted.setState({ id })
const dismiss = (): void => useDeleted.setState({ id: undefined })

/** Says what was done, and how to restore it: administrators do it here, others ask one. */
export function JustDeletedRequest() {
  const { t } = useTranslation('registrationRequests')
  const session = useSession()
  const { id } = useDeleted()
  const restore = useRestoreRequest(dismiss)
  const failure = restore.notice
  if (id === undefined || session.state !== 'authenticated') return null
  const mayRestore = session.user.role === 'admin'
  return (
    <UndoNotice
      tone={failure === undefined ? 'success' : 'danger'}
      title={failure === undefined ? t('bin.done', { id }) : t('bin.notRestored')}
      undo={
        mayRestore && {
          label: t('bin.undo'),
          busy: restore.busy,
          run: () => void restore.run(id),
        }
      }
      dismissLabel={t('bin.dismiss')}
      onDismiss={dismiss}
    >
      {failure ?? (!mayRestore && t('bin.askAdministrator', { count: RESTORE_DAYS }))}
    </UndoNotice>
  )
}
