import { useQuery } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { auditCsv, auditLines } from '#shared/contract/audit.ts'
import { shortDeviceId } from '#shared/domain/card/kiosk-rules.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath } from '#shared/domain/people/roles.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { fetchFile } from '../../platform/files/fetch-file.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { DownloadButton } from '../../ui/button/download-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import {
  FilterBar,
  FilterDate,
  FilterSelect,
  FilterText,
} from '../../ui/staff/filters/filter-bar.tsx'
import {
  type AddressFilters,
  useAddressFilters,
} from '../../ui/staff/filters/use-address-filters.ts'
import { PagedStaffList } from '../../ui/staff/staff-list.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { type AuditFilters, NO_FILTERS, toQuery } from './audit-filters.ts'
import { type AuditEntry, auditQuery } from './audit-queries.ts'
import { ChainPanel } from './chain-panel.tsx'

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
            name="audit"
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
              {nameOf(entry.action)}{' '}
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
        { label: t('columns.target'), value: <Who id={entry.target} /> },
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

const MEMBER = /^member:(\d{1,15})$/
const DEVICE = /^device:([0-9a-f-]{36})$/
const DASHBOARD = dashboardPath('admin')
/** What has a page that an administrator, who alone reads the log, may open. */
const PAGES = {
  report: (id: string) => `/reports/${id}/evidence`,
  event: (id: string) => `${DASHBOARD}/events/${id}`,
  claim: (id: string) => `${DASHBOARD}/claims/${id}`,
} as const
const PAGE = /^(report|event|claim):([\w-]{1,64})$/
const LINK = 'inline-block rounded-sm text-brand underline-offset-4 hover:underline'

/** The actor or the target, with a link. People are card numbers here: the log holds no names. */
function Who({ id }: { readonly id: string }) {
  const { t } = useTranslation('audit')
  const number = MEMBER.exec(id)?.[1]
  if (number !== undefined)
    return (
      <Link to={`${DASHBOARD}/users/${cardId(Number(number))}`} className={LINK}>
        <Ltr className="whitespace-nowrap tabular-nums">{cardId(Number(number))}</Ltr>
      </Link>
    )
  const [, kind, key = ''] = PAGE.exec(id) ?? []
  if (kind === 'report' || kind === 'event' || kind === 'claim')
    return (
      <Link to={PAGES[kind](key)} className={LINK}>
        {t(`who.${kind}`)} <Ltr className="break-all tabular-nums">{key}</Ltr>
      </Link>
    )
  const device = DEVICE.exec(id)?.[1]
  if (device !== undefined)
    return (
      <span title={device}>
        {t('who.device')}{' '}
        <Ltr className="whitespace-nowrap text-muted tabular-nums">{shortDeviceId(device)}</Ltr>
      </span>
    )
  if (id === 'system') return <>{t('who.system')}</>
  if (id === 'anonymous') return <>{t('who.anonymous')}</>
  return id === '' ? <span className="text-muted">–</span> : <Ltr className="break-all">{id}</Ltr>
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
  /** In the order of the reader's language. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** An action that an older or newer server wrote is shown as it is. */
  readonly nameOf: (action: string) => string
}

/** What the log calls `member.updated`, in words. The texts are the list: a test holds them against the code. */
function useActionNames(): ActionNames {
  const { t } = useTranslation('audit')
  const language = useLanguage()
  const options = flat(t('actions', { returnObjects: true }) as unknown as Names).sort(
    (one, other) => one.label.localeCompare(other.label, language),
  ) // the part of the file below `actions`
  return {
    options,
    nameOf: (action) => options.find(({ value }) => value === action)?.label ?? action,
  }
}
