/**
 * The search of the header: the box grows over the header, results hang from it; on a phone both fill the screen. A
 * combobox with a listbox: the focus stays in the box, the arrow keys walk through the results.
 */
import { ArrowLeft, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { SEARCH_PREVIEW, SEARCH_TEXT_MAX } from '#shared/domain/text/site-search.ts'
import { DataScope } from '../../platform/calls/data-scope.tsx'
import { PanelResults } from './panel-results.tsx'
import { useSiteSearch } from './use-site-search.ts'

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
  const { t } = useTranslation('siteSearch')
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
    void navigate(to)
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
            placeholder={t('placeholder')}
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
