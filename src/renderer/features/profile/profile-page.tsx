import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/call-failure.ts'
import type { SessionUser } from '../../platform/platform.ts'
import { useSession } from '../../platform/session.ts'
import { Button } from '../../ui/button.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DocumentViewsSection } from './document-views/document-views-section.tsx'
import { PlaceSection } from './edit/place-section.tsx'
import { OwnDataSection } from './own-data/own-data-section.tsx'
import { PersonalSection } from './personal-section.tsx'
import { ProfileHeading } from './profile-heading.tsx'
import { SecuritySection } from './security/security-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { useProfile } from './use-profile.ts'

export function ProfilePage() {
  const session = useSession()
  return session.state === 'authenticated' ? <OwnProfile user={session.user} /> : null
}

function OwnProfile({ user }: { readonly user: SessionUser }) {
  const { data: profile, isError, error, fetchStatus, refetch } = useProfile(user.cardId)
  return (
    <div className="column grid max-w-4xl gap-5 py-6 sm:gap-6 sm:py-10">
      <ProfileHeading user={user} profile={profile} />
      {profile !== undefined ? (
        <>
          <PlaceSection profile={profile} />
          <SecuritySection profile={profile} />
          <PersonalSection profile={profile} />
          <SessionsSection />
          <DocumentViewsSection cardId={user.cardId} />
          <OwnDataSection profile={profile} />
        </>
      ) : isError || fetchStatus === 'paused' ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function NotLoaded({
  error,
  onRetry,
}: {
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  const { t } = useTranslation(['profile', 'common', 'problems'])
  return (
    <Notice
      tone="danger"
      title={t('loadError')}
      action={
        <Button
          variant="secondary"
          icon={<RotateCw aria-hidden="true" size={18} />}
          onClick={onRetry}
        >
          {t('common:retry')}
        </Button>
      }
    >
      {error instanceof CallFailure ? problemText(t, error) : t('problems:offline')}
    </Notice>
  )
}

function Loading() {
  const { t } = useTranslation('common')
  return (
    <div aria-busy="true" className="grid gap-5 sm:gap-6">
      <p className="sr-only">{t('loading')}</p>
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  )
}
