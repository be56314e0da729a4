import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readReport, type Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/api.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useReportType } from '../../../ui/use-report-type.ts'
import { Place } from '../place.tsx'
import { UnpublishedMark } from '../staff/unpublished-mark.tsx'
import { StatusBadge } from '../status-badge.tsx'

/** What the evidence belongs to. Where this alone does not load, the evidence is shown all the same. */
export function ReportFacts({ id }: { readonly id: number }) {
  const { t } = useTranslation('evidence')
  const { data, isError } = useQuery({
    queryKey: ['reports', 'facts', id],
    queryFn: ({ signal }) => ask(readReport, { params: { id } }, { signal }),
  })
  if (isError) return null
  return (
    <Section title={t('facts')}>
      {data === undefined ? <Skeleton className="h-40" /> : <FactsOf report={data} />}
    </Section>
  )
}

function FactsOf({ report }: { readonly report: Report }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const typeName = useReportType()
  return (
    <Facts
      items={[
        { label: t('columns.report'), value: <Auto>{typeName(report)}</Auto> },
        { label: t('columns.location'), value: <Place report={report} /> },
        {
          label: t('happenedOn'),
          value:
            report.incidentDate === null ? null : (
              <time dateTime={report.incidentDate}>
                {format.date(report.incidentDate, 'medium')}
              </time>
            ),
        },
        {
          label: t('filedOn'),
          value: (
            <time dateTime={report.createdAt}>
              {format.date(new Date(report.createdAt), 'medium')}
            </time>
          ),
        },
        {
          label: t('columns.status'),
          value: (
            <>
              <StatusBadge report={report} />
              <UnpublishedMark report={report} />
            </>
          ),
        },
      ]}
    />
  )
}
