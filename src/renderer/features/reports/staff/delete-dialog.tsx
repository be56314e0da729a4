import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteReport } from '#shared/contract/reports.ts'
import { RESTORE_DAYS } from '#shared/domain/report-rules.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { recount } from '../../../ui/staff/recount.ts'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { useStepUp } from '../../../ui/use-step-up.tsx'

interface DeleteDialogProps {
  readonly id: number | undefined
  readonly onClose: () => void
  readonly onDeleted: (id: number) => void
}

export function DeleteDialog({ id, onClose, onDeleted }: DeleteDialogProps) {
  return id === undefined ? null : (
    <Confirmation key={id} id={id} onClose={onClose} onDeleted={onDeleted} />
  )
}

function Confirmation({ id, onClose, onDeleted }: DeleteDialogProps & { readonly id: number }) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const { guard, dialog } = useStepUp(t('delete.title', { id }), t('delete.why'))
  const remove = useMutation({
    // The reason in the body: addresses are logged on the way.
    mutationFn: (reason: string) =>
      guard(() => ask(deleteReport, { params: { id }, query: {}, body: { reason } })),
    onSuccess: ({ kind }) => kind === 'done' && onDeleted(id),
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ['reports'] }), recount()]),
  })
  return (
    <>
      <ReasonDialog
        open
        title={t('delete.title', { id })}
        commentLabel={t('delete.reason')}
        commentHint={t('delete.reasonHint')}
        commentRequired
        confirmLabel={t('delete.confirm')}
        tone="danger"
        busy={remove.isPending}
        error={
          remove.error instanceof CallFailure && (
            <Notice tone="danger" title={t('delete.failed')}>
              {problemText(t, remove.error)}
            </Notice>
          )
        }
        onConfirm={(reason) => remove.mutate(reason)}
        onClose={onClose}
      >
        <p>{t('delete.text', { id })}</p>
        <p>{t('delete.restorable', { count: RESTORE_DAYS })}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}
