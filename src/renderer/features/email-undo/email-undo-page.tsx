import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { undoEmailChange } from '#shared/contract/users.ts'
import { EMAIL_UNDO_TTL_S } from '#shared/domain/access/code-rules.ts'
import { HOUR_S } from '#shared/domain/units.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { MailLinkPage, useMailLink } from '../../ui/form/mail-link.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'

/** The page of the link in the mail to the old address. */
export function EmailUndoPage() {
  const { t } = useTranslation('emailUndo')
  const undo = useMailLink(async (token) => ask(undoEmailChange, { body: { token } }))
  return (
    <MailLinkPage
      texts={{
        title: t('title'),
        broken: t('broken'),
        brokenText: t('brokenText'),
        lead: t('lead'),
        act: t('undo'),
        wasMe: t('wasMe'),
      }}
      link={undo}
      icon={<Undo2 aria-hidden="true" size={20} className="mirror" />}
      wayOn={<WayOn />}
      done={<Done />}
    >
      <Steps />
      {undo.failure !== undefined && <Failed failure={undo.failure} />}
    </MailLinkPage>
  )
}

function Steps() {
  const { t } = useTranslation('emailUndo')
  const steps = [t('steps.address'), t('steps.sessions'), t('steps.password')]
  return (
    <ol className="grid list-decimal gap-2 rounded-lg border border-line bg-surface py-4 ps-10 pe-5 shadow-card marker:font-semibold marker:text-brand">
      {steps.map((text) => (
        <li key={text} className="ps-1">
          {text}
        </li>
      ))}
    </ol>
  )
}

function Failed({ failure }: { readonly failure: CallFailure }) {
  const { t } = useTranslation(['emailUndo', 'problems'])
  const code = failure.problem?.code
  if (code === 'not-found')
    return (
      <Notice tone="danger" title={t('over')}>
        {t('overText', { hours: EMAIL_UNDO_TTL_S / HOUR_S })} <WriteToUs />
      </Notice>
    )
  if (code === 'conflict')
    return (
      <Notice tone="danger" title={t('taken')}>
        {t('takenText')} <WriteToUs />
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('failed')}>
      {problemText(t, failure)}
    </Notice>
  )
}

/** Whoever cannot use the link is the one whose account was taken: to write to us is what is left. */
function WayOn(): ReactNode {
  const { t } = useTranslation('emailUndo')
  if (!useHasRoute()('/contact')) return null
  return (
    <div>
      <LinkButton to="/contact">{t('write')}</LinkButton>
    </div>
  )
}

function WriteToUs(): ReactNode {
  const { t } = useTranslation('emailUndo')
  if (!useHasRoute()('/contact')) return null
  return (
    <Link to="/contact" className="font-semibold underline underline-offset-4">
      {t('write')}
    </Link>
  )
}

function Done() {
  const { t } = useTranslation('emailUndo')
  const canReset = useHasRoute()('/reset-password')
  return (
    <>
      <Notice tone="success" title={t('done')}>
        {t('doneText')}
      </Notice>
      <p>{t('next')}</p>
      <div className="flex flex-wrap gap-3">
        {canReset && <LinkButton to="/reset-password">{t('reset')}</LinkButton>}
        <LinkButton to="/login" variant="secondary">
          {t('signIn')}
        </LinkButton>
      </div>
    </>
  )
}
