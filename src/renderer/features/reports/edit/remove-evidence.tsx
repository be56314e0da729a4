import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deleteEvidence, type Evidence } from '#shared/contract/reports.ts'
import { RESTORE_DAYS } from '#shared/domain/report-rules.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { useStepUp } from '../../../ui/use-step-up.tsx'
import { useRestoreEvidence } from '../staff/use-restore.ts'
import { useStaffRole } from '../staff/use-staff.ts'

interface RemoveEvidenceProps {
  readonly item: Evidence
  readonly onRemoved: () => void
  readonly onClose: () => void
}

export function RemoveEvidence({ item, onRemoved, onClose }: RemoveEvidenceProps) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const { guard, dialog } = useStepUp(t('edit.removeTitle'), t('delete.why'))
  const remove = useMutation({
    mutationFn: (reason: string) =>
      guard(() => ask(deleteEvidence, { params: { id: item.id }, body: { reason } })),
    onSuccess: async ({ kind }) => {
      if (kind === 'cancelled') return
      await queryClient.invalidateQueries({ queryKey: ['reports'] })
      onRemoved()
    },
  })
  return (
    <>
      <ReasonDialog
        open
        title={t('edit.removeTitle')}
        commentLabel={t('delete.reason')}
        commentHint={t('delete.reasonHint')}
        commentRequired
        confirmLabel={t('edit.removeConfirm')}
        tone="danger"
        busy={remove.isPending}
        error={
          remove.error instanceof CallFailure && (
            <Notice tone="danger" title={t('edit.removeFailed')}>
              {problemText(t, remove.error)}
            </Notice>
          )
        }
        onConfirm={(reason) => remove.mutate(reason)}
        onClose={onClose}
      >
        <p dir="auto" className="rounded-md border border-line bg-sunken p-3 wrap-anywhere">
          {item.description}
        </p>
        <p>{t('edit.removeText', { count: RESTORE_DAYS })}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}

/** What was done, and the way back: for administrators at once, for others through one. */
export function JustRemoved({
  item,
  onRestored,
}: {
  readonly item: Evidence
  readonly onRestored: () => void
}) {
  const { t } = useTranslation('reportWrite')
  const mayRestore = useStaffRole() === 'A'
  const restore = useRestoreEvidence(onRestored)
  return (
    <Notice
      tone="success"
      title={t('edit.removed', { name: item.description })}
      action={
        mayRestore && (
          <Button
            variant="secondary"
            busy={restore.isPending}
            icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
            onClick={() => restore.mutate(item.id)}
          >
            {t('delete.undo')}
          </Button>
        )
      }
    >
      {!mayRestore && t('delete.askAdministrator', { count: RESTORE_DAYS })}
    </Notice>
  )
}
