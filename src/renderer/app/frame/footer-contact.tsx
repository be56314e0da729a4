import { useQuery } from '@tanstack/react-query'
import { Compass, Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SocialNetwork } from '#shared/domain/association.ts'
import { aboutQuery } from '../../platform/calls/about-query.ts'
import { DataScope } from '../../platform/calls/data-scope.tsx'
import { Auto, Email } from '../../ui/bidi.tsx'
import { socialLinks, useAssociation } from '../../ui/use-association.ts'
import { FOOTER_HEADING, FOOTER_LINK } from './footer-styles.ts'

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

/** What the association has filled in of itself; nothing is made up for the rest. */
export const FooterContact = () => (
  <DataScope>
    <ContactLinks />
    <TourLink />
  </DataScope>
)

/** Where a demonstration says what to try. */
function TourLink() {
  const { t } = useTranslation('nav')
  const { data } = useQuery(aboutQuery)
  if (data?.demo?.accounts === undefined) return null
  return (
    <p className="mt-3">
      <Link to="/tour" className={FOOTER_LINK}>
        <Compass aria-hidden="true" size={18} className="shrink-0" />
        {t('tour')}
      </Link>
    </p>
  )
}

function ContactLinks() {
  const { t } = useTranslation('nav')
  const association = useAssociation()
  if (association === undefined) return null
  const { name, email } = association
  const links = socialLinks(association)
  return (
    <>
      {(name !== '' || email !== '') && (
        <>
          <h2 className={FOOTER_HEADING}>{t('footer.contact')}</h2>
          {name !== '' && (
            <p className="flex min-h-11 items-center">
              <Auto>{name}</Auto>
            </p>
          )}
          {email !== '' && (
            <a href={`mailto:${email}`} className={FOOTER_LINK}>
              <Mail aria-hidden="true" size={18} className="shrink-0" />
              <Email address={email} />
            </a>
          )}
        </>
      )}
      {links.length > 0 && (
        <>
          <h2 className={`${FOOTER_HEADING} pt-4`}>{t('footer.social')}</h2>
          <ul className="-ms-2 flex flex-wrap gap-1">
            {links.map(({ network, name: networkName, address }) => (
              <li key={network}>
                <a
                  href={address}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={t('footer.newTab', { name: networkName })}
                  className="grid size-11 place-items-center rounded-md hover:bg-night-raised hover:text-sun"
                >
                  <SocialIcon network={network} />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
