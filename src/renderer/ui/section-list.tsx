import { ChevronDown, List } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { cx } from './cx.ts'
import { unfold } from './folded-section.tsx'
import { goTo } from './layout/contents.tsx'

interface ListedSection {
  /** Id of the heading. */
  readonly anchor: string
  readonly title: string
}

export function goToSection(anchor: string): void {
  unfold(anchor)
  goTo(anchor)
}

/**
 * The section that begins nearest above a line that goes down the window as the page is scrolled: at its end, the last. Of two
 * beside each other it is the first.
 */
function useSectionInView(anchors: string): string | undefined {
  const [inView, setInView] = useState<string>()
  useEffect(() => {
    const look = (): void => {
      const { scrollHeight } = document.documentElement
      const line =
        window.innerHeight *
        Math.max(0.2, window.scrollY / Math.max(1, scrollHeight - window.innerHeight))
      const all = anchors.split(' ')
      let nearest = { anchor: all[0], top: Number.NEGATIVE_INFINITY }
      for (const anchor of all) {
        const top = document.getElementById(anchor)?.getBoundingClientRect().top
        if (top !== undefined && top <= line && top > nearest.top) nearest = { anchor, top }
      }
      setInView(nearest.anchor)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [anchors])
  return inView
}

interface SectionListProps {
  readonly title: string
  readonly sections: readonly ListedSection[]
}

/** The sections of a page: beside them on a wide screen, at any scroll position; above them, folded, on a narrow one. */
function SectionList({ title, sections }: SectionListProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const inView = useSectionInView(sections.map(({ anchor }) => anchor).join(' '))
  return (
    <nav
      aria-label={title}
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
        <span className="grow">{title}</span>
        <ChevronDown aria-hidden="true" size={20} className={cx(open && 'rotate-180')} />
      </button>
      <ol
        id={id}
        className={cx('@min-[60rem]:block', open ? 'border-t border-line p-1' : 'hidden')}
      >
        {sections.map(({ anchor, title: name }) => (
          <li key={anchor}>
            <button
              type="button"
              aria-current={anchor === inView ? 'location' : undefined}
              onClick={() => {
                setOpen(false)
                goToSection(anchor)
              }}
              className="min-h-11 w-full rounded-e-md px-3 py-1.5 text-start text-sm font-semibold text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-brand-soft aria-[current]:text-brand"
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface ListedSectionsProps extends SectionListProps {
  readonly children: ReactNode
}

/** Sections with their list. */
export function ListedSections({ children, ...list }: ListedSectionsProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 @min-[60rem]:grid-cols-[13rem_minmax(0,1fr)]">
        <SectionList {...list} />
        {children}
      </div>
    </div>
  )
}
