import { useQuery } from '@tanstack/react-query'
import { Inbox, Play, Eye, Hand, Trash2, UserSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ReviewLock } from '#shared/contract/base/review-lock.ts'
import { REQUEST_STATUSES } from '#shared/contract/duplicates.ts'
import type { ListedRequest } from '#shared/contract/requests.ts'
import { readCountry } from '#shared/domain/people/countries.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { type ListFilters, useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { MoreMenu } from '../../ui/staff/more-menu.tsx'
import { KeyHint, ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import { StatusTabs } from '../../ui/staff/status-tabs.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { DeletedRequests } from './bin/deleted-requests.tsx'
import { JustDeletedRequest } from './bin/just-deleted.tsx'
import { requestListQuery, openNext, portraitsQuery, PORTRAITS_PER_PAGE } from './queries.ts'
import { NO_FILTERS, type RequestFilters, toQuery, usualSort } from './request-filters.ts'
import { RequestStatusBadge } from './request-status.tsx'

/** The present reviewer of a request, in one line of a list. */
function ClaimMark({ claim }: { readonly claim: ReviewLock | null }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  if (claim === null)
    return (
      <>
        <span aria-hidden="true" className="text-muted">
          –
        </span>
        <span className="sr-only">{t('claim.nobody')}</span>
      </>
    )
  const Icon = claim.mine ? Hand : Eye
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-info" />
      <span>
        {claim.mine ? t('claim.you') : <Auto>{claim.by.name}</Auto>}
        <span className="block text-xs whitespace-nowrap text-muted">
          {t('claim.until', { time: format.time(claim.until) })}
        </span>
      </span>
    </span>
  )
}

/** Also where a decided request no longer holds it. */
const NONE = <span className="text-muted">–</span>

function useRequestColumns(): readonly Column<ListedRequest>[] {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('columns.name'),
      rowHeader: true,
      cell: (row) => <Auto>{fullName(row)}</Auto>,
    },
    {
      key: 'requestId',
      header: t('columns.id'),
      card: 'half',
      cell: ({ requestId }) => <Ltr className="tabular-nums">{requestId}</Ltr>,
    },
    {
      key: 'tribe',
      header: t('columns.tribe'),
      wideOnly: true,
      cell: ({ tribe }) => (tribe === '' ? NONE : <Auto>{tribe}</Auto>),
    },
    {
      key: 'country',
      header: t('columns.country'),
      wideOnly: true,
      cell: ({ currentCountry }) =>
        currentCountry === ''
          ? NONE
          : format.country(readCountry(currentCountry) ?? currentCountry),
    },
    {
      key: 'createdAt',
      header: t('columns.createdAt'),
      sortable: 'date',
      card: 'half',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {format.date(createdAt, 'medium')}
        </time>
      ),
    },
    {
      key: 'status',
      header: t('columns.status'),
      card: 'half',
      cell: ({ status }) => <RequestStatusBadge status={status} />,
    },
    {
      key: 'claim',
      header: t('columns.claim'),
      card: 'half',
      isBlank: ({ claim, status }) => status !== 'pending' || claim === null,
      cell: ({ claim, status }) => (status === 'pending' ? <ClaimMark claim={claim} /> : NONE),
    },
  ]
}

/** As the server counts them: each that is not pending. */
const DECIDED = REQUEST_STATUSES.filter((status) => status !== 'pending')
const TABS = [
  { status: 'pending', word: 'pending', holds: [] },
  { status: 'decided', word: 'decided', holds: DECIDED },
  { status: '', word: 'all', holds: [] },
] as const

