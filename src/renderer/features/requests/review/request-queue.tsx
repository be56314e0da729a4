import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedRequest } from '#shared/contract/requests.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { HolderMark } from '../../../ui/staff/desk/lock-notice.tsx'
import { QueueList } from '../../../ui/staff/desk/queue-list.tsx'
import { useWaiting } from '../../../ui/staff/refresh-counts.ts'
import { holdersQuery, reloadRequestLists, requestListQuery } from '../queries.ts'
import { RequestStatusBadge } from '../request-status.tsx'

const LINES = 50
const TABS = ['pending', 'decided'] as const
type Tab = (typeof TABS)[number]

/** Waiting requests, oldest first, or decided ones, newest first. The reviewers of each are fetched every few seconds. */
export function RequestQueue({ currentId }: { readonly currentId: string }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const [tab, setTab] = useState<Tab>('pending')
  const list = useQuery(
    requestListQuery({
      page: 1,
      size: LINES,
      status: tab,
      sort: tab === 'pending' ? 'createdAt' : '-createdAt',
    }),
  )
  const count = useWaiting().data?.requests
  const { data: live } = useQuery(holdersQuery)
  const waiting = live?.waiting
  // A colleague decided, or somebody registered: the list is read again, not every few seconds.
  const known = useRef(waiting)
  useEffect(() => {
    if (known.current !== undefined && known.current !== waiting) void reloadRequestLists()
    known.current = waiting
  }, [waiting])
  const holders = new Map(live?.holders.map(({ requestId, claim }) => [requestId, claim]))
  return (
    <QueueList
      label={t('queue.tabs.label')}
      tabs={TABS.map((value) => ({
        value,
        label: t(`queue.tabs.${value}`),
        ...(value === 'pending' && count !== undefined && { count: format.number(count) }),
      }))}
      tab={tab}
      onTab={(next) => setTab(next === 'decided' ? 'decided' : 'pending')}
      currentId={currentId}
      empty={t(tab === 'pending' ? 'queue.noneWaiting' : 'queue.noneDecided')}
      {...(list.isError && {
        failed: <Notice tone="danger">{t('messages.fetchError')}</Notice>,
      })}
      lines={
        list.isPlaceholderData
          ? undefined
          : list.data?.items.map((row) => ({
              id: row.requestId,
              title: <Auto>{fullName(row)}</Auto>,
              detail: (
                <>
                  <Ltr className="tabular-nums">{row.requestId}</Ltr> ·{' '}
                  {format.date(row.createdAt, 'medium')}
                </>
              ),
              mark: (
                <Mark
                  row={row}
                  claim={live === undefined ? row.claim : holders.get(row.requestId)}
                />
              ),
            }))
      }
    />
  )
}

function Mark({
  row: { status },
  claim,
}: {
  readonly row: ListedRequest
  readonly claim: ListedRequest['claim'] | undefined
}) {
  const { t } = useTranslation('registrationRequests')
  if (status !== 'pending')
    return (
      <span>
        <RequestStatusBadge status={status} />
      </span>
    )
  if (claim === undefined || claim === null) return null
  return <HolderMark claim={claim} you={t('claim.you')} />
}
