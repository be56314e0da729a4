import { useQuery } from '@tanstack/react-query'
import { Inbox, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { CLAIM_STATUSES, CLAIM_SUBJECTS } from '#shared/contract/claims.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DataTable, type Column } from '../../ui/staff/table/data-table.tsx'
import { FilterBar, FilterSelect, FilterText } from '../../ui/staff/filters/filter-bar.tsx'
import { sortText } from '../../ui/staff/table/table-types.ts'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import {
  type AddressFilters,
  useAddressFilters,
} from '../../ui/staff/filters/use-address-filters.ts'
import {
  type ClaimFilters,
  claimsQuery,
  statusOf,
  USUAL_FILTERS,
  type ListedClaim,
} from './claim-queries.ts'
import { useClaimsPath } from './use-claims-path.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { ClaimStatus } from './claim-status.tsx'
import { PagedStaffList } from '../../ui/staff/staff-list.tsx'

function useClaimColumns(): readonly Column<ListedClaim>[] {
  const { t } = useTranslation('claims')
  const format = useFormat()
  return [
    {
      key: 'id',
      header: t('columns.reference'),
      rowHeader: true,
      cell: ({ id }) => <Ltr className="whitespace-nowrap">{id}</Ltr>,
    },
    {
      key: 'sender',
      header: t('columns.sender'),
      cell: ({ userName, userId }) => (
        <>
          <span className="font-semibold wrap-break-word">
            <Auto>{userName}</Auto>
          </span>
          <span className="block text-muted">
            {t(userId === null ? 'sender.visitorShort' : 'sender.member')}
          </span>
        </>
      ),
    },
    {
      key: 'subject',
      header: t('columns.subject'),
      cell: ({ subject }) => t(`subjects.${subject}`),
    },
    {
      key: 'message',
      header: t('columns.message'),
      cell: ({ message }) => (
        // A separate line in the direction of its text, so that the dots of an Arabic message are at its end.
        <span
          dir="auto"
          className="line-clamp-2 max-w-md min-w-40 wrap-anywhere @max-[900px]:min-w-30"
        >
          {message}
        </span>
      ),
    },
    { key: 'status', header: t('columns.status'), cell: (claim) => <ClaimStatus {...claim} /> },
    {
      key: 'createdAt',
      header: t('columns.age'),
      sortable: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.dateTime(createdAt)} className="whitespace-nowrap">
          {format.relative(createdAt)}
        </time>
      ),
    },
  ]
}

/** The messages of the contact form; at first those that wait for staff. */
export function ClaimsPage() {
  const { t } = useTranslation('claims')
  const filters = useAddressFilters(USUAL_FILTERS)
  const { values, page, size, setSort } = filters
  const sort = filters.sort ?? { key: 'createdAt', direction: 'desc' as const }
  const query = useQuery(claimsQuery(values, page, size, sortText(sort)))
  const navigate = useNavigate()
  const { list } = useClaimsPath()
  const columns = useClaimColumns()
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <Filters filters={filters} />
      <PagedStaffList
        query={query}
        failure={t('errors.list')}
        stale={t('errors.stale')}
        pages={t('pages')}
        address={filters}
      >
        {(shown) => (
          <DataTable
            name="claims"
            label={t('title')}
            rows={shown?.items}
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
        )}
      </PagedStaffList>
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
