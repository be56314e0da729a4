import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { REPORT_CHECKS } from '#shared/domain/report/report-checks.ts'
import { isUnknown } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useSaid } from '../../parts/report/perpetrator.tsx'
import { ReportPlace } from '../../parts/report/place.tsx'
import { useWrittenIn } from '../../parts/report/use-written-in.ts'
import { Auto } from '../../ui/bidi.tsx'
import { cx } from '../../ui/cx.ts'
import { useReportType } from '../../ui/use-report-type.ts'

interface WrittenFact {
  readonly label: string
  readonly value: ReactNode
  /** What is said of it beside its label. */
  readonly note?: string | undefined
  /** Takes the whole line. */
  readonly wide?: boolean
  /** What nobody has to say is no gap in the account: without it there is no line. */
  readonly optional?: true
}

/** All that was written, in the order in which it is compared with the evidence. */
export function ReportWords({ report }: { readonly report: Report }) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const format = useFormat()
  const typeName = useReportType()
  const said = useSaid()
  const writtenIn = useWrittenIn(report.writtenIn)
  // The decision says them itself.
  const decided = report.status === 'verified' || report.status === 'rejected'
  const checks = REPORT_CHECKS.filter((check) => report.checks?.includes(check) === true)
  const long = (text: string, lang?: Report['writtenIn']): ReactNode =>
    text !== '' && (
      <p dir="auto" lang={lang} className="font-normal whitespace-pre-line">
        {text}
      </p>
    )
  const facts: readonly WrittenFact[] = [
    { label: t('field.type'), value: <Auto>{typeName(report)}</Auto> },
    { label: t('field.victim'), value: <Auto>{report.victim}</Auto> },
    { label: t('reports:columns.location'), value: <ReportPlace report={report} /> },
    {
      label: t('field.googleMapLink'),
      optional: true,
      value: report.googleMapLink !== '' && (
        <a
          href={report.googleMapLink}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 text-brand underline underline-offset-4"
        >
          <ExternalLink aria-hidden="true" size={16} className="mirror" />
          {t('desk.map')}
        </a>
      ),
    },
    {
      label: t('field.incidentDate'),
      optional: true,
      value: report.incidentDate !== null && format.date(report.incidentDate, 'medium'),
    },
    {
      label: t('field.description'),
      note: writtenIn,
      wide: true,
      value: long(report.description, report.writtenIn),
    },
    { label: t('field.actorName'), value: <Auto>{said(report.actorName)}</Auto> },
    { label: t('field.actor'), value: <Auto>{said(report.actor)}</Auto> },
    {
      label: t('field.actorDesc'),
      wide: true,
      value: long(
        said(report.actorDesc),
        isUnknown(report.actorDesc) ? undefined : report.writtenIn,
      ),
    },
    {
      label: t('field.verifierComment'),
      optional: true,
      wide: true,
      value: !decided && long(report.verifierComment ?? ''),
    },
    {
      label: t('desk.checked'),
      optional: true,
      wide: true,
      value:
        !decided &&
        checks.length > 0 &&
        format.list(checks.map((check) => t(`desk.checks.${check}`))),
    },
  ]
  return (
    <div className="@container">
      <dl className="grid gap-x-6 gap-y-3 @min-[21rem]:grid-cols-2">
        {facts
          .filter(({ value, optional = false }) => value !== false || !optional)
          .map(({ label, note, value, wide = false }) => (
            <div key={label} className={cx('min-w-0', wide && 'col-span-full')}>
              <dt className="text-sm text-muted">
                {label}
                {note !== undefined && ` · ${note}`}
              </dt>
              <dd className="font-semibold wrap-anywhere">
                {value === false ? <span className="text-muted">–</span> : value}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
