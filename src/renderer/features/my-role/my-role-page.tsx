import { ArrowRight, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath, isStaff, type Role } from '#shared/domain/people/roles.ts'
import type { SessionUser } from '../../platform/platform.ts'
import { useSession } from '../../platform/session/session.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Tray } from '../../ui/dialog/tray.tsx'
import { RoleBadge } from '../../ui/feedback/badge.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'

// The colours of the badge on the card (docs/spec/roles.md, 1): they mean the role, so no theme changes them.
const BAR = {
  admin: 'bg-[#000000] dark:bg-[#8a928d]',
  content: 'bg-[#0e6b3c]',
  moderator: 'bg-[#f2b62c]',
  reviewer: 'bg-[#1d5791]',
  member: 'bg-[#48565f]',
} as const satisfies Record<Role, string>

/** A plate in the colour of the role; the tray of the association lies at its end, half off the edge. */
function RolePlate({ role, children }: { readonly role: Role; readonly children: ReactNode }) {
  return (
    <div className="relative flex overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div aria-hidden="true" className={cx('w-3 shrink-0 sm:w-4', BAR[role])} />
      <div className="relative z-10 min-w-0 grow p-5 sm:p-8 sm:pe-64">{children}</div>
      <Tray className="absolute -end-16 top-1/2 w-72 -translate-y-1/2 max-sm:hidden" />
    </div>
  )
}

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
        <dt className="text-sm text-muted">{t('cardNumber')}</dt>
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

/** docs/spec/roles.md, 2. */
const DUTIES = {
  admin: ['access', 'members', 'roles', 'content', 'requests', 'security'],
  content: ['publish', 'calendar', 'submissions', 'campaigns', 'members'],
  moderator: ['groups', 'check', 'entries', 'liaison', 'climate'],
  reviewer: ['requests', 'reasons', 'authenticity', 'inquiries', 'log'],
  member: ['access', 'content', 'activities', 'groups'],
} as const satisfies Record<Role, readonly string[]>

function Responsibilities({ role }: { readonly role: Role }) {
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
function WayOn({ role }: { readonly role: Role }) {
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
