import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'

export interface StepsProps {
  readonly steps: readonly string[]
  /** Index of the step that is being done; `steps.length` when all are. */
  readonly current: number
}

/**
 * The progress in a longer form. On a phone the names are replaced by "step 2 of 3" and the present
 * name.
 */
export function Steps({ steps, current }: StepsProps) {
  const { t } = useTranslation('ui')
  const shown = Math.min(current, steps.length - 1)
  return (
    <div>
      <p className="mb-2 text-sm sm:hidden">
        <span className="text-muted">
          {t('steps.position', { number: shown + 1, total: steps.length })}
        </span>{' '}
        <span className="font-semibold">{steps[shown]}</span>
        {current > shown && ` (${t('steps.done')})`}
      </p>
      <ol aria-label={t('steps.label')} className="flex gap-1.5 sm:gap-3">
        {steps.map((name, index) => {
          const state = index < current ? 'done' : index === current ? 'now' : 'ahead'
          return (
            <li
              key={name}
              aria-current={state === 'now' ? 'step' : undefined}
              className="min-w-0 flex-1"
            >
              <span
                aria-hidden="true"
                className={cx(
                  'block h-1.5 rounded-sm',
                  state === 'ahead' ? 'bg-line' : state === 'now' ? 'bg-sun' : 'bg-brand',
                )}
              />
              <span className="mt-2 hidden items-start gap-2 sm:flex">
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-bold',
                    state === 'done' && 'border-brand bg-brand text-on-brand',
                    state === 'now' && 'border-brand text-brand',
                    state === 'ahead' && 'border-line-strong text-muted',
                  )}
                >
                  {state === 'done' ? <Check size={14} /> : index + 1}
                </span>
                <span className={cx('text-sm', state === 'now' ? 'font-semibold' : 'text-muted')}>
                  {name}
                  {state === 'done' && <span className="sr-only"> ({t('steps.done')})</span>}
                </span>
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
