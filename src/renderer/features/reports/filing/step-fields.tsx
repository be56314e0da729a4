import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import {
  DayField,
  type ReportFieldsProps,
  WhatFields,
  WhereFields,
  WhoFields,
} from '../../../parts/report-form/report-fields.tsx'
import { EvidenceList } from '../../../parts/report-form/upload/evidence-list.tsx'
import { CountryField } from '../../../ui/combo/country-field.tsx'
import { FoldedAdvice } from '../../../ui/folded-advice.tsx'
import { RequiredNote } from '../../../ui/form/required-note.tsx'
import { CheckStep } from './check-step.tsx'
import { draftQueue } from './draft.ts'
import type { FilingStep } from './steps.ts'
import type { FilingReport } from './use-create-report.ts'

/** The id of the heading of the step. */
export const STEP_TITLE = 'step-title'

interface StepFieldsProps {
  readonly step: FilingStep
  readonly report: FilingReport
  /** What keeps the report from being filed. */
  readonly problem: Ref<HTMLElement>
  readonly onGo: (step: FilingStep, field: string) => void
}

/** What is asked in a step. */
export function StepFields({ step, report, problem, onGo }: StepFieldsProps) {
  const { t } = useTranslation('reportWrite')
  if (step === 'check') return <CheckStep report={report} problem={problem} onGo={onGo} />
  if (step === 'evidence')
    return (
      <>
        <p className="max-w-2xl text-muted">{t('part.evidenceLead')}</p>
        <div className="grid grid-cols-1 sm:grid-cols-2">
          <EvidenceList queue={draftQueue} errors={report.itemErrors} camera />
        </div>
      </>
    )
  const props: ReportFieldsProps = {
    CountryChoice: CountryField,
    words: report.words,
    faults: report.faults,
    onChange: report.change,
    hints: true,
    unsaid: report.unsaid,
    onUnsaid: report.setUnsaid,
  }
  return (
    <>
      {step === 'what' && <Safety />}
      <RequiredNote />
      <fieldset aria-labelledby={STEP_TITLE} className="field-lines min-w-0">
        {step === 'what' && <WhatFields {...props} />}
        {step === 'where' && (
          <>
            <WhereFields {...props} />
            <DayField {...props} />
          </>
        )}
        {step === 'who' && <WhoFields {...props} />}
      </fieldset>
    </>
  )
}

/** The warning about details that endanger lives, before the first field. */
function Safety() {
  const { t } = useTranslation('reportWrite')
  return (
    <FoldedAdvice title={t('safety.title')} short={t('safety.names')}>
      <li>{t('safety.pictures')}</li>
      <li>{t('safety.public')}</li>
      <li className="font-semibold">{t('safety.never')}</li>
    </FoldedAdvice>
  )
}
