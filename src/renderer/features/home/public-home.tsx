import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button/button.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { Tray } from '../../ui/dialog/tray.tsx'
import { Features } from './features.tsx'

export function PublicHome() {
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
          <p className="text-sm font-semibold text-sun">{t('hero.kicker')}</p>
          <h1 ref={heading} tabIndex={-1} className="mt-3 text-4xl headline">
            {t('hero.title')}
          </h1>
          <p className="mt-5 max-w-xl text-lg text-night-muted">{t('hero.lead')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
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
        <div className="-mb-[11.5rem] flex justify-center lg:mb-0 lg:justify-end">
          <Tray className="w-[21rem] max-w-full lg:w-[27rem]" />
        </div>
      </div>
      <div aria-hidden="true" className="weave relative h-3" />
    </section>
  )
}

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
              <LinkButton to="/register" size="lg" className="mt-6">
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
