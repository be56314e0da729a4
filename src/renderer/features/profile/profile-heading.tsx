import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/member-id.ts'
import { roleCode } from '#shared/domain/roles.ts'
import type { SessionUser } from '../../platform/platform.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RoleBadge, StatusBadge } from '../../ui/badge.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { usePageTitle } from '../../ui/page.tsx'
import type { Profile } from './use-profile.ts'

/** Stands at once: what the session knows is enough for the name and the number. */
export function ProfileHeading({
  user,
  profile,
}: {
  readonly user: SessionUser
  readonly profile: Profile | undefined
}) {
  const { t } = useTranslation('profile')
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
            <RoleBadge role={profile === undefined ? user.role : roleCode(profile.role.id)} />
            {profile !== undefined && <StatusBadge status={profile.status} />}
          </p>
        </div>
      </div>
    </header>
  )
}
