import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewLock } from '#shared/contract/base/review-lock.ts'
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

/** Reports that wait, and behind tabs those that are decided. */
export function ReportQueue({ currentId }: { readonly currentId: number }) {
  const { t } = useTranslation(['reportWrite', 'reports'])
  const format = useFormat()
  const typeName = useReportType()
  const [tab, setTab] = useState<Tab>('open')
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
        list.isPlaceholderData
          ? undefined
          : list.data?.map((report) => ({
              id: String(report.id),
              title: (
                <>
                  {format.number(report.id)} · <Auto>{typeName(report)}</Auto>
                </>
              ),
              detail: (
                <>
                  <ReportPlace report={report} /> ·{' '}
                  {format.date(new Date(report.createdAt), 'medium')}
                </>
              ),
              mark: (
                <span className="flex flex-wrap gap-1">
                  {report.status === 'under review' && <StatusBadge report={report} />}
                  <WitnessMark report={report} />
                  <Holder claim={holders?.get(report.id)} />
                </span>
              ),
            }))
      }
    />
  )
}

function Holder({ claim }: { readonly claim: ReviewLock | undefined }) {
  const { t } = useTranslation('dashboard')
  return claim === undefined ? null : <HolderMark claim={claim} you={t('reportLock.you')} />
}
