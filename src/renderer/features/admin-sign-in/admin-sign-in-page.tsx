/**
 * The hidden page of the route table (DESIGN 4). Hiding it protects nothing and is not meant to: the server refuses
 * everybody but administrators here, with the answer of a wrong password.
 */
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { dashboardPath } from '#shared/domain/roles.ts'
import { useSession } from '../../platform/session.ts'
import { EntryCard } from '../../ui/entry-card.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { AdminSignInForm } from './admin-sign-in-form.tsx'
import { SampleCredentials } from './sample-credentials.tsx'

export function AdminSignInPage() {
  const { t } = useTranslation('adminSignIn')
  const session = useSession()
  if (session.state === 'loading') return <PageSpinner />
  // Somebody else who is signed in has no business here, as with every page of another role.
  if (session.state === 'authenticated')
    return <Navigate to={session.user.role === 'A' ? dashboardPath('A') : '/'} replace />
  return (
    <>
      <meta name="robots" content="noindex, nofollow, noarchive" />
      <EntryCard title={t('title')} lead={t('lead')}>
        <AdminSignInForm />
        <SampleCredentials />
      </EntryCard>
    </>
  )
}
