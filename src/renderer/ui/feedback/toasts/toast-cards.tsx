import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../cx.ts'
import { dismissToast, TOAST_DURATION_MS, type Toast } from '../toast.ts'
import { keepFree } from './keep-free.ts'

/** Over a dialog, and otherwise below the header and what hangs from it; in the bar of the desktop app over the bar. */
const LEVEL = 'z-35 [body:has([role=dialog],[role=alertdialog])_&]:z-60'

export function ToastCards({ toasts }: { readonly toasts: readonly Toast[] }) {
  const box = useRef<HTMLDivElement>(null)
  // A card that comes or goes changes the height, so that another place may be free.
  useLayoutEffect(
    () => (box.current === null || toasts.length === 0 ? undefined : keepFree(box.current)),
    [toasts.length],
  )
  return (
    <div
      ref={box}
      className={cx(
        'pointer-events-none fixed top-0 left-0 grid w-88 gap-2 max-sm:w-full max-sm:px-4',
        LEVEL,
      )}
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} toast={entry} />
      ))}
    </div>
  )
}

function ToastCard({ toast: { id, tone, text } }: { readonly toast: Toast }) {
  const { t } = useTranslation('common')
  // A toast under the pointer or with the focus is being read, so its time stops (WCAG 2.2.1).
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [held, id])
  const Icon = tone === 'success' ? CircleCheck : CircleX
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={cx(
        'pointer-events-auto flex animate-rise items-center gap-3 rounded-md py-0.5 ps-4 pe-1 font-semibold text-on-brand shadow-float',
        tone === 'success' ? 'bg-success' : 'bg-danger',
      )}
    >
      <Icon aria-hidden="true" size={22} className="shrink-0" />
      <p className="grow py-1.5 leading-snug">{text}</p>
      <button
        type="button"
        aria-label={t('close')}
        onClick={() => dismissToast(id)}
        className="grid size-11 shrink-0 place-items-center rounded-md"
      >
        <X aria-hidden="true" size={18} />
      </button>
    </div>
  )
}
