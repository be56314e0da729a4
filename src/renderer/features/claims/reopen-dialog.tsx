import { useTranslation } from 'react-i18next'
import { CLAIM_TEXT_MAX, reopenClaim } from '#shared/contract/claims.ts'
import { ask } from '../../platform/calls/api.ts'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ClaimFailure } from './claim-failure.tsx'
import { keepClaim, type OneClaim, takePresentState } from './claim-queries.ts'
import { useCall } from '../../ui/form/use-call.ts'

interface ReopenDialogProps {
  readonly claim: OneClaim
  readonly open: boolean
  readonly onClose: () => void
}

export function ReopenDialog({ claim, open, onClose }: ReopenDialogProps) {
  const { t } = useTranslation('claims')
  const reopen = useCall(async (note: string) => {
    const body = { note, version: claim.version }
    keepClaim(await ask(reopenClaim, { params: { id: claim.id }, body }))
    toast.success(t('decide.reopened'))
    onClose()
  }, takePresentState)
  return (
    <ReasonDialog
      open={open}
      title={t('decide.reopenTitle', { id: claim.id })}
      commentLabel={t('decide.reopenNote')}
      commentHint={t('decide.noteKept')}
      commentMaxChars={CLAIM_TEXT_MAX}
      confirmLabel={t('decide.reopen')}
      busy={reopen.busy}
      error={reopen.failure && <ClaimFailure claim={claim} failure={reopen.failure} />}
      onConfirm={(note) => void reopen.run(note)}
      onClose={() => {
        reopen.reset()
        onClose()
      }}
    >
      <p>{t('decide.reopenText')}</p>
    </ReasonDialog>
  )
}
