import { Suspense } from 'react'
import { Outlet, Link } from 'react-router-dom'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Banners } from './banners.tsx'
import { MAIN_ID } from './frame.tsx'
import { Header } from './header.tsx'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../../ui/bidi.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { ASSOCIATION, type SocialNetwork } from '../association.ts'
import { useMenuLinks } from '../desktop/menu-links.ts'
import { SOCIAL_NAMES, SocialIcon } from './social-icons.tsx'

const NETWORKS = Object.keys(SOCIAL_NAMES) as readonly SocialNetwork[] // as: the object has exactly these keys // as: the object has exactly these keys
const YEAR = new Date().getFullYear()
const HEADING = 'pb-2 text-xs font-semibold text-night-muted'
const LINK = 'inline-flex min-h-11 items-center gap-2 rounded-sm wrap-anywhere hover:text-sun'

function Footer() {
  const { t } = useTranslation('nav')
  const links = useMenuLinks('footer')
  return (
    <footer className="mt-8 bg-night text-on-night print:hidden">
      <div aria-hidden="true" className="weave h-3" />
      <div className="column grid gap-x-12 gap-y-5 py-6 sm:grid-cols-2 sm:gap-y-8 sm:py-10 lg:grid-cols-[2fr_1.5fr_1.2fr]">
        <div className="flex gap-4 *:first:shrink-0 sm:col-span-2 lg:col-span-1 lg:block">
          <Emblem size={56} />
          <p className="max-w-md text-sm text-night-muted lg:mt-4">{t('footer.about')}</p>
        </div>
        <nav aria-label={t('footer.links')}>
          <h2 className={HEADING}>{t('footer.links')}</h2>
          <ul className="grid grid-cols-2 gap-x-6">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={LINK}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className={HEADING}>{t('footer.contact')}</h2>
          <a href={`mailto:${ASSOCIATION.email}`} className={LINK}>
            <Mail aria-hidden="true" size={18} className="shrink-0" />
            <Ltr>{ASSOCIATION.email}</Ltr>
          </a>
          <h2 className={`${HEADING} pt-4`}>{t('footer.social')}</h2>
          <ul className="-ms-2 flex flex-wrap gap-1">
            {NETWORKS.map((network) => {
              const address: string | undefined = ASSOCIATION.social[network]
              if (address === undefined) return null
              return (
                <li key={network}>
                  <a
                    href={address}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={t('footer.newTab', { name: SOCIAL_NAMES[network] })}
                    className="grid size-11 place-items-center rounded-md hover:bg-night-raised hover:text-sun"
                  >
                    <SocialIcon network={network} />
                  </a>
                </li>
              )
            })}
          </ul>
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
export const Shell = () => (
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