/** All registration requests, with links to the review. */
export function RequestsPage() {
  const { t } = useTranslation('registrationRequests')
  const filters = useAddressFilters(NO_FILTERS)
  const columns = useRequestColumns()
  const navigate = useNavigate()
  const { search } = useLocation()
  const query = useQuery(requestListQuery(toQuery(filters)))
  const open = (id: string): void =>
    void navigate(id, { relative: 'path', state: { list: search } })
  const decided = (
    <Button variant="secondary" onClick={() => filters.set({ status: '' })}>
      {t('empty.decided')}
    </Button>
  )
  return (
    <StaffPage title={t('title')} lead={t('lead')} end={<Start onOpen={open} />}>
      <JustDeletedRequest />
      <StatusTabs
        label={t('queue.tabs.label')}
        tabs={TABS.map(({ status, word, holds }) => ({
          value: status,
          label: t(`queue.tabs.${word}`),
          holds,
        }))}
        value={filters.values.status}
        onChoose={(status) => filters.set({ status })}
      />
      <FilterFields filters={filters} />
      <StaffList
        query={query}
        filters={filters}
        usualSort={usualSort(filters.values)}
        failure={t('messages.fetchError')}
        pages={t('pages')}
        name="requests"
        label={t('title')}
        columns={columns}
        rowKey={({ requestId }) => requestId}
        onOpen={({ requestId }) => open(requestId)}
        isCurrent={({ claim }) => claim?.mine === true}
        empty={
          <EmptyState icon={<Inbox size={30} />} title={t('queue.empty')}>
            <p>{t('empty.text')}</p>
            <div className="mt-4">{decided}</div>
          </EmptyState>
        }
        noMatch={{
          title: t('empty.noMatchTitle'),
          text: t('empty.noMatchText'),
          actions: filters.values.status === NO_FILTERS.status && decided,
        }}
      />
    </StaffPage>
  )
}

function FilterFields({ filters }: { readonly filters: ListFilters<RequestFilters> }) {
  const { t } = useTranslation('registrationRequests')
  const { status } = filters.values
  const isDecided = status === 'decided' || DECIDED.some((one) => one === status)
  return (
    <FilterBar
      label={t('filters.title')}
      filters={filters}
      fields={{
        q: { label: t('filters.q') },
        // The tabs choose the status; only those that were decided differ further.
        status: isDecided
          ? {
              label: t('filters.status'),
              options: [
                { value: 'decided', label: t('filters.allStatuses') },
                ...(['approved', 'rejected'] as const).map((value) => ({
                  value,
                  label: t(`status.${value}`),
                })),
              ],
            }
          : undefined,
        tribe: { label: t('filters.tribe'), type: 'text' },
        from: { label: t('filters.from'), type: 'date' },
        to: { label: t('filters.to'), type: 'date' },
      }}
    />
  )
}

/** Opens the queue: the oldest request without a review lock. */
function Start({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const { run, busy, done, notice } = useCall(async () => {
    const next = await openNext()
    if (next.requestId !== null) onOpen(next.requestId)
    return next
  })
  const { role } = useDashboard()
  const [isBinOpen, setBinOpen] = useState(false)
  const start = (): void => void run()
  const nothing =
    done?.value.requestId === null &&
    (done.value.heldByOthers > 0
      ? t('queue.allHeld', { count: done.value.heldByOthers })
      : t('queue.empty'))
  const said = notice ?? (nothing || undefined)
  useShortcuts([{ keys: 'n', label: t('keys.start'), run: start, when: !busy }])
  return (
    <>
      <ShortcutsHelp />
      {role === 'admin' ? (
        <MoreMenu>
          <Button
            variant="secondary"
            icon={<Trash2 aria-hidden="true" size={18} />}
            onClick={() => setBinOpen(true)}
          >
            {t('bin.title')}
          </Button>
          <PortraitsLink />
        </MoreMenu>
      ) : (
        <PortraitsLink className="max-sm:px-2 max-sm:[&>svg]:hidden" />
      )}
      <DeletedRequests open={isBinOpen} onOpenChange={setBinOpen} />
      <Button
        icon={<Play aria-hidden="true" size={18} className="mirror" />}
        busy={busy}
        aria-keyshortcuts="n"
        className="max-sm:px-3 max-sm:[&>kbd]:hidden"
        onClick={start}
      >
        {t('queue.start')} <KeyHint name="n" />
      </Button>
      {said !== undefined && (
        <Notice tone="info" className="basis-full">
          {said}
        </Notice>
      )}
    </>
  )
}

/** A link to the other queue, with the number that wait in it. */
function PortraitsLink({ className }: { readonly className?: string }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const { data } = useQuery(portraitsQuery(1, PORTRAITS_PER_PAGE))
  const count = data?.total ?? 0
  return (
    <LinkButton
      to="portraits"
      relative="path"
      variant="secondary"
      {...(className !== undefined && { className })}
      icon={<UserSquare aria-hidden="true" size={18} />}
    >
      {t('portraits.link')}
      {count > 0 && (
        <span className="rounded-full bg-brand px-2 text-sm text-on-brand tabular-nums">
          {format.number(count)}
          <span className="sr-only"> {t('portraits.waiting', { count })}</span>
        </span>
      )}
    </LinkButton>
  )
}
