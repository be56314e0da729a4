import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditCsv, auditLines } from '#shared/contract/audit.ts'
import { timeZoneName } from '../../i18n/time-zone.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { fetchFile } from '../../platform/files/fetch-file.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { type ListFilters, useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { ExportButton } from '../../ui/step-up/download-button.tsx'
import { type AuditFilters, NO_FILTERS, toQuery } from './audit-filters.ts'
import { type AuditEntry, auditQuery } from './audit-queries.ts'
import { ChainPanel } from './chain-panel.tsx'
import { Who } from './who.tsx'

/** The audit log: actor, action and target, newest first. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const filters = useAddressFilters(NO_FILTERS)
  const query = useQuery(auditQuery(filters))
  const columns = useColumns()
  const { nameOf } = useActionNames()
  const [entry, setEntry] = useState<AuditEntry>()
  return (
    <StaffPage
      title={t('title')}
      lead={`${t('lead')} ${t('times', { zone: timeZoneName(useLanguage()) })}`}
    >
      <ChainPanel />
      <Filters filters={filters} />
      <StaffList
        query={query}
        filters={filters}
        failure={t('failed')}
        pages={t('pages')}
        sizes={[10, 25, 50, 100]}
        name="audit"
        label={t('title')}
        columns={columns}
        rowKey={({ seq }) => String(seq)}
        onOpen={setEntry}
        openLabel={(row) => t('open', { action: nameOf(row), seq: row.seq })}
        empty={<EmptyState icon={<ScrollText size={30} />} title={t('empty')} />}
        noMatch={{ title: t('noMatch.title'), text: t('noMatch.text') }}
      />
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

/** Who looks up a stranger stands in the row as the account to ask: said twice, it reads as a search for themselves. */
const otherThanActor = ({ actor, target }: AuditEntry): string => (target === actor ? '' : target)

function useColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { nameOf } = useActionNames()
  return [
    {
      key: 'action',
      header: t('columns.action'),
      rowHeader: true,
      cell: (entry) => <span className="font-semibold">{nameOf(entry)}</span>,
    },
    {
      key: 'at',
      header: t('columns.at'),
      card: 'line',
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {format.dateTime(at)}
        </time>
      ),
    },
    { key: 'actor', header: t('columns.actor'), cell: ({ actor }) => <Who id={actor} /> },
    {
      key: 'target',
      header: t('columns.target'),
      isBlank: (entry) => otherThanActor(entry) === '',
      cell: (entry) => <Who id={otherThanActor(entry)} detail={entry.detail} />,
    },
    {
      key: 'seq',
      header: t('columns.seq'),
      end: true,
      wideOnly: true,
      cell: ({ seq }) => <span className="text-muted">{format.number(seq)}</span>,
    },
  ]
}

function Filters({ filters }: { readonly filters: ListFilters<AuditFilters> }) {
  const { t } = useTranslation('audit')
  const { options } = useActionNames()
  const language = useLanguage()
  const query = toQuery(filters.values)
  return (
    <FilterBar
      label={t('filters.label')}
      filters={filters}
      fields={{
        actor: { label: t('filters.actor') },
        action: {
          label: t('filters.action'),
          options: [{ value: '', label: t('filters.all') }, ...options],
        },
        target: { label: t('filters.target') },
        from: { label: t('filters.from'), type: 'date' },
        to: { label: t('filters.to'), type: 'date' },
      }}
      end={
        <ExportButton
          formats={['csv', 'jsonl']}
          why={t('export.why')}
          doneText={t('export.done')}
          truncatedText={t('export.truncated')}
          load={(format) =>
            format === 'csv'
              ? fetchFile(auditCsv, { query: { ...query, language } })
              : fetchFile(auditLines, { query })
          }
        />
      }
    />
  )
}

interface EntryDialogProps {
  readonly entry: AuditEntry | undefined
  readonly onFilter: (filter: Partial<AuditFilters>) => void
  readonly onClose: () => void
}

function EntryDialog({ entry, onFilter, onClose }: EntryDialogProps) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={t('one.title', { seq: entry === undefined ? '' : format.number(entry.seq) })}
      size="lg"
    >
      {entry !== undefined && (
        <div className="grid gap-5">
          <EntryFacts entry={entry} />
          <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col">
            <Button variant="secondary" onClick={() => onFilter({ actor: entry.actor })}>
              {t('one.sameActor')}
            </Button>
            {entry.target !== '' && (
              <Button variant="secondary" onClick={() => onFilter({ target: entry.target })}>
                {t('one.sameTarget')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { nameOf } = useActionNames()
  return (
    <Facts
      items={[
        {
          label: t('columns.action'),
          value: (
            <>
              {nameOf(entry)}{' '}
              <span className="block font-mono text-sm font-normal text-muted">
                <Ltr>{entry.action}</Ltr>
              </span>
            </>
          ),
        },
        {
          label: t('columns.at'),
          value: <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>,
        },
        { label: t('columns.actor'), value: <Who id={entry.actor} /> },
        { label: t('columns.target'), value: <Who id={entry.target} detail={entry.detail} /> },
        {
          label: t('one.detail'),
          value:
            Object.keys(entry.detail).length === 0 ? (
              ''
            ) : (
              <ul className="grid gap-1 font-mono text-sm font-normal">
                {Object.entries(entry.detail).map(([name, value]) => (
                  <li key={name}>
                    <Ltr className="break-all">{`${name}: ${detailText(value)}`}</Ltr>
                  </li>
                ))}
              </ul>
            ),
        },
        {
          label: t('one.request'),
          value:
            entry.requestId === '' ? (
              ''
            ) : (
              <Ltr className="font-mono text-sm font-normal break-all">{entry.requestId}</Ltr>
            ),
        },
      ]}
    />
  )
}

/** One value of the detail, as it was written. */
const detailText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

type Names = { readonly [part: string]: string | Names }

const flat = (names: Names, before = ''): { readonly value: string; readonly label: string }[] =>
  Object.entries(names).flatMap(([part, name]) =>
    typeof name === 'string'
      ? { value: `${before}${part}`, label: name }
      : flat(name, `${before}${part}.`),
  )

interface ActionNames {
  /** The options stand in the order of the reader's language. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Says what was decided, where the row holds it. An action that an older or newer server wrote is shown as it is. */
  readonly nameOf: (entry: Pick<AuditEntry, 'action' | 'detail'>) => string
}

/** What the log calls `member.updated`, in words. The texts are the list: a test holds them against the code. */
function useActionNames(): ActionNames {
  const { t } = useTranslation('audit')
  const language = useLanguage()
  const options = flat(t('actions', { returnObjects: true }) as unknown as Names).sort(
    (one, other) => one.label.localeCompare(other.label, language),
  ) // the part of the file below `actions`
  // "Approved or rejected" in a filter is one of the two in a row.
  const decisions = flat(t('decisions', { returnObjects: true }) as unknown as Names) // as above
  return {
    options,
    nameOf: ({ action, detail }) =>
      decisions.find(({ value }) => value === `${action}.${String(detail['status'])}`)?.label ??
      options.find(({ value }) => value === action)?.label ??
      action,
  }
}
