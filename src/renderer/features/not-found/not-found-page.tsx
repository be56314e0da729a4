import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { LinkButton } from '../../ui/button/button.tsx'
import { Tray } from '../../ui/dialog/tray.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { usePageTitle } from '../../ui/layout/page.tsx'

/** Where most people wanted to go; the names are those of the menu. */
const WAYS = [
  ['/about', 'about'],
  ['/events', 'events'],
  ['/news', 'news'],
  ['/reports', 'reports'],
  ['/contact', 'contact'],
] as const

export function NotFoundPage() {
  const { t } = useTranslation(['common', 'nav'])
  const heading = usePageTitle(t('notFound.title'))
  const hasRoute = useHasRoute()
  const ways = WAYS.filter(([path]) => hasRoute(path))
  return (
    <div className="column grid justify-items-center gap-4 py-12 text-center sm:py-16">
      <meta name="robots" content="noindex" />
      {/* The tray is the zero. */}
      <p dir="ltr" className="flex items-center gap-2 sm:gap-4">
        <span
          aria-hidden="true"
          className="text-[min(5.5rem,27.5vw)] leading-none headline sm:text-[9rem]"
        >
          4
        </span>
        <Tray className="w-28 sm:w-44" />
        <span
          aria-hidden="true"
          className="text-[min(5.5rem,27.5vw)] leading-none headline sm:text-[9rem]"
        >
          4
        </span>
        <span className="sr-only">404</span>
      </p>
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-2xl headline">
        {t('notFound.title')}
      </h1>
      <p className="max-w-md text-lg text-muted">{t('notFound.lead')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to="/">{t('backHome')}</LinkButton>
        {hasRoute('/search') && (
          <LinkButton
            to="/search"
            variant="secondary"
            icon={<Search aria-hidden="true" size={19} />}
          >
            {t('notFound.search')}
          </LinkButton>
        )}
      </div>
      {ways.length > 0 && (
        <nav aria-label={t('notFound.ways')} className="mt-6 border-t border-line pt-4">
          <ul className="flex flex-wrap justify-center gap-x-6">
            {ways.map(([path, label]) => (
              <li key={path}>
                <Link
                  to={path}
                  className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
                >
                  {t(`nav:${label}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
