import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { useFormat } from '../i18n/use-format.ts'
import { useWaiting } from '../features/overview/use-waiting.ts'
import { shortCount, waitingBehind } from '../features/overview/waiting.ts'
import { cx } from '../ui/cx.ts'
import { tabIcon, sectionsOf } from './dashboard-tabs.ts'
import type { DashboardTab } from './dashboard-routes.ts'

/** Where the line scrolls, the chosen tab is in sight. Not scrollIntoView, which would move the page as well. */
function showChosen(line: HTMLElement): void {
  const chosen = line.querySelector('[aria-current]')
  if (chosen === null) return
  const [outer, inner] = [line.getBoundingClientRect(), chosen.getBoundingClientRect()]
  if (inner.left < outer.left || inner.right > outer.right) line.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 })
}

interface DashboardNavProps {
  readonly base: string
  readonly tabs: readonly DashboardTab[]
  /** In sections at the side from 1024 px; otherwise one line on top, which scrolls. */
  readonly rail: boolean
}

/** One list of links for both forms, so that the order of reading and of the keyboard is the same. */
export function DashboardNav({ base, tabs, rail }: DashboardNavProps) {
  const { t } = useTranslation('nav')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const line = list.current
    if (line === null) return
    showChosen(line)
    // The numbers of what waits and the letters come later, and move the tabs behind them.
    const grown = new ResizeObserver(() => showChosen(line))
    for (const section of line.children) grown.observe(section)
    return () => grown.disconnect()
  }) // after each render: another tab, another language
  return (
    <nav aria-label={t('dashboardTitle')} className="min-w-0">
      <div ref={list} className={cx('flex overflow-x-auto', rail && 'lg:flex-col lg:gap-5 lg:overflow-visible')}>
        {sectionsOf(tabs).map((section) => (
          <Section key={section.label} title={rail ? t(`sections.${section.label}`) : undefined}>
            {section.tabs.map((tab) => (
              <li key={tab.path}>
                <TabLink to={`${base}/${tab.path}`} tab={tab} rail={rail} />
              </li>
            ))}
          </Section>
        ))}
      </div>
    </nav>
  )
}

function Section({ title, children }: { readonly title: string | undefined; readonly children: ReactNode }) {
  const id = useId()
  return (
    <div>
      {title !== undefined && (
        <p id={id} className="px-3 pb-1 text-xs font-semibold text-muted max-lg:hidden">
          {title}
        </p>
      )}
      <ul aria-labelledby={title === undefined ? undefined : id} className={cx('flex', title !== undefined && 'lg:flex-col lg:gap-0.5')}>
        {children}
      </ul>
    </div>
  )
}

function TabLink({ to, tab: { path, label }, rail }: { readonly to: string; readonly tab: DashboardTab; readonly rail: boolean }) {
  const { t } = useTranslation('nav')
  const id = useId()
  const { data } = useWaiting()
  const waiting = data === undefined ? 0 : waitingBehind(path, data)
  return (
    <div className="relative">
      <NavLink
        to={to}
        aria-describedby={waiting > 0 ? id : undefined}
        className={({ isActive }) =>
          cx(
            'flex min-h-12 items-center gap-2.5 border-b-3 ps-3.5 font-semibold whitespace-nowrap transition-colors',
            waiting > 0 ? 'pe-12' : 'pe-3.5',
            rail && 'lg:min-h-11 lg:rounded-md lg:border-b-0 lg:ps-3',
            isActive ? cx('border-brand text-brand', rail && 'lg:bg-brand-soft') : cx('border-transparent text-muted hover:text-ink', rail && 'lg:hover:bg-sunken'),
          )
        }
      >
        {rail && <span className="shrink-0 max-lg:hidden">{tabIcon(path)}</span>}
        {t(label)}
      </NavLink>
      {waiting > 0 && <Waiting id={id} count={waiting} />}
    </div>
  )
}

/** Over the link, not in it: its name stays what people call the tab, and the number is its description. */
function Waiting({ id, count }: { readonly id: string; readonly count: number }) {
  const { t } = useTranslation('nav')
  const format = useFormat()
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto grid h-6 min-w-6 place-items-center rounded-full bg-brand px-1.5 text-xs font-semibold text-on-brand tabular-nums"
      >
        {shortCount(count, (value) => format.number(value))}
      </span>
      <span id={id} hidden>
        {t('tabWaiting', { count })}
      </span>
    </>
  )
}
