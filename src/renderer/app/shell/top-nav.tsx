import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'
import { Disclosure, DisclosureButton, DisclosurePanel } from '../../ui/disclosure.tsx'
import type { MenuLink } from '../menu-links.ts'

export function TopLink({ link, block = false }: { readonly link: MenuLink; readonly block?: boolean }) {
  return (
    <NavLink
      to={link.to}
      end={link.to === '/'}
      className={({ isActive }) =>
        cx(
          'items-center rounded-md px-3 font-semibold whitespace-nowrap transition-colors',
          block ? 'flex min-h-12 text-lg' : 'inline-flex min-h-11',
          link.callToAction && 'bg-sun text-on-sun hover:underline',
          !link.callToAction && (isActive ? 'bg-brand-soft text-brand' : 'text-ink hover:bg-sunken'),
        )
      }
    >
      {link.label}
    </NavLink>
  )
}

/**
 * How many links stand in the first line of a list that wraps. Measured, because it depends on the language, the
 * font, the person's zoom and on who is signed in; a width in a style sheet is wrong for one of them.
 */
function useFirstLine(links: readonly MenuLink[]) {
  const list = useRef<HTMLUListElement>(null)
  const [fitting, setFitting] = useState(links.length)
  useLayoutEffect(() => {
    const { current } = list
    if (current === null) return undefined
    const measure = (): void => {
      const items = [...current.children].filter((item) => item instanceof HTMLElement)
      const wrapped = items.findIndex((item) => item.offsetTop > (items[0]?.offsetTop ?? 0))
      // "More" takes room as well: where it is the only thing in the way of the last link, it goes.
      const widths = items.map((item) => item.getBoundingClientRect().width + Number.parseFloat(getComputedStyle(current).columnGap))
      const fitsWithoutMore = widths.reduce((sum, width) => sum + width, 0) <= (current.parentElement?.getBoundingClientRect().width ?? 0)
      setFitting(wrapped === -1 || fitsWithoutMore ? items.length : wrapped)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current.parentElement ?? current)
    observer.observe(current)
    for (const item of current.children) observer.observe(item) // fonts that come later, another language
    return () => observer.disconnect()
  }) // after each render: the links, or their words, may be others
  return { list, fitting: Math.min(fitting, links.length) }
}

/** The links of the wide header: those that fit in one line, and the rest behind "More". */
export function TopNav({ links }: { readonly links: readonly MenuLink[] }) {
  const { t } = useTranslation('nav')
  const { list, fitting } = useFirstLine(links)
  const rest = links.slice(fitting)
  return (
    <nav aria-label={t('main')} className="hidden min-w-0 grow items-center gap-1 lg:flex">
      <ul ref={list} className={cx('flex h-11 min-w-0 flex-wrap gap-1 overflow-hidden', rest.length > 0 && 'grow')}>
        {links.map((link, index) => (
          // Out of sight and of the keyboard's way, but in its place: the measure must not change by what it decides.
          <li key={link.to} className={cx(index >= fitting && 'invisible')}>
            <TopLink link={link} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Disclosure className="relative">
          <DisclosureButton className="inline-flex min-h-11 items-center gap-1 rounded-md px-3 font-semibold whitespace-nowrap hover:bg-sunken">
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
      )}
    </nav>
  )
}
