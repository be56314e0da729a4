import { useEffect, useState } from 'react'
import { logFailure } from '../../platform/log-failure.ts'
import { whenIdle } from '../when-idle.ts'
import { useToasts } from './toast.ts'
import type { ToastCards } from './toasts/toast-cards.tsx'

/**
 * The toasts, at the top at the end of the line (right, or left in Arabic), and on a phone at the bottom (docs/adr/0020).
 * The region is there from the beginning, so that what comes into it is read out; its cards come when the page is idle.
 */
export function ToastArea() {
  const toasts = useToasts((state) => state.toasts)
  const [Cards, setCards] = useState<{ readonly Cards: typeof ToastCards }>()
  const isWanted = toasts.length > 0
  useEffect(() => {
    if (Cards !== undefined) return undefined
    const fetchCards = (): void =>
      void import('./toasts/toast-cards.tsx').then(
        (fetched) => setCards({ Cards: fetched.ToastCards }),
        (error: unknown) => isWanted && logFailure('A toast could not be shown', error), // ahead of time a failure is no fault: the first toast tries again
      )
    if (!isWanted) return whenIdle(fetchCards)
    fetchCards()
    return undefined
  }, [Cards, isWanted])
  return <div aria-live="polite">{Cards !== undefined && <Cards.Cards toasts={toasts} />}</div>
}
