import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deleteEvidence, type Evidence } from '#shared/contract/reports.ts'
import { RESTORE_DAYS } from '#shared/domain/report-rules.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { useStepUp } from '../../../ui/form/use-step-up.tsx'
import { useRestoreEvidence } from '../staff/use-restore.ts'
import { useStaffRole } from '../staff/use-staff.ts'
import { useCall } from '../../../ui/form/use-call.ts'

interface RemoveEvidenceProps {
  readonly item: Evidence
  readonly onRemoved: () => void
  readonly onClose: () => void
}

export function RemoveEvidence({ item, onRemoved, onClose }: RemoveEvidenceProps) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const { guard, dialog } = useStepUp(t('edit.removeTitle'), t('delete.why'))
  const remove = useCall(async (reason: string) => {
    const { kind } = await guard(() =>
      ask(deleteEvidence, { params: { id: item.id }, body: { reason } }),
    )
    if (kind === 'cancelled') return
    await queryClient.invalidateQueries({ queryKey: ['reports'] })
    onRemoved()
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
        busy={remove.busy}
        error={
          remove.notice !== undefined && (
            <Notice tone="danger" title={t('edit.removeFailed')}>
              {remove.notice}
            </Notice>
          )
        }
        onConfirm={(reason) => void remove.run(reason)}
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

/** Says what was deleted, and how to restore it: administrators do it here, others ask one. */
export function JustRemoved({
  item,
  onRestored,
}: {
  readonly item: Evidence
  readonly onRestored: () => void
}) {
  const { t } = useTranslation('reportWrite')
  const mayRestore = useStaffRole() === 'admin'
  const restore = useRestoreEvidence(onRestored)
  return (
    <Notice
      tone="success"
      title={t('edit.removed', { name: item.description })}
      action={
        mayRestore && (
          <Button
            variant="secondary"
            busy={restore.busy}
            icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
            onClick={() => void restore.run(item.id)}
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
