import { Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { RESTORE_DAYS } from '#shared/domain/report-rules.ts'
import { useSession } from '../../../platform/session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useRestoreFailure, useRestoreRequest } from './use-restore-request.ts'

/** The number alone, never the name: it outlives the page, because the next request opens by itself. */
const useDeleted = create<{ readonly id: string | undefined }>(() => ({ id: undefined }))

export const markDeleted = (id: string): void => useDeleted.setState({ id })
const dismiss = (): void => useDeleted.setState({ id: undefined })

/** What was done, and the way back: for administrators at once, for others through one. */
export function JustDeletedRequest() {
  const { t } = useTranslation('registrationRequests')
  const session = useSession()
  const { id } = useDeleted()
  const restore = useRestoreRequest(dismiss)
  const failure = useRestoreFailure(restore.error)
  if (id === undefined || session.state !== 'authenticated') return null
  const mayRestore = session.user.role === 'A'
  return (
    <Notice
      tone={failure === undefined ? 'success' : 'danger'}
      title={failure === undefined ? t('bin.done', { id }) : t('bin.notRestored')}
      action={
        <span className="flex gap-1">
          {mayRestore && (
            <Button
              variant="secondary"
              busy={restore.isPending}
              icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
              onClick={() => restore.mutate(id)}
            >
              {t('bin.undo')}
            </Button>
          )}
          <IconButton
            label={t('bin.dismiss')}
            icon={<X aria-hidden="true" size={18} />}
            onClick={dismiss}
          />
        </span>
      }
    >
      {failure ?? (!mayRestore && t('bin.askAdministrator', { count: RESTORE_DAYS }))}
    </Notice>
  )
}
