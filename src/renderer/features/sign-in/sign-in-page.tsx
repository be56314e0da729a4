import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { pathAfterSignIn, readReturnPath } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { readSignInNotice } from '../../platform/session/sign-in-notice.ts'
import { EntryCard } from '../../ui/layout/entry-card.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { t } = useTranslation('auth')
  const session = useSession()
  const { state } = useLocation()
  if (session.state === 'loading') return <PageSpinner />
  // Also the way on after signing in: the session changes, and this page has nothing more to do.
  if (session.state === 'authenticated')
    return <Navigate to={pathAfterSignIn(state, session.user.role)} replace />
  return (
    <EntryCard title={t('title')} lead={t('lead')} after={t('privacy')}>
      {readSignInNotice(state) === 'password-changed' ? (
        <Notice tone="success" title={t('passwordChanged')}>
          {t('passwordChangedHelp')}
        </Notice>
      ) : (
        session.reason === 'ended' && (
          <Notice tone="info" title={t('sessionEnded')}>
            {t('sessionEndedHelp')}
          </Notice>
        )
      )}
      <SignInForm />
      <OtherWays state={state} />
    </EntryCard>
  )
}

/** Only what exists: a link to a page that is not built yet is of no use. */
function OtherWays({ state }: { readonly state: unknown }) {
  const { t } = useTranslation('auth')
  const hasRoute = useHasRoute()
  const [reset, register] = [hasRoute('/reset-password'), hasRoute('/register')]
  if (!reset && !register) return null
  const link =
    'inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4'
  return (
    <div className="border-t border-line pt-4">
      {reset && (
        <p>
          {/* The way back goes along, so that a new password leads on to where the person wanted to go. */}
          <Link to="/reset-password" state={{ returnTo: readReturnPath(state) }} className={link}>
            {t('forgot')}
          </Link>
        </p>
      )}
      {register && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('noAccount')}
          <Link to="/register" className={link}>
            {t('register')}
          </Link>
        </p>
      )}
    </div>
  )
}
