import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type InvitationCode, revokeInvitation } from '#shared/contract/settings.ts'
import { ask } from '../../platform/api.ts'
import { queryClient } from '../../platform/query-client.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useStepUp } from '../../ui/use-step-up.tsx'
import { ChangeFailure } from './settings-parts.tsx'
import { invitationsQuery } from './use-settings.ts'

export function RevokeInvitation({
  code,
  onClose,
}: {
  readonly code: InvitationCode
  readonly onClose: () => void
}) {
  const { t } = useTranslation('staffSettings')
  const { guard, dialog } = useStepUp(t('invitations.revokeTitle'), t('why'))
  const revoke = useMutation({
    mutationFn: (reason: string) =>
      guard(() => ask(revokeInvitation, { params: { id: code.id }, body: { reason } })),
    onSuccess: ({ kind }) => {
      if (kind === 'cancelled') return
      toast.success(t('invitations.revoked', { code: code.code }))
      onClose()
    },
    onSettled: () => void queryClient.invalidateQueries(invitationsQuery),
  })
  return (
    <>
      <ReasonDialog
        open
        title={t('invitations.revokeTitle')}
        commentLabel={t('invitations.revokeReason')}
        commentMaxChars={300}
        confirmLabel={t('invitations.revoke')}
        tone="danger"
        busy={revoke.isPending}
        error={<ChangeFailure error={revoke.error} />}
        onConfirm={(reason) => revoke.mutate(reason)}
        onClose={onClose}
      >
        <p className="font-semibold">
          <Ltr>{code.code}</Ltr>
        </p>
        <p className="text-muted">{t('invitations.revokeText')}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}
