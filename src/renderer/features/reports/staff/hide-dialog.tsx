import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hideReport } from '#shared/contract/report-staff.ts'
import { type Report } from '#shared/contract/reports.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { problemText } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'

interface HideDialogProps {
  readonly report: Report | undefined
  readonly onClose: () => void
}

/** A public report goes back to those who look at it first. */
export function HideDialog({ report, onClose }: HideDialogProps) {
  return report === undefined ? null : (
    <Confirmation key={report.id} report={report} onClose={onClose} />
  )
}

/** Verified, or edited, while the list stood on the screen. */
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
  const hide = useMutation({
    mutationFn: () =>
      ask(hideReport, { params: { id }, body: { ...(version !== undefined && { version }) } }),
    onSuccess: () => {
      toast.success(t('hide.done', { id }))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['reports'] }),
  })
  const { error } = hide
  const conflict = error instanceof CallFailure ? conflictOf(error) : undefined
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
      busy={hide.isPending}
      onConfirm={() => hide.mutate()}
    >
      {error instanceof CallFailure && (
        <Notice tone="danger" title={t('hide.failed')}>
          {conflict === undefined ? problemText(t, error) : t(`hide.${conflict}`)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
