import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { myAccount } from '#shared/contract/account.ts'
import { undoEmailChange } from '#shared/contract/users.ts'
import { EMAIL_UNDO_TTL_S } from '#shared/domain/access/code-rules.ts'
import { api, ask, CallFailure } from '../../platform/calls/api.ts'
import { currentSession } from '../../platform/session/session.ts'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/form/form-problems.ts'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useCall } from '../../ui/form/use-call.ts'

/** 256 bits, base64url; anything else was cut off on its way through a mail program. */
const TOKEN = /^[\w-]{43}$/
const HOUR_S = 3_600

/** The page of the link in the mail to the old address. Nothing happens before the button is pressed. */
export function EmailUndoPage() {
  const { t } = useTranslation('emailUndo')
  const token = useLocation().hash.slice(1)
  const undo = useCall(async () => {
    await ask(undoEmailChange, { body: { token } })
    // All sessions of that account are over. If this browser held one of them, its next call finds out.
    if (currentSession().state === 'authenticated') void api.call(myAccount, {})
  })
  return (
    <Page title={t('title')}>
      <div className="grid max-w-2xl gap-6">
        {!TOKEN.test(token) ? (
          <Notice tone="danger" title={t('broken')}>
            {t('brokenText')}
          </Notice>
        ) : undo.done !== undefined ? (
          <Done />
        ) : (
          <>
            <p className="text-lg">{t('lead')}</p>
            <Steps />
            {undo.failure !== undefined && <Failed failure={undo.failure} />}
            <div>
              <Button
                size="lg"
                icon={<Undo2 aria-hidden="true" size={20} className="mirror" />}
                busy={undo.busy}
                onClick={() => void undo.run()}
                className="max-sm:w-full"
              >
                {t('undo')}
              </Button>
            </div>
            <p className="text-muted">{t('wasMe')}</p>
          </>
        )}
      </div>
    </Page>
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
