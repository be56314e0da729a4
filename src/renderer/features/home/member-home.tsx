import { ArrowRight, CalendarDays, HandHeart, IdCard, ScanQrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { bareCardId } from '#shared/domain/member-id.ts'
import { dashboardPath, isStaff } from '#shared/domain/roles.ts'
import { DataScope } from '../../platform/data-scope.tsx'
import type { SessionUser } from '../../platform/platform.ts'
import { RoleBadge } from '../../ui/badge.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { usePageTitle } from '../../ui/page.tsx'
import { Tray } from '../../ui/tray.tsx'
import { LatestNews } from './latest-news.tsx'

export function MemberHome({ user }: { readonly user: SessionUser }) {
  return (
    <>
      <Welcome user={user} />
      <Shortcuts user={user} />
      <DataScope>
        <LatestNews />
      </DataScope>
    </>
  )
}

function Welcome({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation('home')
  const heading = usePageTitle(t('title'))
  // The name is isolated, so that a Latin name does not disturb an Arabic line; hence no plain interpolation.
  const [before = '', after = ''] = t('member.welcome', { name: '\u0000' }).split('\u0000')
  return (
    <section className="overflow-hidden bg-night text-on-night">
      <div className="column relative py-10 sm:py-14">
        <Tray className="absolute -end-36 top-1/2 w-60 -translate-y-1/2 sm:end-4 sm:w-80" />
        <div className="relative max-w-[70%] sm:max-w-[60%]">
          <p className="text-sm font-semibold text-sun">{t('member.kicker')}</p>
          <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl headline">
            {before}
            <Auto>{user.firstName}</Auto>
            {after}
          </h1>
          <p className="mt-3 text-lg text-night-muted">{t('member.lead')}</p>
          <p className="mt-5 flex flex-wrap items-center gap-3">
            <RoleBadge role={user.role} />
            <Ltr className="font-semibold">{bareCardId(user.cardId)}</Ltr>
          </p>
        </div>
      </div>
      <div aria-hidden="true" className="weave relative h-3" />
    </section>
  )
}

const ICON = { 'aria-hidden': true, size: 26, strokeWidth: 1.75 } as const

/** The card first and large: it is what people come back for. */
function Shortcuts({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation('home')
  return (
    <section aria-labelledby="shortcuts" className="column pt-10 sm:pt-12">
      <h2 id="shortcuts" className="text-2xl headline">
        {t('member.shortcuts')}
      </h2>
      <ul className="mt-5 grid gap-4 md:grid-cols-3">
        {isStaff(user.role) && (
          <Shortcut
            to={`${dashboardPath(user.role)}/verification`}
            icon={<ScanQrCode {...ICON} />}
            title={t('member.verify.title')}
            text={t('member.verify.text')}
            wide
          />
        )}
        <Shortcut
          to="/id-card"
          icon={<IdCard {...ICON} />}
          title={t('member.idCard.title')}
          text={t('member.idCard.text')}
          filled
        />
        <Shortcut
          to="/events"
          icon={<CalendarDays {...ICON} />}
          title={t('member.events.title')}
          text={t('member.events.text')}
        />
        <Shortcut
          to="/community"
          icon={<HandHeart {...ICON} />}
          title={t('member.community.title')}
          text={t('member.community.text')}
        />
      </ul>
    </section>
  )
}

interface ShortcutProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  /** The one that most people want. */
  readonly filled?: boolean
  readonly wide?: boolean
}

function Shortcut({ to, icon, title, text, filled = false, wide = false }: ShortcutProps) {
  return (
    <li className={wide ? 'md:col-span-3' : undefined}>
      <Link
        to={to}
        className={`group flex h-full items-start gap-4 rounded-lg border p-4 shadow-card transition-colors sm:p-5 ${
          filled
            ? 'border-brand bg-brand text-on-brand hover:bg-brand-strong'
            : 'border-line bg-surface hover:border-brand'
        }`}
      >
        <span className="mt-0.5 shrink-0">{icon}</span>
        <span className="grow">
          <span className="block text-lg headline">{title}</span>
          <span className={`mt-1 block text-sm ${filled ? '' : 'text-muted'}`}>{text}</span>
        </span>
        <ArrowRight aria-hidden="true" size={20} className="mirror mt-1 shrink-0" />
      </Link>
    </li>
  )
}
