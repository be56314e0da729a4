import { cx } from '../../ui/cx.ts'
import type { EventTimes } from './event-times.ts'

/** The day as on a tear-off calendar. The line beside it says it in words, so this one is silent. */
export function DateBlock({
  times,
  quiet = false,
}: {
  readonly times: EventTimes
  readonly quiet?: boolean
}) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'w-20 shrink-0 self-start overflow-hidden rounded-md border bg-surface text-center sm:w-24',
        quiet ? 'border-line' : 'border-line-strong',
      )}
    >
      <div className={quiet ? 'h-2 bg-line' : 'weave h-2'} />
      <p className={cx('px-1 pt-2 text-sm font-semibold', quiet ? 'text-muted' : 'text-accent')}>
        {times.month}
      </p>
      <p className={cx('text-3xl headline tabular-nums', quiet && 'text-muted')}>{times.day}</p>
      <p className="pb-2 text-xs text-muted tabular-nums">{times.year}</p>
    </div>
  )
}
