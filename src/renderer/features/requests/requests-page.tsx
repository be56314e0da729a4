import { useQuery } from '@tanstack/react-query'
import { Inbox, Play, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { REQUEST_STATUSES } from '#shared/contract/duplicates.ts'
import { CallFailure } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DataTable } from '../../ui/staff/data-table.tsx'
import { FilterBar, FilterDate, FilterSelect, FilterText } from '../../ui/staff/filter-bar.tsx'
import { Pager } from '../../ui/staff/pager.tsx'
import { ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { type AddressFilters, useAddressFilters } from '../../ui/staff/use-address-filters.ts'
import { DeletedRequests } from './bin/deleted-requests.tsx'
import { JustDeletedRequest } from './bin/just-deleted.tsx'
import { PortraitsLink } from './portraits/portraits-link.tsx'
import { requestListQuery } from './queries.ts'
import { NO_FILTERS, type RequestFilters, toQuery } from './request-filters.ts'
import { takeNext } from './review/take-next.ts'
import { useRequestColumns } from './use-request-columns.tsx'

/** Everybody who asked to become a member, and the way into the review. */
export function RequestsPage() {
  const { t } = useTranslation('registrationRequests')
  const filters = useAddressFilters(NO_FILTERS)
  const columns = useRequestColumns()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { data, isError, error, isFetching, isPlaceholderData, fetchStatus, refetch } = useQuery(
    requestListQuery(toQuery(filters.values, filters.page, filters.size, filters.sort)),
  )
  const open = (id: string): void =>
    void navigate(id, { relative: 'path', state: { list: search } })
  const failed = isError || (data === undefined && fetchStatus === 'paused')
  return (
    <StaffPage title={t('title')} lead={t('lead')} end={<Start onOpen={open} />}>
      <JustDeletedRequest />
      <FilterFields filters={filters} />
      {failed && (
        <LoadFailure
          title={t('messages.fetchError')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(!failed || data !== undefined) && (
        <DataTable
          label={t('title')}
          rows={data?.items}
          columns={columns}
          rowKey={({ requestId }) => requestId}
          sort={filters.sort ?? { key: 'createdAt', direction: 'desc' }}
          onSort={filters.setSort}
          onOpen={({ requestId }) => open(requestId)}
          busy={isPlaceholderData}
          isCurrent={({ claim }) => claim?.mine === true}
          empty={<Nothing filters={filters} />}
        />
      )}
      {data !== undefined && (
        <Pager
          label={t('pages')}
          page={data.page}
          size={data.size}
          total={data.total}
          totalIsCapped={data.totalIsCapped}
          onPage={filters.setPage}
          onSize={filters.setSize}
        />
      )}
    </StaffPage>
  )
}

function FilterFields({ filters }: { readonly filters: AddressFilters<RequestFilters> }) {
  const { t } = useTranslation('registrationRequests')
  const { values, set } = filters
  const options = [
    { value: '', label: t('filters.allStatuses') },
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

/** The way into the queue: the oldest request that no colleague has. */
function Start({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string>()
  const start = async (): Promise<void> => {
    setBusy(true)
    setSaid(undefined)
    try {
      const { requestId, heldByOthers } = await takeNext()
      if (requestId === null)
        setSaid(heldByOthers > 0 ? t('queue.allHeld', { count: heldByOthers }) : t('queue.empty'))
      else onOpen(requestId)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setSaid(problemText(t, error))
    } finally {
      setBusy(false)
    }
  }
  useShortcuts([{ keys: 'n', label: t('keys.start'), run: () => void start(), when: !busy }])
  return (
    <>
      <ShortcutsHelp />
      <DeletedRequests />
      <PortraitsLink />
      <Button
        icon={<Play aria-hidden="true" size={18} className="mirror" />}
        busy={busy}
        onClick={() => void start()}
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
