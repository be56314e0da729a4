import { ArrowRight } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { cx } from '../../ui/cx.ts'
import { problemText } from '../../ui/form/form-problems.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { GroupIcon, Marked } from './result-parts.tsx'
import type { SiteSearch } from './use-site-search.ts'

export interface PanelResultsProps {
  /** Of the listbox; its options are `{id}-0`, `{id}-1` … */
  readonly id: string
  readonly search: SiteSearch
  readonly typed: string
  /** The page with all results. */
  readonly all: string | undefined
  /** What the options lead to, in their order. */
  readonly targets: readonly string[]
  readonly current: number
  readonly onGo: (to: string) => void
  readonly onHover: (index: number) => void
}

export function PanelResults({
  id,
  search: { groups, state, words, error },
  typed,
  all,
  targets,
  current,
  onGo,
  onHover,
}: PanelResultsProps) {
  const { t } = useTranslation(['siteSearch', 'problems'])
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  useEffect(() => {
    if (current >= 0)
      document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const option = (to: string, children: ReactNode, className?: string) => {
    const place = targets.indexOf(to)
    return (
      <Option
        key={to}
        id={`${id}-${place}`}
        to={to}
        chosen={place === current}
        className={className}
        onGo={onGo}
        onHover={() => onHover(place)}
      >
        {children}
      </Option>
    )
  }
  return (
    <div className="min-h-0 grow overflow-y-auto sm:absolute sm:inset-x-0 sm:top-full sm:max-h-[calc(100dvh-6rem)] sm:border-y sm:border-line sm:bg-surface sm:shadow-float">
      <div className="column py-3 sm:max-w-3xl">
        {state === 'idle' ? (
          <p className="px-3 py-2 text-sm text-muted">{t('hint')}</p>
        ) : (
          <div
            id={id}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the listbox of a combobox: a <select> holds no links
            role="listbox"
            aria-label={t('title')}
            className="grid grid-cols-[minmax(0,1fr)] gap-3"
          >
            {groups.map(({ key, hits }) => (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of a listbox; no tag is one outside a <select>
              <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
                <p id={`${id}-${key}`} className="px-3 pb-1 text-xs font-semibold text-muted">
                  {t(`groups.${key}`)}
                </p>
                {hits.map(({ to, title, detail }) =>
                  option(
                    to,
                    <>
                      <GroupIcon group={key} />
                      <span className="min-w-0">
                        <span className="block font-semibold">
                          <Marked text={title} words={words} />
                        </span>
                        {detail !== undefined && (
                          <span className="block text-sm text-muted">
                            <Marked text={detail} words={words} />
                          </span>
                        )}
                      </span>
                    </>,
                  ),
                )}
              </div>
            ))}
            {groups.length === 0 && state !== 'searching' && (
              <p className="px-3 py-2 font-semibold">{t('none', { q: typed })}</p>
            )}
            {all !== undefined &&
              option(
                all,
                <>
                  {state === 'searching' ? (
                    <Spinner className="size-4.5" />
                  ) : (
                    <ArrowRight aria-hidden="true" size={19} className="mirror shrink-0" />
                  )}
                  {t(state === 'searching' ? 'searching' : 'all')}
                </>,
                'font-semibold text-brand',
              )}
          </div>
        )}
        {state === 'partly' && (
          <p className="px-3 py-2 text-sm text-muted">
            {t('partly', { problem: error instanceof CallFailure ? problemText(t, error) : '' })}
          </p>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {state === 'done' || state === 'partly'
          ? count === 0
            ? t('none', { q: typed })
            : t('found', { count })
          : ''}
      </p>
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly to: string
  readonly chosen: boolean
  readonly className: string | undefined
  readonly onGo: (to: string) => void
  readonly onHover: () => void
  readonly children: ReactNode
}

/** A link, so that a middle press opens another window; reached with the arrow keys, not with Tab. */
function Option({ id, to, chosen, className, onGo, onHover, children }: OptionProps) {
  const onClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onGo(to)
  }
  return (
    <Link
      id={id}
      to={to}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> cannot be a link
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onClick={onClick}
      onPointerMove={chosen ? undefined : onHover}
      className={cx(
        'flex min-h-12 items-center gap-3 rounded-md px-3 py-1.5',
        chosen && 'bg-brand-soft',
        className,
      )}
    >
      {children}
    </Link>
  )
}
