import { useQuery } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditCsv, auditLines } from '#shared/contract/audit.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { fetchFile } from '../../platform/files/fetch-file.ts'
import { Button } from '../../ui/button/button.tsx'
import { DownloadButton } from '../../ui/button/download-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import {
  FilterBar,
  FilterDate,
  FilterSelect,
  FilterText,
} from '../../ui/staff/filters/filter-bar.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import {
  type AddressFilters,
  useAddressFilters,
} from '../../ui/staff/filters/use-address-filters.ts'
import { type AuditFilters, NO_FILTERS, toQuery } from './audit-filters.ts'
import { type AuditEntry, auditQuery } from './audit-queries.ts'
import { ChainPanel } from './chain-panel.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { Who } from './entry-parts.tsx'
import { useActionNames } from './use-action-names.ts'
import { PagedStaffList } from '../../ui/staff/staff-list.tsx'

/** The audit log: actor, action and target, newest first. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const filters = useAddressFilters(NO_FILTERS)
  const { values, page, size } = filters
  const query = useQuery(auditQuery(values, page, size))
  const columns = useColumns()
  const { nameOf } = useActionNames()
  const [entry, setEntry] = useState<AuditEntry>()
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <ChainPanel />
      <Filters filters={filters} />
      <PagedStaffList
        query={query}
        failure={t('failed')}
        pages={t('pages')}
        sizes={[10, 25, 50, 100]}
        address={filters}
      >
        {(list) => (
          <DataTable
            label={t('title')}
            rows={list?.items}
            columns={columns}
            rowKey={({ seq }) => String(seq)}
            onOpen={setEntry}
            openLabel={({ action, seq }) => t('open', { action: nameOf(action), seq })}
            busy={query.isPlaceholderData}
            empty={<Nothing filtered={filters.activeCount > 0} onClear={filters.clear} />}
          />
        )}
      </PagedStaffList>
      <EntryDialog
        entry={entry}
        onFilter={(filter) => {
          filters.set({ ...NO_FILTERS, ...filter })
          setEntry(undefined)
        }}
        onClose={() => setEntry(undefined)}
      />
    </StaffPage>
  )
}

function useColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { nameOf } = useActionNames()
  return [
    {
      key: 'action',
      header: t('columns.action'),
      rowHeader: true,
      cell: ({ action }) => <span className="font-semibold">{nameOf(action)}</span>,
    },
    {
      key: 'at',
      header: t('columns.at'),
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {format.dateTime(at)}
        </time>
      ),
    },
    { key: 'actor', header: t('columns.actor'), cell: ({ actor }) => <Who id={actor} /> },
    { key: 'target', header: t('columns.target'), cell: ({ target }) => <Who id={target} /> },
    {
      key: 'seq',
      header: t('columns.seq'),
      end: true,
      wideOnly: true,
      cell: ({ seq }) => <span className="text-muted">{format.number(seq)}</span>,
    },
  ]
}

function Filters({
  filters: { values, set, clear, activeCount },
}: {
  readonly filters: AddressFilters<AuditFilters>
}) {
  const { t } = useTranslation('audit')
  const { options } = useActionNames()
  const texts = {
    why: t('export.why'),
    doneText: t('export.done'),
    truncatedText: t('export.truncated'),
  }
  return (
    <FilterBar
      label={t('filters.label')}
      activeCount={activeCount}
      onClear={clear}
      end={
        <>
          <DownloadButton
            {...texts}
            label={t('export.csv')}
            load={() => fetchFile(auditCsv, { query: toQuery(values) })}
          />
          <DownloadButton
            {...texts}
            label={t('export.jsonl')}
            load={() => fetchFile(auditLines, { query: toQuery(values) })}
          />
        </>
      }
    >
      <FilterText
        label={t('filters.actor')}
        value={values.actor}
        onChange={(actor) => set({ actor })}
      />
      <FilterSelect
        label={t('filters.action')}
        value={values.action}
        options={[{ value: '', label: t('filters.all') }, ...options]}
        onChange={(action) => set({ action })}
      />
      <FilterText
        label={t('filters.target')}
        value={values.target}
        onChange={(target) => set({ target })}
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

function Nothing({
  filtered,
  onClear,
}: {
  readonly filtered: boolean
  readonly onClear: () => void
}) {
  const { t } = useTranslation('audit')
  if (!filtered) return <EmptyState icon={<ScrollText size={30} />} title={t('empty')} />
  return (
    <EmptyState icon={<SearchX size={30} />} title={t('noMatch.title')}>
      <p>{t('noMatch.text')}</p>
      <Button variant="secondary" className="mt-3" onClick={onClear}>
        {t('noMatch.clear')}
      </Button>
    </EmptyState>
  )
}
