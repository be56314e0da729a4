/**
 * A panel that a button opens and Escape, a press elsewhere, leaving it by keyboard or a navigation closes: the
 * disclosure pattern for navigation. Not an ARIA menu: its entries are plain links and buttons, reached with Tab, and
 * it needs no positioning library in the first load.
 */
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'

interface DisclosureState {
  readonly open: boolean
  readonly panelId: string
  readonly toggle: () => void
  readonly close: () => void
}

const Context = createContext<DisclosureState | undefined>(undefined)

export function useDisclosure(): DisclosureState {
  const state = useContext(Context)
  if (state === undefined) throw new Error('Put this inside a <Disclosure>')
  return state
}

/** Holds the button and the panel. */
export function Disclosure({
  children,
  className,
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  const root = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const { key } = useLocation()
  // Open for one history entry only, so a navigation closes it.
  const [openFor, setOpenFor] = useState<string>()
  const open = openFor === key

  const state = useMemo(() => {
    const close = (): void => setOpenFor(undefined)
    return { open, panelId, close, toggle: () => setOpenFor(open ? undefined : key) }
  }, [open, panelId, key])

  useEffect(() => {
    if (!open) return undefined
    const close = (): void => setOpenFor(undefined)
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      close()
      root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    }
    const onElsewhere = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) === false) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
    }
  }, [open])

  return (
    <Context value={state}>
      <div ref={root} className={className}>
        {children}
      </div>
    </Context>
  )
}

export function DisclosureButton(props: Omit<ComponentProps<'button'>, 'type' | 'onClick'>) {
  const { open, panelId, toggle } = useDisclosure()
  return (
    <button
      {...props}
      type="button"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      onClick={toggle}
    />
  )
}

/** In the page only while it is open. */
export function DisclosurePanel({
  children,
  className,
  ref,
}: Pick<ComponentProps<'div'>, 'children' | 'className' | 'ref'>) {
  const { open, panelId } = useDisclosure()
  if (!open) return null
  return (
    <div ref={ref} id={panelId} className={className}>
      {children}
    </div>
  )
}
