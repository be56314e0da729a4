import { useQuery } from '@tanstack/react-query'
import { Inbox, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { CLAIM_STATUSES, CLAIM_SUBJECTS } from '#shared/contract/claims.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { DataTable } from '../../ui/staff/data-table.tsx'
import { FilterBar, FilterSelect, FilterText } from '../../ui/staff/filter-bar.tsx'
import { Pager } from '../../ui/staff/pager.tsx'
import { sortText } from '../../ui/staff/table-types.ts'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { type AddressFilters, useAddressFilters } from '../../ui/staff/use-address-filters.ts'
import { type ClaimFilters, claimsQuery, statusOf, USUAL_FILTERS } from './claim-queries.ts'
import { useClaimColumns } from './use-claim-columns.tsx'
import { useClaimsPath } from './use-claims-path.ts'

/** What people wrote through the contact form; at first what still waits for somebody. */
export function ClaimsPage() {
  const { t } = useTranslation('claims')
  const filters = useAddressFilters(USUAL_FILTERS)
  const { values, page, size, setPage, setSize, setSort } = filters
  const sort = filters.sort ?? { key: 'createdAt', direction: 'desc' as const }
  const query = useQuery(claimsQuery(values, page, size, sortText(sort)))
  const navigate = useNavigate()
  const { list } = useClaimsPath()
  const columns = useClaimColumns()
  const { data, error } = query
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <Filters filters={filters} />
      {error !== null && data === undefined ? (
        <LoadFailure
          title={t('errors.list')}
          error={error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {error !== null && (
            <LoadFailure
              title={t('errors.stale')}
              error={error}
              busy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          )}
          <DataTable
            label={t('title')}
            rows={data?.items}
            columns={columns}
            rowKey={({ id }) => id}
            sort={sort}
            onSort={setSort}
            onOpen={({ id }) =>
              void navigate(`${list}/${id}`, { state: { search: window.location.search } })
            }
            openLabel={({ id, userName }) => t('open', { id, name: userName })}
            busy={query.isPlaceholderData}
            empty={<NoClaims filters={filters} />}
          />
          {data !== undefined && (
            <Pager
              label={t('pages')}
              page={page}
              size={size}
              total={data.total}
              totalIsCapped={data.totalIsCapped}
              onPage={setPage}
              onSize={setSize}
            />
          )}
        </div>
      )}
    </StaffPage>
  )
}

interface FiltersProps {
  readonly filters: AddressFilters<ClaimFilters & Record<string, string>>
}

function Filters({ filters: { values, set, clear, activeCount } }: FiltersProps) {
  const { t } = useTranslation('claims')
  const all = { value: '', label: t('filters.all') }
  return (
    <FilterBar label={t('filters.label')} activeCount={activeCount} onClear={clear}>
      <FilterText label={t('filters.q')} value={values.q} onChange={(q) => set({ q })} />
      <FilterSelect
        label={t('filters.status')}
        value={statusOf(values.status) ?? ''}
        options={[
          ...CLAIM_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
          all,
        ]}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={t('filters.subject')}
        value={values.subject}
        options={[
          all,
          ...CLAIM_SUBJECTS.map((subject) => ({ value: subject, label: t(`subjects.${subject}`) })),
        ]}
        onChange={(subject) => set({ subject })}
      />
    </FilterBar>
  )
}

/** Nothing waits is good news; nothing found is another thing, and the way out of it stands beside. */
function NoClaims({ filters: { values, activeCount, clear, set } }: FiltersProps) {
  const { t } = useTranslation('claims')
  if (activeCount === 0)
    return (
      <EmptyState icon={<Inbox size={30} />} title={t('empty.title')}>
        <p>{t('empty.text')}</p>
      </EmptyState>
    )
  return (
    <EmptyState icon={<SearchX size={30} />} title={t('noMatch.title')}>
      <p>{t('noMatch.text')}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {values.status !== '' && (
          <Button variant="secondary" onClick={() => set({ status: '' })}>
            {t('noMatch.everyStatus')}
          </Button>
        )}
        <Button variant="quiet" onClick={clear}>
          {t('noMatch.clear')}
        </Button>
      </div>
    </EmptyState>
  )
}
