import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CalendarPlus, ClipboardCheck, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { type EventItem, eventsQuery } from '../../platform/calls/content-queries.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { FilterBar, FilterSelect, FilterText } from '../../ui/staff/filters/filter-bar.tsx'
import { Pager } from '../../ui/staff/pager.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { EventState } from './event-state.tsx'
import { eventWhen } from './event-when.ts'
import { useDashboard } from './use-dashboard.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import type { Sort } from '../../ui/staff/table/table-types.ts'

interface EventWish {
  readonly status: string
  /** Part of a title or place, in any language. */
  readonly q: string
}

const matches = (event: EventItem, folded: string): boolean =>
  folded === '' ||
  LANGUAGES.some((language) =>
    foldForSearch(`${event.content[language].title} ${event.content[language].location}`).includes(
      folded,
    ),
  )

const VALUE: Readonly<Record<string, (event: EventItem) => number>> = {
  when: ({ startsAt }) => Date.parse(startsAt),
  places: ({ registeredCount }) => registeredCount,
}

/** Default order: the next event first, past ones last. */
function arrangeEvents(
  events: readonly EventItem[],
  { status, q }: EventWish,
  sort: Sort | undefined,
): readonly EventItem[] {
  const folded = foldForSearch(q.trim())
  const found = events.filter(
    (event) => (status === '' || event.status === status) && matches(event, folded),
  )
  const value = VALUE[sort?.key ?? '']
  if (value !== undefined)
    return found.toSorted(
      (one, other) => (value(one) - value(other)) * (sort?.direction === 'desc' ? -1 : 1),
    )
  const isOver = ({ status: state }: EventItem): number => (state === 'past' ? 1 : 0)
  const start = ({ startsAt }: EventItem): number => Date.parse(startsAt)
  return found.toSorted(
    (one, other) =>
      isOver(one) - isOver(other) || (start(one) - start(other)) * (isOver(one) === 1 ? -1 : 1),
  )
}

const STATES = ['upcoming', 'past', 'draft', 'cancelled'] as const

/** All events, for planners and for staff at the door. */
export function EventsTab() {
  const { t } = useTranslation('staffEvents')
  const { base, writes } = useDashboard()
  const query = useQuery(eventsQuery)
  return (
    <StaffPage
      title={t('list.title')}
      lead={t(writes ? 'list.lead' : 'list.leadReading')}
      end={
        writes && (
          <LinkButton
            to={`${base}/events/new`}
            icon={<CalendarPlus aria-hidden="true" size={20} />}
          >
            {t('list.add')}
          </LinkButton>
        )
      }
    >
      {query.data === undefined && (query.isError || query.fetchStatus === 'paused') ? (
        <LoadFailure
          title={t('list.failed')}
          error={query.error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <EventList events={query.data} busy={query.isFetching} base={base} writes={writes} />
      )}
    </StaffPage>
  )
}

interface EventListProps {
  readonly events: readonly EventItem[] | undefined
  readonly busy: boolean
  readonly base: string
  readonly writes: boolean
}

function EventList({ events, busy, base, writes }: EventListProps) {
  const { t } = useTranslation('staffEvents')
  const language = useLanguage()
  const navigate = useNavigate()
  const columns = useColumns()
  const { values, page, size, sort, set, setPage, setSize, setSort, clear, activeCount } =
    useAddressFilters({ q: '', status: '' })
  const found = events === undefined ? undefined : arrangeEvents(events, values, sort)
  const last = Math.max(1, Math.ceil((found?.length ?? 0) / size))
  const shown = Math.min(page, last)
  const open = (event: EventItem): void =>
    void navigate(`${base}/events/${event.id}${event.status === 'draft' && writes ? '/edit' : ''}`)
  return (
    <>
      <FilterBar label={t('list.filter')} activeCount={activeCount} onClear={clear}>
        <FilterText label={t('list.search')} value={values.q} onChange={(q) => set({ q })} />
        <FilterSelect
          label={t('list.status')}
          value={values.status}
          options={[
            { value: '', label: t('list.all') },
            ...STATES.filter((state) => writes || state !== 'draft').map((state) => ({
              value: state,
              label: t(`status.${state}`),
            })),
          ]}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        name="events"
        label={t('list.title')}
        rows={found?.slice((shown - 1) * size, shown * size)}
        columns={columns}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        busy={busy && events !== undefined}
        onOpen={open}
        openLabel={({ content }) => content[language].title}
        actions={rowActions(base, writes)}
        empty={
          <EmptyState
            icon={<CalendarDays size={30} />}
            title={t(activeCount > 0 ? 'list.noMatch' : 'list.empty')}
          >
            {t(
              activeCount > 0
                ? 'list.noMatchText'
                : writes
                  ? 'list.emptyText'
                  : 'list.emptyReading',
            )}
          </EmptyState>
        }
      />
      {found !== undefined && (
        <Pager
          label={t('list.title')}
          page={shown}
          size={size}
          total={found.length}
          onPage={setPage}
          onSize={setSize}
        />
      )}
    </>
  )
}

const rowActions = (base: string, writes: boolean) => (event: EventItem) => (
  <RowActions event={event} base={base} writes={writes} />
)

const ICON_LINK = 'size-11 px-0!'

function RowActions({
  event,
  base,
  writes,
}: {
  readonly event: EventItem
  readonly base: string
  readonly writes: boolean
}) {
  const { t } = useTranslation('staffEvents')
  const { title } = event.content[useLanguage()]
  return (
    <>
      {event.status !== 'draft' && (
        <LinkButton
          variant="quiet"
          className={ICON_LINK}
          to={`${base}/events/${event.id}`}
          aria-label={t('list.attendanceOf', { title })}
          title={t('list.attendanceOf', { title })}
          icon={<ClipboardCheck aria-hidden="true" size={20} />}
        />
      )}
      {writes && (
        <LinkButton
          variant="quiet"
          className={ICON_LINK}
          to={`${base}/events/${event.id}/edit`}
          aria-label={t('list.edit', { title })}
          title={t('list.edit', { title })}
          icon={<Pencil aria-hidden="true" size={20} />}
        />
      )}
    </>
  )
}

function useColumns(): readonly Column<EventItem>[] {
  const { t } = useTranslation('staffEvents')
  const language = useLanguage()
  const format = useFormat()
  return [
    {
      key: 'title',
      header: t('column.title'),
      rowHeader: true,
      cell: ({ content }) => <Auto>{content[language].title}</Auto>,
    },
    {
      key: 'when',
      header: t('column.when'),
      sortable: true,
      cell: (event) => eventWhen(event, language),
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <EventState status={status} />,
    },
    {
      key: 'places',
      header: t('column.places'),
      sortable: true,
      end: true,
      cell: ({ registeredCount, capacity }) =>
        t('column.taken', {
          taken: format.number(registeredCount),
          capacity: capacity === null ? t('unlimited') : format.number(capacity),
        }),
    },
    {
      key: 'waiting',
      header: t('column.waiting'),
      end: true,
      wideOnly: true,
      cell: ({ waitingCount = 0 }) => format.number(waitingCount),
    },
    {
      key: 'came',
      header: t('column.came'),
      end: true,
      wideOnly: true,
      cell: ({ checkedInCount = 0 }) => format.number(checkedInCount),
    },
  ]
}
