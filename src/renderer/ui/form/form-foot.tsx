import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface FormFootProps {
  /** `line`: one line of buttons, for which a phone has room as well. */
  readonly size: 'line' | 'block'
  readonly className?: string
  readonly children: ReactNode
}

/** Where there is room, the buttons of a long form stay in view at its foot. */
export const FormFoot = ({ size, className, children }: FormFootProps) => (
  <div
    className={cx(
      size === 'line'
        ? '[@media(min-height:30rem)]:sticky'
        : '[@media(min-width:64rem)_and_(min-height:44rem)]:sticky',
      'bottom-0 z-10 -mx-4 px-4 pb-3',
      className,
    )}
  >
    {children}
  </div>
)
