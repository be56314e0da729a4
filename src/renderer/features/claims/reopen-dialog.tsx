import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CLAIM_TEXT_MAX, reopenClaim } from '#shared/contract/claims.ts'
import { ask } from '../../platform/api.ts'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ClaimFailure } from './claim-failure.tsx'
import { keepClaim, type OneClaim, takePresentState } from './claim-queries.ts'

interface ReopenDialogProps {
  readonly claim: OneClaim
  readonly open: boolean
  readonly onClose: () => void
}

export function ReopenDialog({ claim, open, onClose }: ReopenDialogProps) {
  const { t } = useTranslation('claims')
  const reopen = useMutation({
    mutationFn: (note: string) =>
      ask(reopenClaim, { params: { id: claim.id }, body: { note, version: claim.version } }),
    onSuccess: (after) => {
      keepClaim(after)
      toast.success(t('decide.reopened'))
      onClose()
    },
    onError: (error) => void takePresentState(error),
  })
  return (
    <ReasonDialog
      open={open}
      title={t('decide.reopenTitle', { id: claim.id })}
      commentLabel={t('decide.reopenNote')}
      commentHint={t('decide.noteKept')}
      commentMaxChars={CLAIM_TEXT_MAX}
      confirmLabel={t('decide.reopen')}
      busy={reopen.isPending}
      error={
        reopen.error === null ? undefined : <ClaimFailure claim={claim} error={reopen.error} />
      }
      onConfirm={(note) => reopen.mutate(note)}
      onClose={() => {
        reopen.reset()
        onClose()
      }}
    >
      <p>{t('decide.reopenText')}</p>
    </ReasonDialog>
  )
}
