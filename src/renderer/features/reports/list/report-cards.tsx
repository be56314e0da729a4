import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { CutDescription } from '../../../parts/report/cut-description.tsx'
import { NamingText, Perpetrator } from '../../../parts/report/perpetrator.tsx'
import { ReportPlace } from '../../../parts/report/place.tsx'
import { UnpublishedMark, StatusBadge, WitnessMark } from '../../../parts/report/status-badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { CardActions, type StaffActions } from '../staff/row-actions.tsx'
import {
  EvidenceLink,
  isNotPublic,
  RejectedNote,
  TitleLink,
  WithheldMark,
} from './report-parts.tsx'

interface ReportCardsProps {
  readonly reports: readonly Report[]
  readonly busy: boolean
  readonly staff: StaffActions | undefined
}

/** The list on a phone: one card for each report, in the reading order of a case. */
export function ReportCards({ reports, busy, staff }: ReportCardsProps) {
  return (
    <ul aria-busy={busy} className={cx('grid gap-4 transition-opacity', busy && 'opacity-60')}>
      {reports.map((report) => (
        <li key={report.id} data-row={report.id}>
          <ReportCard report={report} staff={staff} />
        </li>
      ))}
    </ul>
  )
}

function ReportCard({
  report,
  staff,
}: {
  readonly report: Report
  readonly staff: StaffActions | undefined
}) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  return (
    <article
      aria-labelledby={`report-${report.id}`}
      className="rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {t('number', { id: report.id })} ·{' '}
          <time dateTime={report.createdAt}>
            {format.date(new Date(report.createdAt), 'medium')}
          </time>
        </span>
        <StatusBadge report={report} />
      </div>
      <UnpublishedMark report={report} />
      <WitnessMark report={report} />
      {isNotPublic(report) ? (
        <h3 id={`report-${report.id}`} className="mt-2">
          <RejectedNote report={report} />
        </h3>
      ) : (
        <CardWords report={report} />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isNotPublic(report) && <EvidenceLink report={report} words />}
        {staff !== undefined && <CardActions report={report} {...staff} />}
      </div>
    </article>
  )
}

/** What the report says. */
function CardWords({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  return (
    <>
      <h3 id={`report-${report.id}`} dir="auto" className="mt-2 text-lg headline">
        <TitleLink report={report} />
      </h3>
      <CutDescription report={report} />
      <WithheldMark report={report} />
      <dl className="mt-3 grid gap-2 border-t border-line pt-3 text-sm">
        <Fact term={t('columns.location')}>
          <ReportPlace report={report} />
        </Fact>
        <Fact term={t('columns.victim')}>
          <NamingText report={report} field="victim" />
        </Fact>
        <Fact term={t('columns.perpetrator')}>
          <Perpetrator report={report} />
        </Fact>
      </dl>
    </>
  )
}

const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-3">
    <dt className="basis-26 text-muted">{term}</dt>
    <dd className="min-w-0 grow basis-40 text-left rtl:text-right">{children}</dd>
  </div>
)
