import { Menu, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
  useDisclosure,
} from '../../ui/layout/disclosure.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import {
  type MenuLink,
  useDashboardLink,
  useIsInDashboard,
  useMenuLinks,
} from '../desktop/menu-links.ts'
import { LanguageSelect, ThemeChoice, ThemeMenu } from './preferences.tsx'
import { PersonMenu } from './person-menu.tsx'
import { SearchButton } from './search-button.tsx'
import { TopLink, TopNav } from './top-nav.tsx'

export function Header() {
  const { t } = useTranslation('nav')
  const pages = useMenuLinks('top')
  const dashboard = useDashboardLink()
  const inDashboard = useIsInDashboard()
  const links = dashboard !== undefined && inDashboard ? [...pages, dashboard] : pages
  // Calls to action stay visible in every language; other links may move behind "More".
  const [calls, inLine] = [
    links.filter(({ callToAction }) => callToAction),
    links.filter(({ callToAction }) => !callToAction),
  ]
  return (
    // Its widths count in the reader's own text size (container units do, media queries do not), its icons in pixels.
    <header className="@container sticky top-0 z-30 border-b border-line bg-surface print:hidden">
      <div aria-hidden="true" className="weave h-1.5" />
      <div className="column flex h-16 items-center gap-1 sm:gap-2">
        <Link
          to="/"
          aria-label={t('homeLink')}
          className="me-auto flex min-h-11 shrink-0 items-center gap-2.5 rounded-md @5xl:me-4"
        >
          <Emblem size={42} />
          <span aria-hidden="true" className="hidden text-xl font-extrabold @2xs:inline" dir="ltr">
            {t('common:appName')}
          </span>
        </Link>
        <TopNav links={inLine} />
        {calls.map((link) => (
          <div key={link.to} className="hidden shrink-0 @5xl:block">
            <TopLink link={link} />
          </div>
        ))}
        <SearchButton />
        <div className="hidden shrink-0 items-center gap-1 @5xl:flex">
          <LanguageSelect />
          <ThemeMenu />
        </div>
        <PersonMenu />
        <MobileMenu links={links} />
      </div>
    </header>
  )
}

function MobileMenu({ links }: { readonly links: readonly MenuLink[] }) {
  const { t } = useTranslation('nav')
  return (
    <Disclosure className="@5xl:hidden">
      <MobileMenuButton />
      {/* Hangs from the header, which is positioned, over the whole width. */}
      <DisclosurePanel className="absolute inset-x-0 top-full max-h-[calc(100dvh-5rem)] animate-rise overflow-y-auto border-y border-line bg-surface shadow-float">
        <div className="column grid gap-6 py-4">
          <nav aria-label={t('main')}>
            <ul className="grid gap-1">
              {links.map((link) => (
                <li key={link.to}>
                  <TopLink link={link} block />
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
            <LanguageSelect block />
            <ThemeChoice />
          </div>
        </div>
      </DisclosurePanel>
    </Disclosure>
  )
}

/** Opens what a narrow bar has no room for; stands within a Disclosure. */
export function MobileMenuButton() {
  const { t } = useTranslation('nav')
  const { open } = useDisclosure()
  const Icon = open ? X : Menu
  return (
    <DisclosureButton
      aria-label={t(open ? 'closeMenu' : 'openMenu')}
      className="inline-grid size-[44px] shrink-0 place-items-center rounded-md hover:bg-sunken"
    >
      <Icon aria-hidden="true" size={24} />
    </DisclosureButton>
  )
}
