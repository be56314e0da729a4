import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

export interface SelectOption {
  readonly value: string | number
  readonly label: string
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly options: readonly SelectOption[]
  /** In place of the arrow. */
  readonly icon?: LucideIcon
}

/** The box of a select that stands in a line of other controls. */
export const SELECT_IN_LINE =
  'min-h-11 max-w-full rounded-md border border-line-strong bg-surface py-1.5 ps-3 text-base text-ink'

/**
 * The browser's own select: on a phone it opens the wheel or sheet that people know. Its arrow is ours, because each browser
 * draws another one, which keeps neither the side of the language nor the theme.
 */
export function Select({ options, icon: Icon = ChevronDown, className, ...rest }: SelectProps) {
  return (
    <div className="relative min-w-0">
      <select {...rest} className={cx('appearance-none truncate pe-9', className)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        aria-hidden="true"
        size={18}
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
      />
    </div>
  )
}
