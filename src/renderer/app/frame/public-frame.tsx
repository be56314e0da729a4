import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, Link } from 'react-router-dom'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { useMenuLinks } from '../desktop/menu-links.ts'
import { Banners } from './banners.tsx'
import { FOOTER_HEADING, FOOTER_LINK } from './footer-styles.ts'
import { MAIN_ID } from './frame.tsx'
import { Header } from './header.tsx'

/** A first visit fetches who is behind the site, and what it takes to ask, when the end of the page comes near. */
const FooterContact = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./footer-contact.tsx')).FooterContact }
  } catch {
    return { default: () => null } // without a network the page goes on without it
  }
})

const YEAR = new Date().getFullYear()

function Footer() {
  const { t } = useTranslation('nav')
  const links = useMenuLinks('footer')
  const contact = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    if (contact.current !== null) observer.observe(contact.current)
    return () => observer.disconnect()
  }, [])
  return (
    <footer className="mt-8 bg-night text-on-night print:hidden">
      <div aria-hidden="true" className="weave h-3" />
      <div className="column grid gap-x-12 gap-y-3 py-6 sm:grid-cols-2 sm:gap-y-8 sm:py-10 lg:grid-cols-[1.6fr_1.7fr_1.2fr]">
        <div className="flex gap-4 *:first:shrink-0 sm:col-span-2 lg:col-span-1 lg:block">
          <Emblem size={56} />
          <p className="max-w-md text-sm text-night-muted lg:mt-4">{t('footer.about')}</p>
        </div>
        <nav aria-label={t('footer.links')}>
          <h2 className={FOOTER_HEADING}>{t('footer.links')}</h2>
          <ul className="columns-[8rem] gap-x-6">
            {links.map(({ to, label }) => (
              <li key={to} className="break-inside-avoid">
                <Link to={to} className={FOOTER_LINK}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={contact} className="min-h-36 sm:min-h-40">
          {isNear && (
            <Suspense>
              <FooterContact />
            </Suspense>
          )}
        </div>
      </div>
      <div className="border-t border-night-line">
        <p className="column py-4 text-xs text-night-muted">
          {t('footer.copyright', { year: YEAR })}
        </p>
      </div>
    </footer>
  )
}

/** Around every page that is not a dashboard's. */
export const PublicFrame = () => (
  <>
    <Header />
    <Banners />
    <main id={MAIN_ID} tabIndex={-1} className="grow print:p-0">
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </main>
    <Footer />
  </>
)
