import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/button.tsx'
import { NotifyMe } from '../../ui/notify-me.tsx'
import { usePageTitle } from '../../ui/page.tsx'
import { Loom } from './loom.tsx'

const PLAN = ['community', 'phone', 'payment'] as const

export function ComingSoonPage() {
  const { t } = useTranslation('comingSoon')
  const heading = usePageTitle(t('title'), t('description'))
  return (
    <div className="column grid gap-x-12 gap-y-8 py-8 sm:py-12 lg:grid-cols-[1fr_1.1fr]">
      <Loom className="h-56 w-full rounded-lg sm:h-80 lg:h-full lg:min-h-[28rem]" />
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-3xl headline">
          {t('heading')}
        </h1>
        <p className="mt-3 text-lg text-muted">{t('lead')}</p>
        <h2 className="mt-8 text-xl headline">{t('plan.title')}</h2>
        <dl className="mt-2 divide-y divide-line border-y border-line">
          {PLAN.map((key) => (
            <div key={key} className="py-4">
              <dt className="font-semibold">{t(`plan.${key}.title`)}</dt>
              <dd className="text-muted">{t(`plan.${key}.text`)}</dd>
            </div>
          ))}
        </dl>
        <section
          aria-labelledby="notify"
          className="mt-8 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6"
        >
          <h2 id="notify" className="text-xl headline">
            {t('notify.title')}
          </h2>
          <p className="mt-1 mb-5 text-muted">{t('notify.text')}</p>
          <NotifyMe topic="coming-soon" />
        </section>
        <LinkButton to="/" variant="quiet" className="mt-4 -ms-4">
          {t('home')}
        </LinkButton>
      </div>
    </div>
  )
}
