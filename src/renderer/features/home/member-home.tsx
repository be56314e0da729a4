import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CalendarDays, HandHeart, IdCard, ScanQrCode, Newspaper } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath, isStaff } from '#shared/domain/people/roles.ts'
import { newsQuery } from '../../platform/calls/content-queries.ts'
import { DataScope } from '../../platform/calls/data-scope.tsx'
import type { SessionUser } from '../../platform/platform.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Tray } from '../../ui/dialog/tray.tsx'
import { RoleBadge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NewsCard, NewsCardSkeleton } from '../../ui/layout/news-card.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'

/** docs/spec/pages.md, 4. */
const SHOWN = 3
const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3'

function LatestNews() {
  const { t } = useTranslation('home')
  const news = useQuery(newsQuery)
  return (
    <section aria-labelledby="latest-news" className="column py-10 sm:py-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="latest-news" className="text-2xl headline">
          {t('news.title')}
        </h2>
        <Link
          to="/news"
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t('news.all')}
        </Link>
      </div>
      <div className="mt-4">
        <Loaded
          query={news}
          failure={t('news.loadError')}
          skeleton={
            <div className={GRID}>
              <NewsCardSkeleton />
              <NewsCardSkeleton />
              <NewsCardSkeleton />
            </div>
          }
        >
          {(articles) =>
            articles.length === 0 ? (
              <EmptyState icon={<Newspaper size={30} />} title={t('news.emptyTitle')}>
                {t('news.emptyText')}
              </EmptyState>
            ) : (
              <ul className={GRID}>
                {articles.slice(0, SHOWN).map((article) => (
                  <li key={article.id}>
                    <NewsCard article={article} level={3} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </section>
  )
}

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
          to="/id-card?code=show" // at a door the code is wanted at once; closing it shows the page
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
        <span className="grow max-sm:min-w-0">
          <span className="block text-lg headline">{title}</span>
          <span className={`mt-1 block text-sm ${filled ? '' : 'text-muted'}`}>{text}</span>
        </span>
        <ArrowRight aria-hidden="true" size={20} className="mirror mt-1 shrink-0" />
      </Link>
    </li>
  )
}
