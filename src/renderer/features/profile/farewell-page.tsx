import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { currentSession, signOut } from '../../platform/session/session.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { isFarewell } from './own-data/farewell-state.ts'

/** The account is deleted. A user who did not delete an account here is sent home. */
export function FarewellPage() {
  const { state } = useLocation()
  return isFarewell(state) ? <Farewell /> : <Navigate to="/" replace />
}

function Farewell() {
  const { t } = useTranslation(['profile', 'common'])
  const heading = usePageTitle(t('farewell.title'))
  useEffect(() => {
    if (currentSession().state === 'authenticated') void signOut()
  }, [])
  return (
    <div className="column grid justify-items-center py-10 sm:py-16">
      <div className="w-full max-w-xl rounded-lg border border-line bg-surface shadow-card">
        <div aria-hidden="true" className="weave h-2 rounded-t-lg" />
        <div className="grid gap-4 p-6 sm:p-10">
          <Emblem size={56} />
          <h1 ref={heading} tabIndex={-1} className="text-2xl headline">
            {t('farewell.title')}
          </h1>
          <p>{t('farewell.text')}</p>
          <p className="text-muted">{t('farewell.mail')}</p>
          <p className="text-muted">{t('farewell.comeBack')}</p>
          <div className="mt-2">
            <LinkButton to="/" variant="secondary">
              {t('common:backHome')}
            </LinkButton>
          </div>
        </div>
      </div>
    </div>
  )
}
