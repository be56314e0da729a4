import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { filingRules } from '#shared/contract/filing.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { BELOW_HEADING } from '../../../parts/report-form/form-parts.tsx'
import { UNSAID_FIELDS, type WordField } from '../../../parts/report-form/report-form.ts'
import { Thumbnail } from '../../../parts/report-form/upload/own-file.tsx'
import { isOnItsWay } from '../../../parts/report-form/upload/queue-item.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { FilingFaults } from './filing-faults.tsx'
import { fieldsOf, type FilingStep, stepAddress, FILING_STEPS } from './steps.ts'
import type { FilingReport } from './use-create-report.ts'

interface CheckStepProps {
  readonly report: FilingReport
  readonly problem: Ref<HTMLElement>
  readonly onGo: (step: FilingStep, field: string) => void
}

/** Everything as it will be filed, each part with the way to change it. */
export function CheckStep({ report, problem, onGo }: CheckStepProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <>
      <p className="max-w-2xl text-muted">{t('check.lead')}</p>
      {report.notice !== undefined && (
        <FilingFaults
          ref={problem}
          report={report}
          title={report.notice.title}
          lead={report.notice.text}
          onGo={onGo}
        />
      )}
      {FILING_STEPS.filter((step) => step !== 'check').map((step) => (
        <section
          key={step}
          aria-labelledby={`check-${step}`}
          className="rounded-lg border border-line bg-surface px-4 pt-2 pb-3 sm:px-6"
        >
          <header className="flex items-center justify-between gap-3">
            <h3 id={`check-${step}`} className="min-w-0 text-lg headline">
              {t(`steps.${step}`)}
            </h3>
            <LinkButton
              to={stepAddress(step)}
              variant="quiet"
              icon={<Pencil aria-hidden="true" size={17} />}
              aria-label={t('check.changeOf', { part: t(`steps.${step}`) })}
              className="-me-3 shrink-0"
            >
              {t('check.change')}
            </LinkButton>
          </header>
          <div className="wrap-anywhere whitespace-pre-line">
            {step === 'evidence' ? (
              <Files report={report} />
            ) : (
              <Words step={step} report={report} />
            )}
          </div>
        </section>
      ))}
      <Readers />
    </>
  )
}

/** Who reads it once it is sent, as the association has it set: nobody publishes without knowing it. */
function Readers() {
  const { t } = useTranslation('reportWrite')
  const { data: rules } = useQuery(readQuery(['reports', 'rules'], filingRules, {}))
  const reader = rules === undefined ? 'either' : rules.reviewed ? 'waiting' : 'public'
  return (
    <Notice tone="warning" title={t(`check.${reader}`)}>
      <ul className="list-disc ps-5">
        {rules !== undefined && (
          <li>{t(rules.withholdNames ? 'check.withheld' : 'check.named')}</li>
        )}
        <li>{t('check.recordings')}</li>
        <li>{t('safety.never')}</li>
      </ul>
    </Notice>
  )
}

interface PartProps {
  readonly step: FilingStep
  readonly report: FilingReport
}

function Words({ step, report: { words, unsaid } }: PartProps) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  function valueOf(field: WordField): ReactNode {
    const text = words[field].trim()
    if (UNSAID_FIELDS.some((one) => one === field && unsaid.includes(one)))
      return t(field === 'googleMapLink' ? 'unsaid.noLink' : 'unsaid.value')
    if (text === '') return field === 'incidentDate' ? undefined : <Missing />
    if (field === 'country') return format.country(text)
    if (field === 'incidentDate') return format.date(text, 'medium')
    return <Auto>{text}</Auto>
  }
  return (
    <Facts
      items={fieldsOf(step).map((field) => ({
        label: t(`field.${field}`, BELOW_HEADING),
        value: valueOf(field),
      }))}
    />
  )
}

function Files({ report: { items } }: Pick<PartProps, 'report'>) {
  const { t } = useTranslation('reportWrite')
  if (items.length === 0) return <p className="py-2.5 text-muted">{t('check.noFiles')}</p>
  return (
    <Facts
      items={items.map((item) => ({
        label: item.name,
        value: (
          <>
            {item.own !== undefined && item.kind === 'image' && <Thumbnail picture={item.own} />}
            {item.description.trim() === '' ? <Missing /> : <Auto>{item.description}</Auto>}
            {item.kind === 'audio' && (
              <span className="block text-sm font-normal text-muted">{t('check.recordings')}</span>
            )}
            {isOnItsWay(item) && (
              <span className="block text-sm font-normal text-muted">
                {t('file.state.sending')}
              </span>
            )}
          </>
        ),
      }))}
    />
  )
}

function Missing() {
  const { t } = useTranslation('reportWrite')
  return <span className="text-danger">{t('check.missing')}</span>
}
