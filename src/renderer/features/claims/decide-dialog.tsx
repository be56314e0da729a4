import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CLAIM_TEXT_MAX, updateClaim } from '#shared/contract/claims.ts'
import { ask } from '../../platform/api.ts'
import { queryClient } from '../../platform/query-client.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { recount } from '../../ui/staff/recount.ts'
import { toast } from '../../ui/toast.ts'
import { ClaimFailure } from './claim-failure.tsx'
import { CLAIMS, type OneClaim, takePresentState } from './claim-queries.ts'

interface DecideDialogProps {
  readonly claim: OneClaim
  readonly decision: 'resolved' | 'rejected' | undefined
  readonly onClose: () => void
}

/** Closes a message with a note, for the sender or for staff alone. */
export function DecideDialog({ claim, decision, onClose }: DecideDialogProps) {
  const { t } = useTranslation('claims')
  const [shown, setShown] = useState<'resolved' | 'rejected'>('resolved')
  const [mailed, setMailed] = useState(false)
  const decide = useMutation({
    mutationFn: (note: string) =>
      ask(updateClaim, { params: { id: claim.id }, body: { status: shown, note, mailed } }),
    onSuccess: async () => {
      await Promise.all([queryClient.invalidateQueries({ queryKey: CLAIMS }), recount()])
      toast.success(t(`decide.${shown}Done`))
      onClose()
    },
    onError: (error) => void takePresentState(error),
  })
  // While the dialog fades out it keeps its words.
  if (decision !== undefined && decision !== shown) setShown(decision)
  function close(): void {
    decide.reset()
    setMailed(false)
    onClose()
  }
  return (
    <ReasonDialog
      open={decision !== undefined}
      title={t(`decide.${shown}Title`, { id: claim.id })}
      commentLabel={t('decide.note')}
      commentHint={t(mailed ? 'decide.noteMailed' : 'decide.noteKept')}
      commentRequired
      commentMaxChars={CLAIM_TEXT_MAX}
      confirmLabel={t(shown === 'resolved' ? 'decide.resolve' : 'decide.reject')}
      tone={shown === 'resolved' ? 'normal' : 'danger'}
      busy={decide.isPending}
      error={
        decide.error === null ? undefined : <ClaimFailure claim={claim} error={decide.error} />
      }
      onConfirm={(note) => decide.mutate(note)}
      onClose={close}
    >
      <p>{t(`decide.${shown}Text`)}</p>
      <Checkbox
        label={t('decide.mail')}
        checked={mailed}
        onChange={({ target }) => setMailed(target.checked)}
      />
    </ReasonDialog>
  )
}
