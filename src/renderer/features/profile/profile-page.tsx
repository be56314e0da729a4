import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { SessionUser } from '../../platform/platform.ts'
import { useSession } from '../../platform/session/session.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { RoleBadge, StatusBadge } from '../../ui/feedback/badge.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { FactGroup } from '../../ui/layout/facts.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { LoadFailure } from '../../ui/loaded/load-failure.tsx'
import { usePersonFacts } from '../../ui/person/use-person-facts.tsx'
import { Avatar } from '../../ui/picture/avatar.tsx'
import { AgreementsSection } from './agreements/agreements-section.tsx'
import { DocumentViewsSection } from './document-views-section.tsx'
import { PlaceSection } from './edit/place-section.tsx'
import { FactorsSection } from './factors/factors-section.tsx'
import { OwnDataSection } from './own-data/own-data-section.tsx'
import { ProfileFold } from './profile-fold.tsx'
import { SecuritySection } from './security/security-section.tsx'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { useProfile, type Profile } from './use-profile.ts'

/** Stands at once: what the session knows is enough for the name and the number. */
function ProfileHeading({
  user,
  profile,
}: {
  readonly user: SessionUser
  readonly profile: Profile | undefined
}) {
  // The texts of all sections are loaded here: fetched later they would take the page away.
  const { t } = useTranslation(['profile', 'memberFields', 'factors', 'photo'])
  const heading = usePageTitle(t('title'))
  return (
    <header className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div aria-hidden="true" className="weave h-2" />
      <div className="flex items-center gap-4 p-4 sm:gap-6 sm:p-6">
        <Avatar
          src={profile?.photoUrl}
          name={t('photo.presentAlt', { name: user.name })}
          size="large"
          className="max-sm:h-26 max-sm:w-21"
        />
        <div className="min-w-0">
          <p className="text-sm font-semibold text-muted">{t('title')}</p>
          <h1 ref={heading} tabIndex={-1} className="text-2xl headline wrap-anywhere">
            <Auto>{user.name}</Auto>
          </h1>
          <p className="mt-1 text-muted">
            {t('cardNumber')}{' '}
            <Ltr className="font-semibold text-ink">{bareCardId(user.cardId)}</Ltr>
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            <RoleBadge role={profile === undefined ? user.role : roleOf(profile.role.id)} />
            {profile !== undefined && <StatusBadge status={profile.status} />}
          </p>
        </div>
      </div>
    </header>
  )
}

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
          <AgreementsSection cardId={user.cardId} />
          <FactorsSection />
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
  const { t } = useTranslation('profile')
  return <LoadFailure title={t('loadError')} error={error} onRetry={onRetry} />
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

/** What the association wrote down from the documents. Members see it; changing it is the association's business. */
function PersonalSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const facts = usePersonFacts('profile', profile, {})
  const joined = { label: t('personal.joined'), value: format.date(profile.createdAt) }
  return (
    <ProfileFold
      anchor="personal"
      title={t('personal.title')}
      value={`${joined.label} ${joined.value}`}
      lead={<Correction />}
    >
      <div className="grid divide-y divide-line">
        <FactGroup title={t('personal.groups.name')} items={facts('name')} beside />
        <FactGroup title={t('personal.groups.birth')} items={facts('birth')} beside />
        <FactGroup title={t('personal.groups.family')} items={facts('family')} beside />
        <FactGroup title={t('personal.groups.work')} items={[...facts('work'), joined]} beside />
      </div>
    </ProfileFold>
  )
}

function Correction() {
  const { t } = useTranslation('profile')
  const canWrite = useHasRoute()('/contact')
  return (
    <p>
      {t('personal.lead')}
      {canWrite && (
        <>
          {' '}
          <Link to="/contact" className="font-semibold text-brand underline underline-offset-4">
            {t('personal.correct')}
          </Link>
        </>
      )}
    </p>
  )
}
