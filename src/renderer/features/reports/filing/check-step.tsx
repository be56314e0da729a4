import { Pencil, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { UNSAID_FIELDS, type WordField } from '../../../parts/report-form/report-form.ts'
import { isOnItsWay } from '../../../parts/report-form/upload/queue-item.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { LinkButton } from '../../../ui/button/button.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { fieldsOf, type FilingStep, stepAddress, FILING_STEPS } from './steps.ts'
import type { FilingReport } from './use-create-report.ts'

interface CheckStepProps {
  readonly report: FilingReport
  readonly problem: Ref<HTMLDivElement>
  readonly onGo: (step: FilingStep, field: WordField | 'fault') => void
}

/** Everything as it will be filed, each part with the way to change it. */
export function CheckStep({ report, problem, onGo }: CheckStepProps) {
  const { t } = useTranslation('reportWrite')
  return (
    <>
      <p className="max-w-2xl text-muted">{t('check.lead')}</p>
      <Problem report={report} problem={problem} onGo={onGo} />
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
    </>
  )
}

/** Why it was not filed, and a link to each fault. Takes the focus. */
function Problem({ report, problem, onGo }: CheckStepProps) {
  const { t } = useTranslation('reportWrite')
  const { notice, faults, items, itemErrors } = report
  if (notice === undefined) return null
  const found = [
    ...FILING_STEPS.flatMap((step) =>
      fieldsOf(step)
        .filter((field) => faults[field] !== undefined)
        .map((field) => ({
          step,
          aim: field as WordField | 'fault',
          text: t('check.fault', { name: t(`field.${field}`), fault: faults[field] }),
        })),
    ),
    ...items
      .filter(({ key }) => itemErrors[key] !== undefined)
      .map(({ key, name }) => ({
        step: 'evidence' as const,
        aim: 'fault' as const,
        text: t('check.fault', { name: `\u2068${name}\u2069`, fault: itemErrors[key] }),
      })),
  ]
  return (
    <div
      ref={problem}
      tabIndex={-1}
      role="alert"
      className="rounded-md border border-s-4 border-danger bg-danger-soft p-4"
    >
      <p className="flex items-start gap-2.5 font-semibold">
        <TriangleAlert aria-hidden="true" size={22} className="mt-px shrink-0 text-danger" />
        {notice.title}
      </p>
      <div className="ps-8">
        <p>{notice.text}</p>
        <ul>
          {found.map(({ step, aim, text }) => (
            <li key={text}>
              <a
                href={stepAddress(step)}
                onClick={(event) => {
                  event.preventDefault()
                  onGo(step, aim)
                }}
                className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere sm:min-h-9"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
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
        label: t(`field.${field}`),
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
            {item.description.trim() === '' ? <Missing /> : <Auto>{item.description}</Auto>}
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
