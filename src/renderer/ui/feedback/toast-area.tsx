import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { platform } from '@platform'
import { cx } from '../cx.ts'
import { dismissToast, TOAST_DURATION_MS, type Toast, useToasts } from './toast.ts'

/** Over a dialog, and otherwise below the header and what hangs from it. */
const LEVEL = 'z-25 [body:has([role=dialog],[role=alertdialog])_&]:z-60'

/**
 * In the desktop app the next button stands in the corner below the header ("Start kiosk" after the sign-in), so the
 * toasts stand in the free middle of the bar above.
 */
const IN_THE_BAR =
  'sm:start-1/2 sm:top-0 sm:z-35 sm:-translate-x-1/2 sm:p-1.5 sm:rtl:translate-x-1/2'

/**
 * The toasts, in the top corner at the end of the line (right, or left in Arabic). On a phone that is where the heading
 * stands, so they come up from below, over the bars that stand there (docs/adr/0020).
 */
export function ToastArea() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div
      aria-live="polite"
      className={cx(
        'pointer-events-none fixed grid w-full max-w-sm gap-2 p-4 max-sm:end-0 max-sm:bottom-16',
        platform.target === 'desktop' ? IN_THE_BAR : 'sm:end-0 sm:top-16',
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
        'pointer-events-auto flex animate-rise items-center gap-3 rounded-md py-1 ps-4 pe-1 font-semibold text-on-brand shadow-float',
        tone === 'success' ? 'bg-success' : 'bg-danger',
      )}
    >
      <Icon aria-hidden="true" size={22} className="shrink-0" />
      <p className="grow py-2">{text}</p>
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
