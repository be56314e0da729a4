import { Hourglass, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawPhoto } from '#shared/contract/account.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { problemText } from '../../../ui/form/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { type Profile, reloadProfile } from '../use-profile.ts'
import { useCall } from '../../../ui/form/use-call.ts'

/** A new portrait waits beside the one on the card: a card must never show a face that staff have not compared. */
export function Photos({
  profile,
  onWithdrawn,
}: {
  readonly profile: Profile
  readonly onWithdrawn: () => void
}) {
  const { t } = useTranslation('profile')
  if (!profile.photoPending) return null
  const name = fullName(profile)
  return (
    <div className="grid gap-5 rounded-md border border-warning bg-warning-soft p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
      <div className="flex gap-4">
        <Picture caption={t('photo.onCard')}>
          <Avatar
            src={profile.photoUrl}
            name={t('photo.presentAlt', { name })}
            size="large"
            className="max-sm:h-32.5 max-sm:w-26"
          />
        </Picture>
        <Picture caption={t('photo.waiting')}>
          <Avatar
            src={profile.pendingPhotoUrl}
            name={t('photo.pendingAlt', { name })}
            size="large"
            className="max-sm:h-32.5 max-sm:w-26"
          />
        </Picture>
      </div>
      <div className="grid gap-3">
        <p className="flex items-center gap-2 font-semibold">
          <Hourglass aria-hidden="true" size={20} className="shrink-0 text-warning" />
          {t('photo.pendingTitle')}
        </p>
        <p>{t('photo.pendingText')}</p>
        <Withdraw cardId={profile.cardId} onWithdrawn={onWithdrawn} />
      </div>
    </div>
  )
}

function Picture({
  caption,
  children,
}: {
  readonly caption: string
  readonly children: ReactNode
}) {
  return (
    <figure className="grid content-start justify-items-center gap-1.5">
      {children}
      <figcaption className="text-center text-sm font-semibold">{caption}</figcaption>
    </figure>
  )
}

function Withdraw({
  cardId,
  onWithdrawn,
}: {
  readonly cardId: string
  readonly onWithdrawn: () => void
}) {
  const { t } = useTranslation(['profile', 'problems'])
  const [open, setOpen] = useState(false)
  const withdraw = useCall(
    async () => {
      await ask(withdrawPhoto, {})
      toast.success(t('success.update'))
      await reloadProfile(cardId)
      onWithdrawn()
    },
    async (failure) => {
      if (failure.problem?.code !== 'not-found') return problemText(t, failure)
      await reloadProfile(cardId) // decided meanwhile: the page shows how
      return undefined
    },
  )
  return (
    <div>
      <Button
        variant="secondary"
        icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
        onClick={() => setOpen(true)}
      >
        {t('photo.withdraw')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('photo.withdrawTitle')}
        text={<p>{t('photo.withdrawText')}</p>}
        confirmLabel={t('photo.withdraw')}
        tone="danger"
        onConfirm={() => void withdraw.run()}
        busy={withdraw.busy}
      >
        {withdraw.notice !== undefined && (
          <Notice tone="danger" title={t('errors.update')}>
            {withdraw.notice}
          </Notice>
        )}
      </ConfirmDialog>
    </div>
  )
}
