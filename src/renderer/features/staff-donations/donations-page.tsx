import { useQuery } from '@tanstack/react-query'
import { HandCoins, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLEDGE_STATUSES, type Pledge, pledgesCsv } from '#shared/contract/donations.ts'
import { DONATION_CAUSE_IDS } from '#shared/domain/donations.ts'
import { fetchFile } from '../../platform/fetch-file.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { DataTable } from '../../ui/staff/data-table.tsx'
import { FilterBar, FilterDate, FilterSelect, FilterText } from '../../ui/staff/filter-bar.tsx'
import { Pager } from '../../ui/staff/pager.tsx'
import { sortText } from '../../ui/staff/table-types.ts'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { type AddressFilters, useAddressFilters } from '../../ui/staff/use-address-filters.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { PledgeDialog } from './pledge-dialog.tsx'
import { NO_FILTERS, type PledgeFilters, pledgesQuery, toQuery } from './pledge-queries.ts'
import { TotalsPanel } from './totals.tsx'
import type { Deed } from './use-decision.ts'
import { usePledgeColumns } from './use-pledge-columns.tsx'

/** Promises of money, and what an administrator found at the bank. */
export function StaffDonationsPage() {
  const { t } = useTranslation('staffDonations')
  const filters = useAddressFilters(NO_FILTERS)
  const { values, page, size } = filters
  const sort = filters.sort ?? { key: 'createdAt', direction: 'desc' as const }
  const query = useQuery(pledgesQuery(values, page, size, sortText(sort)))
  const columns = usePledgeColumns()
  const [opened, setOpened] = useState<Pledge>()
  const [deed, setDeed] = useState<Deed>()
  const { data, error } = query
  // As the list has it now; one that has left the list (decided, under a filter) stays as it was opened.
  const current = data?.items.find(({ id }) => id === opened?.id) ?? opened
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <TotalsPanel />
      <Filters filters={filters} />
      {error !== null && (
        <LoadFailure
          title={t('failed')}
          error={error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {(error === null || data !== undefined) && (
        <DataTable
          label={t('title')}
          rows={data?.items}
          columns={columns}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={filters.setSort}
          onOpen={setOpened}
          openLabel={({ reference }) => t('open', { reference })}
          busy={query.isPlaceholderData}
          empty={<NoPledges filtered={filters.activeCount > 0} onClear={filters.clear} />}
        />
      )}
      {data !== undefined && (
        <Pager
          label={t('pages')}
          page={page}
          size={size}
          total={data.total}
          totalIsCapped={data.totalIsCapped}
          onPage={filters.setPage}
          onSize={filters.setSize}
        />
      )}
      <PledgeDialog
        pledge={deed === undefined ? current : undefined}
        onDecide={setDeed}
        onClose={() => setOpened(undefined)}
      />
      {opened !== undefined && deed !== undefined && (
        <DecideDialog
          pledge={opened}
          deed={deed}
          onClose={(now) => {
            setOpened(now ?? current)
            setDeed(undefined)
          }}
        />
      )}
    </StaffPage>
  )
}

function Filters({
  filters: { values, set, clear, activeCount },
}: {
  readonly filters: AddressFilters<PledgeFilters>
}) {
  const { t } = useTranslation(['staffDonations', 'donate'])
  const all = { value: '', label: t('filters.all') }
  return (
    <FilterBar
      label={t('filters.label')}
      activeCount={activeCount}
      onClear={clear}
      end={
        <DownloadButton
          label={t('export.button')}
          why={t('export.why')}
          doneText={t('export.done')}
          truncatedText={t('export.truncated')}
          load={() => fetchFile(pledgesCsv, { query: toQuery(values) })}
        />
      }
    >
      <FilterText label={t('filters.q')} value={values.q} onChange={(q) => set({ q })} />
      <FilterSelect
        label={t('filters.status')}
        value={values.status}
        options={[
          all,
          ...PLEDGE_STATUSES.map((status) => ({ value: status, label: t(`states.${status}`) })),
        ]}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={t('filters.cause')}
        value={values.cause}
        options={[
          all,
          ...DONATION_CAUSE_IDS.map((id) => ({ value: id, label: t(`donate:causes.${id}.title`) })),
        ]}
        onChange={(cause) => set({ cause })}
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

function NoPledges({
  filtered,
  onClear,
}: {
  readonly filtered: boolean
  readonly onClear: () => void
}) {
  const { t } = useTranslation('staffDonations')
  if (!filtered)
    return (
      <EmptyState icon={<HandCoins size={30} />} title={t('empty.title')}>
        <p>{t('empty.text')}</p>
      </EmptyState>
    )
  return (
    <EmptyState icon={<SearchX size={30} />} title={t('noMatch.title')}>
      <p>{t('noMatch.text')}</p>
      <Button variant="secondary" className="mt-3" onClick={onClear}>
        {t('noMatch.clear')}
      </Button>
    </EmptyState>
  )
}
