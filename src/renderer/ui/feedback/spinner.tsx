import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'

export interface SpinnerProps {
  /** Announced to screen readers. Without it the spinner is decoration beside a text. */
  readonly label?: string
  readonly className?: string
}

export function Spinner({ label, className }: SpinnerProps) {
  const ring = (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block size-5 animate-spin rounded-full border-[3px] border-current border-e-transparent',
        className,
      )}
    />
  )
  if (label === undefined) return ring
  return (
    <output className="inline-flex items-center gap-2">
      {ring}
      <span className="sr-only">{label}</span>
    </output>
  )
}

/** Fills the place of a page that is on its way: a whole screen, so that the footer does not jump when it comes. */
export function PageSpinner() {
  const { t } = useTranslation('common')
  return (
    <div className="flex min-h-dvh items-start justify-center pt-[30vh] text-brand">
      <Spinner label={t('loading')} className="size-9" />
    </div>
  )
}
