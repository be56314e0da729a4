import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { REPORT_CHECKS } from '#shared/domain/report/report-checks.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useSaid } from '../../parts/report/perpetrator.tsx'
import { ReportPlace } from '../../parts/report/place.tsx'
import { Auto } from '../../ui/bidi.tsx'
import { useReportType } from '../../ui/use-report-type.ts'

/** All that was written, in the order in which it is compared with the evidence. */
export function ReportWords({ report }: { readonly report: Report }) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const format = useFormat()
  const typeName = useReportType()
  const said = useSaid()
  const checks = REPORT_CHECKS.filter((check) => report.checks?.includes(check) === true)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('field.type'), <Auto key="type">{typeName(report)}</Auto>],
    [t('field.description'), <Long key="description" text={report.description} />],
    [t('field.victim'), <Auto key="victim">{report.victim}</Auto>],
    [t('reports:columns.location'), <ReportPlace key="place" report={report} />],
    [
      t('field.googleMapLink'),
      report.googleMapLink !== '' && (
        <a
          key="map"
          href={report.googleMapLink}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 text-brand underline underline-offset-4"
        >
          <ExternalLink aria-hidden="true" size={16} className="mirror" />
          {t('desk.map')}
        </a>
      ),
    ],
    [
      t('field.incidentDate'),
      report.incidentDate !== null && format.date(report.incidentDate, 'medium'),
    ],
    [t('field.actorName'), <Auto key="name">{said(report.actorName)}</Auto>],
    [t('field.actor'), <Auto key="actor">{said(report.actor)}</Auto>],
    [t('field.actorDesc'), <Long key="desc" text={said(report.actorDesc)} />],
    [t('field.verifierComment'), <Long key="comment" text={report.verifierComment ?? ''} />],
    [
      t('desk.checked'),
      checks.length > 0 && format.list(checks.map((check) => t(`desk.checks.${check}`))),
    ],
  ]
  return (
    <dl className="grid gap-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-semibold wrap-anywhere">
            {value === false ? <span className="text-muted">–</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Long = ({ text }: { readonly text: string }) =>
  text === '' ? (
    <span className="text-muted">–</span>
  ) : (
    <Auto className="font-normal whitespace-pre-line">{text}</Auto>
  )
