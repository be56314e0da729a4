import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cx } from '../../cx.ts'
import { Skeleton } from '../../feedback/skeleton.tsx'
import { useShortcuts } from '../shortcuts.tsx'

interface QueueLine {
  readonly id: string
  readonly title: ReactNode
  readonly detail: ReactNode
  /** Who works on it now. */
  readonly mark?: ReactNode
}

interface QueueTab {
  readonly value: string
  readonly label: string
  /** Shown beside the label. */
  readonly count?: string
}

interface QueueListProps {
  readonly label: string
  readonly tabs: readonly QueueTab[]
  readonly tab: string
  readonly onTab: (tab: string) => void
  /** Undefined until the first response. */
  readonly lines: readonly QueueLine[] | undefined
  readonly currentId: string
  readonly empty: string
  readonly failed?: ReactNode
}

/**
 * The list beside the open item. Its keys move the focus and open nothing: to open an item is a look that is logged.
 */
export function QueueList({
  label,
  tabs,
  tab,
  onTab,
  lines,
  currentId,
  empty,
  failed,
}: QueueListProps) {
  const { t } = useTranslation('staffUi')
  const list = useRef<HTMLOListElement>(null)
  const move = (step: 1 | -1): void => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const focused = links.findIndex((link) => link === document.activeElement)
    const from = focused === -1 ? links.findIndex((link) => link.ariaCurrent === 'page') : focused
    links[Math.min(links.length - 1, Math.max(0, from + step))]?.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    move(event.key === 'ArrowDown' ? 1 : -1)
  }
  useShortcuts([
    { keys: 'j', label: t('queue.down'), run: () => move(1) },
    { keys: 'k', label: t('queue.up'), run: () => move(-1) },
  ])
  return (
    <nav aria-label={label} className="grid gap-2 p-2">
      <div className="sticky top-0 z-1 grid auto-cols-auto grid-flow-col gap-1 bg-surface pt-1">
        {tabs.map(({ value, label: name, count }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === tab}
            onClick={() => onTab(value)}
            className={cx(
              'flex min-h-11 items-center justify-center gap-2 border-b-2 px-1 text-sm font-semibold',
              value === tab ? 'border-brand text-brand' : 'border-line text-muted hover:text-ink',
            )}
          >
            {name}
            {count !== undefined && (
              <span className="rounded-full bg-brand-soft px-2 text-xs text-brand tabular-nums">
                {count}
              </span>
            )}
          </button>
        ))}
      </div>
      {failed}
      {lines === undefined ? (
        failed === undefined && <Skeleton className="h-64" />
      ) : lines.length === 0 ? (
        <p className="p-3 text-sm text-muted">{empty}</p>
      ) : (
        <ol ref={list} className="grid gap-0.5">
          {lines.map(({ id, title, detail, mark }) => (
            <li key={id}>
              <Link
                to={`../${id}`}
                relative="path"
                onKeyDown={onKey}
                aria-current={id === currentId ? 'page' : undefined}
                // The tabs above stay in view: what has the focus must not stop behind them.
                className={cx(
                  'grid min-h-11 scroll-mt-14 gap-1 rounded-md border-s-4 px-3 py-2 text-sm -outline-offset-2',
                  id === currentId
                    ? 'border-brand bg-brand-soft'
                    : 'border-transparent hover:bg-sunken',
                )}
              >
                <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
                <span className="text-xs text-muted">{detail}</span>
                {mark}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </nav>
  )
}
