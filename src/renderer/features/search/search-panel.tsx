/**
 * The search of the header: the box grows over the header, results hang from it; on a phone both fill the screen. A
 * combobox with a listbox: the focus stays in the box, the arrow keys walk through the results.
 */
import { ArrowLeft, ArrowRight, Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { SEARCH_PREVIEW, SEARCH_TEXT_MAX } from '#shared/domain/text/site-search.ts'
import { DataScope } from '../../platform/calls/data-scope.tsx'
import { errorText } from '../../ui/call/form-problems.ts'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { TELL_PATH } from './pages.ts'
import { GroupIcon, Marked } from './result-parts.tsx'
import { type SiteSearch, useSiteSearch } from './use-site-search.ts'

export interface SearchPanelProps {
  /** `byKey`: the focus goes back to where it came from. */
  readonly onClose: (byKey: boolean) => void
}

export const SearchPanel = (props: SearchPanelProps) => (
  <DataScope>
    <Panel {...props} />
  </DataScope>
)

function Panel({ onClose }: SearchPanelProps) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const root = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const search = useSiteSearch(typed, SEARCH_PREVIEW)
  const all = typed.trim() === '' ? undefined : `/search?q=${encodeURIComponent(typed.trim())}`
  const offersAll = search.state === 'searching' || search.groups.length > 0
  const targets = [
    ...search.groups.flatMap(({ hits }) => hits.map(({ to }) => to)),
    ...(offersAll && all !== undefined ? [all] : []),
  ]
  const current = Math.min(active, targets.length - 1)

  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    const onElsewhere = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) === false) onClose(false)
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
    }
  }, [onClose])

  const go = (to: string): void => {
    onClose(false)
    if (to === TELL_PATH) location.assign(to)
    else void navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (typed === '') onClose(true)
      else change('')
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const places = targets.length + 1 // the box itself is one of them
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(((current + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const to = targets[current] ?? all
      if (to !== undefined) go(to)
    }
  }
  const change = (text: string): void => {
    setTyped(text)
    setActive(-1)
    input.current?.focus()
  }
  const expanded = search.state !== 'idle'
  const button =
    'inline-grid size-11 shrink-0 place-items-center rounded-md text-ink hover:bg-sunken'
  return (
    <search
      ref={root}
      className="fixed inset-0 z-40 flex animate-rise flex-col bg-surface sm:absolute sm:inset-x-0 sm:top-1.5 sm:bottom-auto sm:block sm:h-16"
    >
      <div className="column flex h-16 shrink-0 items-center gap-1 border-b border-line sm:max-w-3xl sm:border-0">
        <button
          type="button"
          aria-label={t('close')}
          title={t('close')}
          onClick={() => onClose(true)}
          className={`${button} sm:hidden`}
        >
          <ArrowLeft aria-hidden="true" size={22} className="mirror" />
        </button>
        <div className="relative grow">
          <Search
            aria-hidden="true"
            size={20}
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
          />
          <input
            ref={input}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={SEARCH_TEXT_MAX}
            dir="auto"
            value={typed}
            onChange={({ target }) => change(target.value)}
            onKeyDown={onKeyDown}
            placeholder={t('submit')}
            role="combobox"
            aria-label={t('label')}
            aria-autocomplete="list"
            aria-expanded={expanded}
            aria-controls={expanded ? listId : undefined}
            aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
            className="min-h-11 w-full rounded-md border border-line-strong bg-canvas ps-10 pe-12 text-start text-base placeholder:text-muted rtl:text-right"
          />
          {typed !== '' && (
            <button
              type="button"
              aria-label={t('clear')}
              title={t('clear')}
              onClick={() => change('')}
              className={`${button} absolute inset-y-0 end-0`}
            >
              <X aria-hidden="true" size={19} />
            </button>
          )}
        </div>
        <button
          type="button"
          aria-label={t('close')}
          title={t('close')}
          onClick={() => onClose(true)}
          className={`${button} max-sm:hidden`}
        >
          <X aria-hidden="true" size={22} />
        </button>
      </div>
      <PanelResults
        id={listId}
        search={search}
        typed={typed.trim()}
        all={offersAll ? all : undefined}
        targets={targets}
        current={current}
        onGo={go}
        onHover={setActive}
      />
    </search>
  )
}

interface PanelResultsProps {
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

function PanelResults({
  id,
  search: { groups, state, words, error },
  typed,
  all,
  targets,
  current,
  onGo,
  onHover,
}: PanelResultsProps) {
  const { t } = useTranslation(['search', 'problems'])
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
              <div className="px-3 py-2">
                <p className="font-semibold">{t('none', { q: typed })}</p>
                <p className="text-sm text-muted">{t('noneHint')}</p>
              </div>
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
            {t('partly', { problem: errorText(t, error) })}
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
