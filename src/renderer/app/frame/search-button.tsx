import { Search } from 'lucide-react'
import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'

type Panel = ComponentType<{ readonly onClose: (byKey: boolean) => void }>

/** The first load has only the button; the search is loaded when the user approaches it. */
const load = async (): Promise<Panel> =>
  (await import('../../features/search/search-panel.tsx')).SearchPanel
const preload = (): void => void load().catch(() => undefined) // a press of the button retries, and shows a failure

/** A key that types something belongs to the field it is typed into. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role="textbox"], [role="dialog"]') !== null)

export function SearchButton() {
  const { t } = useTranslation('nav')
  const { key, pathname } = useLocation()
  const [panel, setPanel] = useState<{ readonly Panel: Panel }>()
  // Open for one history entry only, so a navigation closes it.
  const [openFor, setOpenFor] = useState<string>()
  const isOpen = openFor === key
  const button = useRef<HTMLButtonElement>(null)

  const close = useCallback((byKey: boolean) => {
    setOpenFor(undefined)
    if (byKey) button.current?.focus()
  }, [])
  const open = useCallback(() => {
    setOpenFor(key)
    load().then(
      (loaded) => setPanel({ Panel: loaded }),
      () => {
        setOpenFor(undefined)
        toast.error(t('problems:offline'))
      },
    )
  }, [key, t])

  // A hand scanner types like a keyboard: where cards are checked, no key belongs to the search.
  const listens = !pathname.endsWith('/verification')
  useEffect(() => {
    if (!listens) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTyping(event.target)
      )
        return
      event.preventDefault()
      open()
    }
    // At the window, behind the shortcuts of the page: the list of a dashboard has its own search for this key.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [listens, open])

  const waits = isOpen && panel === undefined
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('search')}
        title={t('search')}
        aria-expanded={isOpen}
        aria-busy={waits || undefined}
        aria-keyshortcuts={listens ? '/' : undefined}
        onPointerEnter={preload}
        onClick={() => (isOpen ? close(true) : open())}
        className="inline-grid size-[44px] shrink-0 place-items-center rounded-md hover:bg-sunken"
      >
        {waits ? <Spinner /> : <Search aria-hidden="true" size={21} />}
      </button>
      {isOpen && panel !== undefined && (
        <Suspense>
          <panel.Panel onClose={close} />
        </Suspense>
      )}
    </>
  )
}
