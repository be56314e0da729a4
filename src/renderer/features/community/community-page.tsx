import { ArrowLeft } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { Jabana } from '../../ui/illustrations/jabana.tsx'
import { Talk } from '../../ui/illustrations/talk.tsx'
import { Thread } from '../../ui/illustrations/thread.tsx'
import { NotifyMe } from '../../ui/form/notify-me.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'

const FEATURES = [
  { key: 'connect', Picture: Thread },
  { key: 'discuss', Picture: Talk },
  { key: 'share', Picture: Jabana },
] as const satisfies readonly {
  readonly key: string
  readonly Picture: ComponentType<{ readonly className?: string }>
}[]

export function CommunityPage() {
  const { t } = useTranslation('community')
  const heading = usePageTitle(t('title'), t('description'))
  return (
    <div className="column py-6 sm:py-8">
      <BackButton />
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl headline">
        {t('title')}
      </h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">{t('lead')}</p>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {FEATURES.map(({ key, Picture }) => (
          <li
            key={key}
            className="overflow-hidden rounded-lg border border-line bg-surface shadow-card"
          >
            <Picture className="h-44 w-full sm:h-64 md:h-52" />
            <div className="p-4 sm:p-5">
              <h2 className="text-xl headline">{t(`${key}.title`)}</h2>
              <p className="mt-1 text-muted">{t(`${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <ComingSoon />
    </div>
  )
}

/** To where the visitor came from; to the home page where they came from elsewhere. */
function BackButton() {
  const { t } = useTranslation('community')
  const navigate = useNavigate()
  const first = useLocation().key === 'default'
  return (
    <Button
      variant="quiet"
      className="-ms-4"
      icon={<ArrowLeft aria-hidden="true" size={19} className="mirror" />}
      onClick={() => void (first ? navigate('/') : navigate(-1))}
    >
      {t('back')}
    </Button>
  )
}

function ComingSoon() {
  const { t } = useTranslation('community')
  return (
    <section
      aria-labelledby="coming-soon"
      className="mt-10 overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      <div aria-hidden="true" className="weave h-3" />
      <div className="grid gap-x-12 gap-y-6 p-5 sm:p-8 lg:grid-cols-2">
        <div>
          <h2 id="coming-soon" className="text-2xl headline">
            {t('soon.title')}
          </h2>
          <p className="mt-3 text-lg text-muted">{t('soon.text')}</p>
        </div>
        <div className="grid content-center gap-6">
          <NotifyMe topic="community" submitLabel={t('soon.submit')} />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
            {t('meanwhile')}
            <LinkButton to="/events" variant="secondary">
              {t('events')}
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  )
}
