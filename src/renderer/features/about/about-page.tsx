import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { usePageTitle } from '../../ui/page.tsx'
import { FlagColours } from './flag-colours.tsx'
import { FlagSymbols } from './flag-symbols.tsx'
import { Principles } from './principles.tsx'
import { Scene } from './scene.tsx'
import { Values } from './values.tsx'

export function AboutPage() {
  return (
    <>
      <Opening />
      <Mission />
      <Values />
      <Vision />
      <Principles />
      <FlagColours />
      <FlagSymbols />
      <JoinCall />
    </>
  )
}

function Opening() {
  const { t } = useTranslation('about')
  const heading = usePageTitle(t('title'), t('description'))
  return (
    <section className="bg-night text-on-night">
      <Scene />
      <div className="column py-8 sm:py-12">
        <h1 ref={heading} tabIndex={-1} className="max-w-4xl text-4xl headline">
          {t('heading')}
        </h1>
        <p className="mt-4 max-w-2xl text-lg text-night-muted">{t('lead')}</p>
      </div>
      <div aria-hidden="true" className="weave h-3" />
    </section>
  )
}

function Mission() {
  const { t } = useTranslation('about')
  return (
    <section
      aria-labelledby="mission"
      className="column grid gap-x-12 gap-y-4 py-12 sm:py-16 lg:grid-cols-[1fr_2fr]"
    >
      <h2 id="mission" className="text-2xl headline text-brand">
        {t('mission.title')}
      </h2>
      <div className="grid gap-4 text-lg">
        <p className="text-xl font-semibold">{t('mission.short')}</p>
        <p>{t('mission.long')}</p>
      </div>
    </section>
  )
}

function Vision() {
  const { t } = useTranslation('about')
  return (
    <section
      aria-labelledby="vision"
      className="bg-brand text-on-brand dark:bg-night-raised dark:text-on-night"
    >
      <div className="column py-12 sm:py-16">
        <h2 id="vision" className="text-lg font-semibold">
          {t('vision.title')}
        </h2>
        <p className="mt-3 max-w-4xl text-3xl headline">{t('vision.text')}</p>
      </div>
    </section>
  )
}

function JoinCall() {
  const { t } = useTranslation('about')
  const hasRoute = useHasRoute()
  return (
    <section aria-labelledby="join" className="column pt-6 pb-4 sm:pt-10">
      <div className="overflow-hidden rounded-xl bg-night text-on-night">
        <div aria-hidden="true" className="weave h-3" />
        <div className="flex flex-wrap items-center justify-between gap-6 p-6 sm:p-10">
          <div className="max-w-2xl">
            <h2 id="join" className="text-3xl headline">
              {t('join.title')}
            </h2>
            <p className="mt-2 text-lg text-night-muted">{t('join.text')}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {hasRoute('/register') && (
              <LinkButton to="/register" size="lg" variant="sun">
                {t('join.register')}
              </LinkButton>
            )}
            <LinkButton to="/events" size="lg" variant="on-night">
              {t('join.events')}
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  )
}
