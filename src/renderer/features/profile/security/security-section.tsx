import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type Profile, stepUpHolds } from '../use-profile.ts'
import type { ContactKind } from './contact-change.ts'
import { CONTACT_START, ContactDialog } from './contact-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

export function SecuritySection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('security.title')} lead={t('security.lead')}>
      <dl className="divide-y divide-line">
        <ContactRow kind="email" profile={profile} />
        <ContactRow kind="phone" profile={profile} />
        <PasswordRow profile={profile} />
      </dl>
    </Section>
  )
}

interface RowProps {
  readonly label: string
  readonly value: ReactNode
  readonly action: ReactNode
}

function Row({ label, value, action }: RowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3 first:pt-0 last:pb-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="col-start-1 font-semibold wrap-anywhere">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1 self-center">{action}</dd>
    </div>
  )
}

function ContactRow({ kind, profile }: { readonly kind: ContactKind; readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const [open, setOpen] = useState(false)
  const [flow, setFlow] = useState(CONTACT_START)
  const isEmail = kind === 'email'
  const value = isEmail ? profile.email : profile.phone
  const begin = (): void => {
    const held = stepUpHolds(profile.cardId)
    setFlow((now) => {
      // A code that has run out meanwhile leads nowhere: from the new value on.
      const fresh =
        now.codeEndsAt !== undefined && now.codeEndsAt < Date.now()
          ? { ...CONTACT_START, value: now.value }
          : now
      if (fresh.step !== 'password') return fresh
      return held ? { ...fresh, step: 'value', again: false } : fresh
    })
    setOpen(true)
  }
  return (
    <Row
      label={isEmail ? t('email.label') : t('phone.label')}
      value={
        value === '' ? <span className="text-muted">{t('phone.none')}</span> : <Ltr>{value}</Ltr>
      }
      action={
        <>
          <Button
            variant="secondary"
            onClick={begin}
            aria-label={
              isEmail ? t('email.change') : value === '' ? t('phone.add') : t('phone.change')
            }
          >
            {value === '' ? t('security.add') : t('security.change')}
          </Button>
          <ContactDialog
            kind={kind}
            profile={profile}
            open={open}
            onOpenChange={setOpen}
            flow={flow}
            setFlow={setFlow}
          />
        </>
      }
    />
  )
}

function PasswordRow({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const [open, setOpen] = useState(false)
  return (
    <Row
      label={t('password.label')}
      value={<span className="text-muted">{t('password.hidden')}</span>}
      action={
        <>
          <Button
            variant="secondary"
            onClick={() => setOpen(true)}
            aria-label={t('password.change')}
          >
            {t('security.change')}
          </Button>
          <PasswordDialog profile={profile} open={open} onOpenChange={setOpen} />
        </>
      }
    />
  )
}
