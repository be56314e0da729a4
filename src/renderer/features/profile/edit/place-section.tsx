import { Pencil, Hourglass, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { withdrawPhoto } from '#shared/contract/account.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { usePersonFacts } from '../../../ui/person/use-person-facts.tsx'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { focusSoon } from '../focus-soon.ts'
import { type Profile, reloadProfile } from '../use-profile.ts'
import { EditForm } from './edit-form.tsx'

/** The part of the own data that members change themselves. */
export function PlaceSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The button that opened the form is back: so is the focus.
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return (
    <Section
      title={t('place.title')}
      lead={editing ? t('place.leadEditing') : undefined}
      actions={
        !editing && (
          <Button
            ref={button}
            variant="secondary"
            icon={<Pencil aria-hidden="true" size={18} />}
            onClick={() => setEditing(true)}
          >
            {t('edit.start')}
          </Button>
        )
      }
    >
      {editing ? (
        <EditForm profile={profile} onClose={() => setEditing(false)} />
      ) : (
        <PlaceView profile={profile} onWithdrawn={() => focusSoon(button)} />
      )}
    </Section>
  )
}

function PlaceView({
  profile,
  onWithdrawn,
}: {
  readonly profile: Profile
  readonly onWithdrawn: () => void
}) {
  const facts = usePersonFacts('profile', profile, {})
  return (
    <div className="grid gap-6">
      <Photos profile={profile} onWithdrawn={onWithdrawn} />
      <Facts items={facts('place')} />
    </div>
  )
}

/** A new portrait waits beside the one on the card: a card must never show a face that staff have not compared. */
function Photos({
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
        <FailureNotice title={t('errors.update')} text={withdraw.notice} />
      </ConfirmDialog>
    </div>
  )
}
