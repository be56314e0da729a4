import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewLock } from '#shared/contract/base/review-lock.ts'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ReportPlace } from '../../parts/report/place.tsx'
import { StatusBadge, WitnessMark } from '../../parts/report/status-badge.tsx'
import { Auto } from '../../ui/bidi.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { HolderMark } from '../../ui/staff/desk/lock-notice.tsx'
import { QueueList } from '../../ui/staff/desk/queue-list.tsx'
import { useReportType } from '../../ui/use-report-type.ts'
import { reportHoldersQuery, reportQueueQuery } from './desk-queries.ts'

const TABS = ['open', 'verified', 'rejected'] as const
type Tab = (typeof TABS)[number]

const tabOf = (status: Report['status']): Tab =>
  status === 'verified' || status === 'rejected' ? status : 'open'

interface ReportQueueProps {
  readonly currentId: number
  /** Undefined until it is loaded; null where there is no such report. */
  readonly report: Report | null | undefined
}

/** Reports that wait, and behind tabs those that are decided. */
export function ReportQueue({ currentId, report }: ReportQueueProps) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const format = useFormat()
  const typeName = useReportType()
  const [tab, setTab] = useState<Tab>('open')
  const [followed, setFollowed] = useState<number>()
  if (report !== undefined && followed !== currentId) {
    // Wherever a report is opened from, the list is the one that it stands in. The reader may choose another.
    setFollowed(currentId)
    if (report !== null) setTab(tabOf(report.status))
  }
  const list = useQuery(reportQueueQuery(tab))
  const { data: holders } = useQuery(reportHoldersQuery)
  return (
    <QueueList
      label={t('desk.queue')}
      tabs={TABS.map((value) => ({ value, label: t(`desk.tabs.${value}`) }))}
      tab={tab}
      onTab={(next) => setTab(TABS.find((one) => one === next) ?? 'open')}
      currentId={String(currentId)}
      empty={t(tab === 'open' ? 'desk.nothingWaits' : 'desk.noneDecided')}
      {...(list.isError && {
        failed: <Notice tone="danger">{t('reports:fetchFailed')}</Notice>,
      })}
      lines={
        list.isPlaceholderData || followed === undefined
          ? undefined
          : withReport(list.data, report, tab)?.map((one) => ({
              id: String(one.id),
              title: (
                <>
                  {format.number(one.id)} · <Auto>{typeName(one)}</Auto>
                </>
              ),
              detail: (
                // One below the other in each row: beside it, only short places leave room for the day.
                <span className="grid">
                  <span>
                    <ReportPlace report={one} />
                  </span>
                  <span>{format.date(new Date(one.createdAt), 'medium')}</span>
                </span>
              ),
              mark: (
                <span className="flex flex-wrap gap-1">
                  {one.status === 'under review' && <StatusBadge report={one} />}
                  <WitnessMark report={one} />
                  <Holder claim={holders?.get(one.id)} />
                </span>
              ),
            }))
      }
    />
  )
}

/** The open report has a row even where the list is too long to reach it. */
const withReport = (
  list: readonly Report[] | undefined,
  report: Report | null | undefined,
  tab: Tab,
): readonly Report[] | undefined =>
  list === undefined ||
  report === null ||
  report === undefined ||
  tabOf(report.status) !== tab ||
  list.some(({ id }) => id === report.id)
    ? list
    : [...list, report]

function Holder({ claim }: { readonly claim: ReviewLock | undefined }) {
  const { t } = useTranslation('dashboard')
  return claim === undefined ? null : <HolderMark claim={claim} you={t('reportLock.you')} />
}
