import { ArrowRight, Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/member-id.ts'
import { dashboardPath, isStaff, type RoleCode } from '#shared/domain/roles.ts'
import type { SessionUser } from '../../platform/platform.ts'
import { useSession } from '../../platform/session.ts'
import { RoleBadge } from '../../ui/badge.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { RolePlate } from './role-plate.tsx'

export function MyRolePage() {
  const { t } = useTranslation('myRole')
  const session = useSession()
  if (session.state !== 'authenticated') return null
  const { user } = session
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="grid gap-6">
        <RolePlate role={user.role}>
          <p className="text-2xl headline">{t(`roles.${user.role}.title`)}</p>
          <p className="mt-2 max-w-xl">{t(`roles.${user.role}.description`)}</p>
          <MemberLine user={user} />
        </RolePlate>
        <Section title={t('responsibilities')}>
          <Responsibilities role={user.role} />
        </Section>
        <WayOn role={user.role} />
      </div>
    </Page>
  )
}

function MemberLine({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation('myRole')
  return (
    <dl className="mt-5 flex flex-wrap items-end gap-x-8 gap-y-3">
      <div>
        <dt className="text-sm text-muted">{t('member')}</dt>
        <dd className="font-semibold">
          <Auto>{user.name}</Auto>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t('memberId')}</dt>
        <dd className="font-semibold">
          <Ltr>{bareCardId(user.cardId)}</Ltr>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t('badge')}</dt>
        <dd>
          <RoleBadge role={user.role} />
        </dd>
      </div>
    </dl>
  )
}

/** Spec members §6. */
const DUTIES = {
  A: ['access', 'members', 'roles', 'content', 'requests', 'security'],
  X: ['publish', 'calendar', 'submissions', 'campaigns', 'members'],
  Y: ['groups', 'check', 'entries', 'liaison', 'climate'],
  Z: ['requests', 'reasons', 'authenticity', 'inquiries', 'log'],
  F: ['access', 'content', 'activities', 'groups'],
} as const satisfies Record<RoleCode, readonly string[]>

function Responsibilities({ role }: { readonly role: RoleCode }) {
  const { t } = useTranslation('myRole')
  return (
    <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {DUTIES[role].map((duty) => (
        <li key={duty} className="flex gap-3">
          <Check aria-hidden="true" size={20} className="mt-1 shrink-0 text-brand" />
          {t(`roles.${role}.duties.${duty}`)}
        </li>
      ))}
    </ul>
  )
}

/** Staff go to their own dashboard; a member has none and goes home. */
function WayOn({ role }: { readonly role: RoleCode }) {
  const { t } = useTranslation('myRole')
  const arrow = <ArrowRight aria-hidden="true" size={20} className="mirror order-last" />
  return (
    <div>
      {isStaff(role) ? (
        <LinkButton to={dashboardPath(role)} size="lg" icon={arrow} className="max-sm:w-full">
          {t('openDashboard')}
        </LinkButton>
      ) : (
        <LinkButton to="/" size="lg" icon={arrow} className="max-sm:w-full">
          {t('goHome')}
        </LinkButton>
      )}
    </div>
  )
}
