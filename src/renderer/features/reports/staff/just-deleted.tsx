import { Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RESTORE_DAYS } from '#shared/domain/report-rules.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useRestore } from './use-restore.ts'

interface JustDeletedProps {
  readonly id: number
  readonly mayRestore: boolean
  readonly onDismiss: () => void
}

/** What was done, and the way back: for administrators at once, for others through one. */
export function JustDeleted({ id, mayRestore, onDismiss }: JustDeletedProps) {
  const { t } = useTranslation('reportWrite')
  const restore = useRestore(onDismiss)
  return (
    <Notice
      tone="success"
      title={t('delete.done', { id })}
      action={
        <span className="flex gap-1">
          {mayRestore && (
            <Button
              variant="secondary"
              busy={restore.isPending}
              icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
              onClick={() => restore.mutate(id)}
            >
              {t('delete.undo')}
            </Button>
          )}
          <IconButton
            label={t('delete.dismiss')}
            icon={<X aria-hidden="true" size={18} />}
            onClick={onDismiss}
          />
        </span>
      }
    >
      {!mayRestore && t('delete.askAdministrator', { count: RESTORE_DAYS })}
    </Notice>
  )
}
