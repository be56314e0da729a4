import { Menu, X, ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'
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
import { PersonMenu } from './person-menu.tsx'
import { LanguageSelect, ThemeChoice, ThemeMenu } from './preferences.tsx'
import { SearchButton } from './search-button.tsx'

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
      <div className="column flex h-16 items-center gap-1 sm:max-lg:gap-2">
        <Link
          to="/"
          aria-label={t('homeLink')}
          className="me-auto flex min-h-11 shrink-0 items-center gap-2.5 rounded-md @5xl:me-1.5"
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

const IN_LINE = 'px-2 @min-[78rem]:px-3'
/** French has the longest words: with more air, links of members would stand behind "More" at 1280 px. */
const MANY = 5
const CLOSE = '[:lang(fr)_&]:px-1.5'

interface TopLinkProps {
  readonly link: MenuLink
  readonly block?: boolean
  /** One of more links than leave each its air. */
  readonly close?: boolean
}

function TopLink({ link, block = false, close = false }: TopLinkProps) {
  return (
    <NavLink
      to={link.to}
      end={link.to === '/'}
      className={({ isActive }) =>
        cx(
          'items-center rounded-md font-semibold whitespace-nowrap transition-colors',
          block ? 'flex min-h-12 text-lg' : 'inline-flex min-h-11',
          // What has a ground of its own has air within it, however little there is between the others.
          block || isActive || link.callToAction ? 'px-3' : cx(IN_LINE, close && CLOSE),
          link.callToAction && 'bg-sun text-on-sun hover:underline',
          !link.callToAction &&
            (isActive ? 'bg-brand-soft text-brand' : 'text-ink hover:bg-sunken'),
        )
      }
    >
      {link.label}
    </NavLink>
  )
}

/**
 * How many links stand in the line. Measured, because it depends on the language, the font, the
 * person's zoom and on who is signed in; a width in a style sheet is wrong for one of them. Nothing
 * that is measured depends on the result (the list takes no room of its own, "More" is in the page
 * also while it is not shown), so measuring cannot loop.
 */
function useFitting(links: readonly MenuLink[]) {
  const nav = useRef<HTMLElement>(null)
  const [fitting, setFitting] = useState(links.length)
  const paths = links.map(({ to }) => to).join(' ')
  useLayoutEffect(() => {
    const { current } = nav
    const [list, more] = current?.children ?? []
    if (current === null || list === undefined || more === undefined) return undefined
    const widthOf = (element: Element): number => element.getBoundingClientRect().width
    const measure = (): void => {
      // Half a pixel of the sum may be rounding.
      const room = widthOf(current) + 0.5
      const ends = [...list.children].map((_, index, all) =>
        all.slice(0, index + 1).reduce((sum, each) => sum + widthOf(each), 0),
      )
      const before = ends.filter((end) => end <= room - widthOf(more)).length
      setFitting((ends.at(-1) ?? 0) <= room ? ends.length : before)
    }
    measure()
    // Fonts that come later, another language. Drawn in the frame that changed the sizes: a later one would show links cut
    // off and no "More" until then.
    const observer = new ResizeObserver(() => flushSync(measure))
    for (const element of [current, more, ...list.children]) observer.observe(element)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other paths are other elements to measure
  }, [paths])
  return { nav, fitting: Math.min(fitting, links.length) }
}

/** Out of sight and of the keyboard's way, but in the page: the measure must not change by what it decides. */
const MEASURED_ONLY = 'invisible absolute start-0 top-0'

/** The links of the wide header: those that fit in one line, and the rest behind "More". */
function TopNav({ links }: { readonly links: readonly MenuLink[] }) {
  const { t } = useTranslation('nav')
  const { nav, fitting } = useFitting(links)
  const rest = links.slice(fitting)
  return (
    <nav
      ref={nav}
      aria-label={t('main')}
      className="relative hidden min-w-0 flex-1 items-center @5xl:flex"
    >
      <ul className="flex min-w-0 overflow-x-clip">
        {links.map((link, index) => (
          <li key={link.to} className={cx('shrink-0', index >= fitting && MEASURED_ONLY)}>
            <TopLink link={link} close={links.length > MANY} />
          </li>
        ))}
      </ul>
      <Disclosure className={cx('shrink-0', rest.length > 0 ? 'relative' : MEASURED_ONLY)}>
        <DisclosureButton
          className={cx(
            'inline-flex min-h-11 items-center gap-1 rounded-md font-semibold whitespace-nowrap hover:bg-sunken',
            IN_LINE,
          )}
        >
          {t('more')}
          <ChevronDown aria-hidden="true" size={18} />
        </DisclosureButton>
        <DisclosurePanel className="absolute end-0 top-full mt-2 min-w-56 animate-rise rounded-md border border-line bg-raised p-1 shadow-float">
          <ul>
            {rest.map((link) => (
              <li key={link.to}>
                <TopLink link={link} block />
              </li>
            ))}
          </ul>
        </DisclosurePanel>
      </Disclosure>
    </nav>
  )
}
