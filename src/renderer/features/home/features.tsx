import { ArrowRight } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'
import { useHasRoute } from '../../ui/known-routes.ts'

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
export function Features() {
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
            className="mt-3 inline-flex items-center gap-1.5 font-semibold text-brand"
          >
            {t(`features.${name}.more`)}
            <ArrowRight size={18} className="mirror" />
          </p>
        )}
      </div>
    </li>
  )
}
