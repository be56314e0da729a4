import { Check, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isOnItsWay } from '../../../parts/report-form/upload/queue-item.ts'
import { cx } from '../../../ui/cx.ts'
import { fieldsOf, type FilingStep, stepAddress, FILING_STEPS } from './steps.ts'
import type { FilingReport } from './use-create-report.ts'

interface StepListProps {
  readonly step: FilingStep
  readonly report: FilingReport
}

/** All steps, each a link: with their names beside the form where there is room, else as numbers above it. */
export function StepList({ step, report }: StepListProps) {
  const { t } = useTranslation(['reportWrite', 'ui'])
  const sending = report.items.filter(isOnItsWay).length
  const isFaulty = (one: FilingStep): boolean =>
    fieldsOf(one).some((field) => report.faults[field] !== undefined) ||
    (one === 'evidence' && Object.values(report.itemErrors).some((error) => error !== undefined))
  return (
    <nav aria-label={t('ui:steps.label')} className="grid gap-1">
      <p className="text-sm text-muted lg:hidden">
        {t('ui:steps.position', {
          number: FILING_STEPS.indexOf(step) + 1,
          total: FILING_STEPS.length,
        })}{' '}
        {t(`steps.${step}`)}
      </p>
      <ol className="flex gap-2 lg:grid lg:gap-0.5">
        {FILING_STEPS.map((one, index) => {
          const state = isFaulty(one) ? 'faulty' : report.isDone(one) ? 'done' : 'open'
          const isHere = one === step
          return (
            <li key={one}>
              <Link
                to={stepAddress(one)}
                aria-current={isHere ? 'step' : undefined}
                className={cx(
                  'flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-md text-sm hover:bg-sunken lg:justify-start lg:px-3',
                  isHere && 'bg-brand-soft font-semibold forced-colors:border',
                )}
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-7 shrink-0 place-items-center rounded-full border text-xs font-bold',
                    state === 'done' && 'border-brand bg-brand text-on-brand',
                    state === 'faulty' && 'border-danger text-danger',
                    state === 'open' && 'border-line-strong',
                  )}
                >
                  {state === 'done' ? (
                    <Check size={15} strokeWidth={3} />
                  ) : state === 'faulty' ? (
                    <TriangleAlert size={15} />
                  ) : (
                    index + 1
                  )}
                </span>
                <span className="max-lg:sr-only">{t(`steps.${one}`)}</span>
                {state !== 'open' && (
                  <span className="sr-only">
                    ({t(state === 'done' ? 'ui:steps.done' : 'steps.faulty')})
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ol>
      <p aria-live="polite" className={sending > 0 ? 'text-sm text-muted lg:px-3' : 'sr-only'}>
        {sending > 0 && t('steps.sending', { count: sending })}
      </p>
    </nav>
  )
}
