import { useQuery } from '@tanstack/react-query'
import { Inbox, Play, SearchX, Eye, Hand, UserSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { REQUEST_STATUSES } from '#shared/contract/duplicates.ts'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DataTable, type Column } from '../../ui/staff/table/data-table.tsx'
import {
  FilterBar,
  FilterDate,
  FilterSelect,
  FilterText,
} from '../../ui/staff/filters/filter-bar.tsx'
import { ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import {
  type AddressFilters,
  useAddressFilters,
} from '../../ui/staff/filters/use-address-filters.ts'
import { DeletedRequests } from './bin/deleted-requests.tsx'
import { JustDeletedRequest } from './bin/just-deleted.tsx'
import { requestListQuery, openNext, portraitsQuery, PORTRAITS_PER_PAGE } from './queries.ts'
import { NO_FILTERS, type RequestFilters, toQuery } from './request-filters.ts'
import { readCountry } from '#shared/domain/people/countries.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import type { ReviewLock } from '#shared/contract/base/review-lock.ts'
import type { ListedRequest } from '#shared/contract/requests.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { RequestStatusBadge } from './request-status.tsx'
import { useCall } from '../../ui/form/use-call.ts'
import { PagedStaffList } from '../../ui/staff/staff-list.tsx'

/** The present reviewer of a request, in one line of a list. */
function ClaimMark({ claim }: { readonly claim: ReviewLock | null }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  if (claim === null) return <span className="text-muted">{t('claim.nobody')}</span>
  const Icon = claim.mine ? Hand : Eye
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-info" />
      <span>
        {claim.mine ? t('claim.you') : <Auto>{claim.by.name}</Auto>}
        <span className="block text-xs text-muted">
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
      sortable: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt, 'medium')}</time>,
    },
    {
      key: 'status',
      header: t('columns.status'),
      cell: ({ status }) => <RequestStatusBadge status={status} />,
    },
    {
      key: 'claim',
      header: t('columns.claim'),
      cell: ({ claim, status }) => (status === 'pending' ? <ClaimMark claim={claim} /> : NONE),
    },
  ]
}

/** All registration requests, with links to the review. */
export function RequestsPage() {
  const { t } = useTranslation('registrationRequests')
  const filters = useAddressFilters(NO_FILTERS)
  const columns = useRequestColumns()
  const navigate = useNavigate()
  const { search } = useLocation()
  const query = useQuery(
    requestListQuery(toQuery(filters.values, filters.page, filters.size, filters.sort)),
  )
  const open = (id: string): void =>
    void navigate(id, { relative: 'path', state: { list: search } })
  return (
    <StaffPage title={t('title')} lead={t('lead')} end={<Start onOpen={open} />}>
      <JustDeletedRequest />
      <StatusTabs filters={filters} />
      <FilterFields filters={filters} />
      <PagedStaffList
        query={query}
        failure={t('messages.fetchError')}
        pages={t('pages')}
        address={filters}
      >
        {(list) => (
          <DataTable
            name="requests"
            label={t('title')}
            rows={list?.items}
            columns={columns}
            rowKey={({ requestId }) => requestId}
            sort={filters.sort ?? { key: 'createdAt', direction: 'desc' }}
            onSort={filters.setSort}
            onOpen={({ requestId }) => open(requestId)}
            busy={query.isPlaceholderData}
            isCurrent={({ claim }) => claim?.mine === true}
            empty={<Nothing filters={filters} />}
          />
        )}
      </PagedStaffList>
    </StaffPage>
  )
}

const TABS = [
  { status: 'pending', word: 'pending' },
  { status: 'decided', word: 'decided' },
  { status: '', word: 'all' },
] as const

/** What waits comes first; what is decided stands behind a tab. */
function StatusTabs({
  filters: { values, set },
}: {
  readonly filters: AddressFilters<RequestFilters>
}) {
  const { t } = useTranslation('registrationRequests')
  return (
    <fieldset aria-label={t('queue.tabs.label')} className="-my-2 flex gap-1 border-b border-line">
      {TABS.map(({ status, word }) => (
        <button
          key={word}
          type="button"
          aria-pressed={values.status === status}
          onClick={() => set({ status })}
          className={cx(
            '-mb-px min-h-11 border-b-2 px-4 font-semibold',
            values.status === status
              ? 'border-brand text-brand'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {t(`queue.tabs.${word}`)}
        </button>
      ))}
    </fieldset>
  )
}

function FilterFields({ filters }: { readonly filters: AddressFilters<RequestFilters> }) {
  const { t } = useTranslation('registrationRequests')
  const { values, set } = filters
  const options = [
    { value: '', label: t('filters.allStatuses') },
    { value: 'decided', label: t('queue.tabs.decided') },
    ...REQUEST_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
  ]
  return (
    <FilterBar label={t('filters.title')} activeCount={filters.activeCount} onClear={filters.clear}>
      <FilterText label={t('filters.q')} value={values.q} onChange={(q) => set({ q })} />
      <FilterSelect
        label={t('filters.status')}
        value={values.status}
        options={options}
        onChange={(status) => set({ status })}
      />
      <FilterText
        label={t('filters.tribe')}
        type="text"
        value={values.tribe}
        onChange={(tribe) => set({ tribe })}
      />
      <FilterDate
        label={t('filters.from')}
        value={values.from}
        onChange={(from) => set({ from })}
      />
      <FilterDate label={t('filters.to')} value={values.to} onChange={(to) => set({ to })} />
    </FilterBar>
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
      <DeletedRequests />
      <PortraitsLink />
      <Button
        icon={<Play aria-hidden="true" size={18} className="mirror" />}
        busy={busy}
        onClick={start}
      >
        {t('queue.start')}
      </Button>
      {said !== undefined && (
        <Notice tone="info" className="basis-full">
          {said}
        </Notice>
      )}
    </>
  )
}

function Nothing({ filters }: { readonly filters: AddressFilters<RequestFilters> }) {
  const { t } = useTranslation('registrationRequests')
  const { values, activeCount, clear, set } = filters
  if (activeCount === 0)
    return (
      <EmptyState icon={<Inbox size={30} />} title={t('queue.empty')}>
        <p>{t('empty.text')}</p>
        <Button variant="secondary" className="mt-4" onClick={() => set({ status: '' })}>
          {t('empty.decided')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState icon={<SearchX size={30} />} title={t('empty.noMatchTitle')}>
      <p>{t('empty.noMatchText')}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {values.status === NO_FILTERS.status && (
          <Button variant="secondary" onClick={() => set({ status: '' })}>
            {t('empty.decided')}
          </Button>
        )}
        <Button variant="secondary" onClick={clear}>
          {t('empty.clear')}
        </Button>
      </div>
    </EmptyState>
  )
}

/** A link to the other queue, with the number that wait in it. */
function PortraitsLink() {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const { data } = useQuery(portraitsQuery(1, PORTRAITS_PER_PAGE))
  const count = data?.total ?? 0
  return (
    <LinkButton
      to="portraits"
      relative="path"
      variant="secondary"
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
