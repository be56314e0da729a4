import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { FaultSummary } from '../../../ui/form/fault-summary.tsx'
import { FILING_STEPS, type FilingStep, fieldsOf, stepAddress } from './steps.ts'
import type { FilingReport } from './use-create-report.ts'

interface FilingFaultsProps {
  readonly ref: Ref<HTMLElement>
  readonly report: FilingReport
  /** One step; all of them otherwise, and then the title says why the report was not filed. */
  readonly step?: FilingStep
  readonly title?: string
  readonly lead?: string
  /** Leads to a field by its name. */
  readonly onGo: (step: FilingStep, field: string) => void
}

/** What a step, or the report, misses: a link to each fault. Takes the focus. */
export function FilingFaults({ ref, report, step: only, title, lead, onGo }: FilingFaultsProps) {
  const { t } = useTranslation(['reportWrite', 'ui'])
  const { words, faults, items, itemErrors } = report
  const found = FILING_STEPS.filter((step) => only === undefined || step === only).flatMap(
    (step) => [
      ...fieldsOf(step)
        .filter((field) => faults[field] !== undefined)
        .map((field) => ({
          step,
          field: field as string,
          // "Say who was harmed." names its field.
          text:
            words[field].trim() === ''
              ? String(faults[field])
              : t('fault.of', { name: t(`field.${field}`), fault: faults[field] }),
        })),
      ...items
        .filter(({ key }) => step === 'evidence' && itemErrors[key] !== undefined)
        .map(({ key, name }) => ({
          step,
          field: key,
          text: t('fault.of', { name: `\u2068${name}\u2069`, fault: itemErrors[key] }),
        })),
    ],
  )
  if (only !== undefined && found.length === 0) return null
  return (
    <FaultSummary
      ref={ref}
      title={title ?? t('ui:fault.summary', { count: found.length })}
      {...(lead !== undefined && { lead })}
      faults={found.map(({ step, field, text }) => ({
        text,
        href: `${stepAddress(step)}#${field}`,
        onFollow: () => onGo(step, field),
      }))}
    />
  )
}
