import { useTranslation } from 'react-i18next'
import { hideReport, type Report } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { problemText } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useCall } from '../../../ui/form/use-call.ts'

interface HideDialogProps {
  readonly report: Report | undefined
  readonly onClose: () => void
}

/** Hides a public report: it returns to review. */
export function HideDialog({ report, onClose }: HideDialogProps) {
  return report === undefined ? null : (
    <Confirmation key={report.id} report={report} onClose={onClose} />
  )
}

/** Another member of staff verified or edited it while the list was open. */
const conflictOf = ({ problem }: CallFailure): 'verified' | 'changed' | undefined => {
  if (problem?.code !== 'conflict') return undefined
  return problem.fields.some(({ code }) => code === 'report_verified') ? 'verified' : 'changed'
}

function Confirmation({
  report: { id, version },
  onClose,
}: {
  readonly report: Report
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const hide = useCall(
    async () => {
      try {
        const body = { ...(version !== undefined && { version }) }
        await ask(hideReport, { params: { id }, body })
        toast.success(t('hide.done', { id }))
        onClose()
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['reports'] })
      }
    },
    (failure) => {
      const conflict = conflictOf(failure)
      return conflict === undefined ? problemText(t, failure) : t(`hide.${conflict}`)
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('hide.title', { id })}
      text={
        <>
          <p>{t('hide.text')}</p>
          <p>{t('hide.back')}</p>
        </>
      }
      confirmLabel={t('hide.confirm')}
      tone="danger"
      busy={hide.busy}
      onConfirm={() => void hide.run()}
    >
      {hide.notice !== undefined && (
        <Notice tone="danger" title={t('hide.failed')}>
          {hide.notice}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
