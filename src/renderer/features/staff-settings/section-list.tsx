import { ChevronDown, List } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'
import { unfold } from '../../ui/folded-section.tsx'
import { goTo } from '../../ui/layout/contents.tsx'
import { anchorOf, SECTIONS, type SectionName } from './sections.ts'

function goToSection(section: SectionName): void {
  unfold(anchorOf(section))
  goTo(anchorOf(section))
}

/** The last section whose heading is above a line that goes down the window as the page is scrolled: at its end, the last. */
function useSectionInView(): SectionName | undefined {
  const [inView, setInView] = useState<SectionName>()
  useEffect(() => {
    const look = (): void => {
      const { scrollHeight } = document.documentElement
      const line =
        window.innerHeight *
        Math.max(0.2, window.scrollY / Math.max(1, scrollHeight - window.innerHeight))
      const above = SECTIONS.filter(([section]) => {
        const heading = document.getElementById(anchorOf(section))
        return heading !== null && heading.getBoundingClientRect().top <= line
      })
      setInView((above.at(-1) ?? SECTIONS[0])[0])
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return inView
}

/** The sections: beside them on a wide screen, at any scroll position; above them, folded, on a narrow one. */
export function SectionList() {
  const { t } = useTranslation(['staffSettings', 'association', 'taxReceipts'])
  const [open, setOpen] = useState(false)
  const id = useId()
  const { hash } = useLocation()
  const inView = useSectionInView()
  // A link of the overview names the section that settles its item.
  useEffect(() => {
    const named = SECTIONS.find(([section]) => hash === `#${section}`)
    if (named !== undefined) goToSection(named[0])
  }, [hash])
  return (
    <nav
      aria-label={t('sections')}
      className="rounded-lg border border-line bg-surface @min-[60rem]:sticky @min-[60rem]:top-20 @min-[60rem]:self-start @min-[60rem]:rounded-none @min-[60rem]:border-0 @min-[60rem]:border-s @min-[60rem]:bg-transparent"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-13 w-full items-center gap-3 px-4 text-start font-semibold text-brand @min-[60rem]:hidden"
      >
        <List aria-hidden="true" size={20} />
        <span className="grow">{t('sections')}</span>
        <ChevronDown aria-hidden="true" size={20} className={cx(open && 'rotate-180')} />
      </button>
      <ol
        id={id}
        className={cx('@min-[60rem]:block', open ? 'border-t border-line p-1' : 'hidden')}
      >
        {SECTIONS.map(([section, title]) => (
          <li key={section}>
            <button
              type="button"
              aria-current={section === inView ? 'location' : undefined}
              onClick={() => {
                setOpen(false)
                goToSection(section)
              }}
              className="min-h-11 w-full rounded-e-md px-3 py-1.5 text-start text-sm font-semibold text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-brand-soft aria-[current]:text-brand"
            >
              {t(title)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
