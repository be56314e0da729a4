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
import { ASSOCIATION, SOCIAL_NAMES, type SocialNetwork } from '../../ui/association.ts'
import { useMenuLinks } from '../desktop/menu-links.ts'

// Marks of the networks, drawn here: the icon set that we use leaves brands out.
const FACEBOOK =
  'M14.2 21v-7.600h2.600l.5-3.200h-3.100V8.200c0-.9.4-1.7 1.8-1.700h1.400V3.800S16.2 3.6 15 3.600c-2.5 0-4.1 1.5-4.1 4.200v2.400H8.100v3.200h2.800V21z'
const X =
  'M17.8 3.500h3l-6.6 7.500L22 20.500h-6.100l-4.8-6.2-5.5 6.200h-3l7-8L2.2 3.500h6.300l4.3 5.700zm-1.1 15.200h1.700L7.6 5.200H5.800z'
const TIKTOK =
  'M16.3 3h-3.200v12.200a2.6 2.6 0 1 1-2.6-2.600c.3 0 .5 0 .8.100V9.400a5.9 5.9 0 1 0 5 5.800V9a7.3 7.3 0 0 0 4.3 1.400V7.200A4.3 4.3 0 0 1 16.3 3z'

function SocialIcon({ network }: { readonly network: SocialNetwork }) {
  return (
    <svg viewBox="0 0 24 24" width={22} height={22} fill="currentColor" aria-hidden="true">
      {network === 'facebook' && <path d={FACEBOOK} />}
      {network === 'x' && <path d={X} />}
      {network === 'tiktok' && <path d={TIKTOK} />}
      {network === 'instagram' && (
        <g fill="none" stroke="currentColor" strokeWidth="2">
          <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
          <circle cx="12" cy="12" r="4" />
          <circle cx="16.8" cy="7.2" r=".6" fill="currentColor" />
        </g>
      )}
    </svg>
  )
}

const NETWORKS = Object.keys(SOCIAL_NAMES) as readonly SocialNetwork[] // as: the object has exactly these keys
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
