import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'

/** `sun` and `on-night` stand on the dark ground of heroes and banners. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'sun' | 'on-night'
export type ButtonSize = 'md' | 'lg'

interface Looks {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: ReactNode
}

const VARIANT = {
  primary: 'bg-brand text-on-brand hover:not-disabled:bg-brand-strong',
  secondary:
    'border border-line-strong bg-surface text-ink hover:not-disabled:border-brand hover:not-disabled:text-brand',
  quiet: 'text-brand hover:not-disabled:bg-brand-soft',
  danger: 'bg-danger text-on-brand hover:not-disabled:underline',
  sun: 'bg-sun text-on-sun hover:underline',
  'on-night': 'border border-night-muted text-on-night hover:border-sun hover:text-sun',
} as const satisfies Record<ButtonVariant, string>

// min-h-11 is 44 px, the least that a thumb hits reliably.
const SIZE = {
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-13 px-6 text-lg',
} as const satisfies Record<ButtonSize, string>

/** Only the style, for elements that are neither a button nor a router link. */
export const buttonClass = ({
  variant = 'primary',
  size = 'md',
}: Omit<Looks, 'icon'> = {}): string =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-md py-2 text-center text-balance font-semibold transition-colors [&>svg]:shrink-0',
    'disabled:border-line disabled:bg-sunken disabled:text-muted aria-busy:cursor-progress',
    'forced-colors:border', // Windows contrast paints no background
    'print:hidden', // a link in the shape of a button: base.css hides those that are buttons
    VARIANT[variant],
    SIZE[size],
  )

export interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** Shows a spinner and ignores presses; the button keeps its focus and its width. */
  readonly busy?: boolean
  /** Looks as if disabled and ignores presses for a moment; the button keeps its focus. */
  readonly off?: boolean
}

export function Button({
  variant,
  size,
  busy = false,
  off = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      // Not `disabled`: that would drop the focus while the call is under way.
      aria-disabled={busy || off || undefined}
      onClick={busy || off ? (event) => event.preventDefault() : onClick}
      className={cx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }) }),
        off && 'border-line! bg-sunken! text-muted!',
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export interface LinkButtonProps extends LinkProps, Looks {}

export function LinkButton({ variant, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link
      {...rest}
      className={cx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {icon}
      {children}
    </Link>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its accessible name, and the tooltip that a mouse finds. */
  readonly label: string
  readonly icon: ReactNode
}

export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-ink transition-colors',
        'hover:not-disabled:bg-sunken disabled:text-muted',
        className,
      )}
    >
      {icon}
    </button>
  )
}
