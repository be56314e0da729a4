import { Check, ArrowRight } from 'lucide-react'
import { type ComponentType, Fragment, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSession } from '../../platform/session/session.ts'
import { LinkButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Tray } from '../../ui/dialog/tray.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { usePageTitle } from '../../ui/layout/page.tsx'

/** Members come with news, and so with the contract and its parser: not for strangers, who open this page first. */
const MemberHome = lazy(async () => ({ default: (await import('./member-home.tsx')).MemberHome }))

export function HomePage() {
  const session = useSession()
  if (session.state === 'unauthenticated' || session.state === 'waiting') return <PublicHome />
  return (
    <Suspense fallback={<HomeSkeleton />}>
      {session.state === 'authenticated' ? <MemberHome user={session.user} /> : <HomeSkeleton />}
    </Suspense>
  )
}

/** As high as a screen, so that the footer does not jump when the page comes. */
const HomeSkeleton = () => (
  <div className="min-h-dvh">
    <PageSpinner />
  </div>
)

function PublicHome() {
  return (
    <>
      <Hero />
      <Features />
      <ClosingCall />
    </>
  )
}

function Hero() {
  const { t } = useTranslation('home')
  const heading = usePageTitle(t('title'))
  const hasRoute = useHasRoute()
  const canJoin = hasRoute('/register')
  return (
    <section className="overflow-hidden bg-night text-on-night">
      <div className="column relative grid items-center gap-8 py-12 lg:min-h-[32rem] lg:grid-cols-[1.15fr_1fr] lg:py-16">
        <div className="relative z-1">
          <p className="text-sm font-semibold text-balance text-sun">{t('hero.kicker')}</p>
          <h1 ref={heading} tabIndex={-1} className="mt-3 text-4xl headline">
            <Phrases text={t('hero.title')} />
          </h1>
          <p className="mt-5 max-w-xl text-lg text-night-muted">{t('hero.lead')}</p>
          <div className="mt-8 flex flex-wrap gap-3 max-sm:*:grow">
            {canJoin && (
              <LinkButton to="/register" size="lg" variant="sun">
                {t('hero.join')}
              </LinkButton>
            )}
            <LinkButton to="/about" size="lg" variant={canJoin ? 'on-night' : 'sun'}>
              {t('hero.learnMore')}
            </LinkButton>
          </div>
        </div>
        {/* On a phone the tray rises like a sun behind the lower edge; beside the text it stands whole. */}
        <div className="-mb-[11.5rem] flex justify-center lg:mb-0 lg:justify-end print:hidden">
          <Tray className="w-[21rem] max-w-full lg:w-[27rem]" />
        </div>
      </div>
      <div aria-hidden="true" className="weave relative h-3" />
    </section>
  )
}

/** A title that breaks at its comma, before any other place: each phrase is a line where it fits one. */
const Phrases = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[,،]) /).map((phrase, index) => (
    <Fragment key={phrase}>
      {index > 0 && ' '}
      <span className="inline-block">{phrase}</span>
    </Fragment>
  ))

const NEEDED = ['email', 'identity', 'portrait', 'invitation'] as const

/** The last word of the page: join, and what to have at hand for it. */
function ClosingCall() {
  const { t } = useTranslation('home')
  const hasRoute = useHasRoute()
  return (
    <section aria-labelledby="closing-call" className="column">
      <div className="overflow-hidden rounded-xl bg-sun text-on-sun">
        <div className="grid gap-8 p-6 sm:p-10 lg:grid-cols-[1.2fr_1fr] lg:items-center">
          <div>
            <h2 id="closing-call" className="text-3xl headline">
              {t('closing.title')}
            </h2>
            <p className="mt-3 max-w-xl text-lg">{t('closing.text')}</p>
            {hasRoute('/register') && (
              // The mint of the dark theme hardly stands out from the yellow.
              <LinkButton
                to="/register"
                size="lg"
                className="mt-6 dark:bg-night dark:text-white dark:hover:not-disabled:bg-night-raised"
              >
                {t('closing.join')}
              </LinkButton>
            )}
          </div>
          <div className="rounded-lg bg-surface p-5 text-ink sm:p-6">
            <h3 className="font-semibold">{t('closing.haveReady')}</h3>
            <ul className="mt-3 grid gap-2.5">
              {NEEDED.map((thing) => (
                <li key={thing} className="flex gap-3">
                  <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-brand" />
                  {t(`closing.needed.${thing}`)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </section>
  )
}

// They stand below the first screen: the page need not wait for its drawings, only keep their places.
const Gathering = lazy(async () => ({
  default: (await import('../../ui/illustrations/gathering.tsx')).Gathering,
}))
const Jabana = lazy(async () => ({
  default: (await import('../../ui/illustrations/jabana.tsx')).Jabana,
}))
const Celebration = lazy(async () => ({
  default: (await import('../../ui/illustrations/celebration.tsx')).Celebration,
}))

/** Community, support, events: the first large, the other two beside it. */
function Features() {
  const { t } = useTranslation('home')
  return (
    <section aria-labelledby="features" className="column py-12 sm:py-16">
      <h2 id="features" className="max-w-2xl text-3xl headline">
        {t('features.title')}
      </h2>
      <ul className="mt-6 grid gap-5 sm:mt-8 lg:grid-cols-2 lg:grid-rows-2">
        <Feature name="community" to="/community" Picture={Gathering} large />
        <Feature name="support" to="/contact" Picture={Jabana} />
        <Feature name="events" to="/events" Picture={Celebration} />
      </ul>
    </section>
  )
}

interface FeatureProps {
  readonly name: 'community' | 'support' | 'events'
  readonly to: string
  readonly Picture: ComponentType<{ readonly className?: string }>
  readonly large?: boolean
}

function Feature({ name, to, Picture, large = false }: FeatureProps) {
  const { t } = useTranslation('home')
  const linked = useHasRoute()(to)
  const title = t(`features.${name}.title`)
  return (
    <li
      className={cx(
        'group relative flex overflow-hidden rounded-lg border border-line bg-surface shadow-card',
        large ? 'flex-col lg:row-span-2' : 'flex-col sm:flex-row',
        linked && 'transition-colors hover:border-brand',
      )}
    >
      <div
        className={cx(
          'relative w-full shrink-0 bg-sunken',
          large ? 'h-56 sm:h-72 lg:h-auto lg:min-h-80 lg:grow' : 'h-44 sm:h-auto sm:w-2/5',
        )}
      >
        <Suspense fallback={null}>
          <Picture className="absolute inset-0 size-full" />
        </Suspense>
      </div>
      <div className={cx('p-5', large ? 'sm:p-7' : 'grow self-center sm:p-6')}>
        <h3 className={cx('headline', large ? 'text-2xl' : 'text-xl')}>
          {linked ? (
            <Link to={to} className="after:absolute after:inset-0 group-hover:text-brand">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className={cx('mt-2 text-muted', large && 'text-lg')}>{t(`features.${name}.text`)}</p>
        {linked && (
          <p
            aria-hidden="true"
            className="mt-3 inline-flex items-center gap-1.5 font-semibold text-brand print:hidden"
          >
            {t(`features.${name}.more`)}
            <ArrowRight size={18} className="mirror" />
          </p>
        )}
      </div>
    </li>
  )
}
