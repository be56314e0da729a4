import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CalendarPlus, ClipboardCheck, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { LANGUAGES } from '#shared/domain/text/languages.ts'
import { foldForSearch } from '#shared/domain/text/search-text.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { type EventItem, eventsQuery } from '../../platform/calls/content-queries.ts'
import { Auto } from '../../ui/bidi.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { type ListAddress, pageOf } from '../../ui/staff/filters/address-filters.ts'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { useTableFits } from '../../ui/use-media-query.ts'
import { EventState } from './event-state.tsx'
import { eventWhen } from './event-when.ts'

/** The words are part of a title or a place, in any language. */
const NO_FILTERS = { q: '', status: '' }

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
  { values: { q, status }, sort }: ListAddress<typeof NO_FILTERS>,
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

/** A row of the table has room for icons, a card for words. */
const ICON_LINK = { variant: 'quiet', className: 'size-11 px-0! text-ink!' } as const
const WORD_LINK = { variant: 'secondary' } as const
const STATES = ['upcoming', 'past', 'draft', 'cancelled'] as const

/** All events, for planners and for staff at the door. */
export function EventsTab() {
  const { t } = useTranslation('staffEvents')
  const { base, manages: writes } = useDashboard()
  const language = useLanguage()
  const navigate = useNavigate()
  const columns = useColumns()
  const fits = useTableFits()
  const look = fits ? ICON_LINK : WORD_LINK
  const filters = useAddressFilters(NO_FILTERS)
  const query = useQuery({
    ...eventsQuery,
    select: (events) => pageOf(arrangeEvents(events, filters), filters),
  })
  const open = (event: EventItem): void =>
    void navigate(`${base}/events/${event.id}${event.status === 'draft' && writes ? '/edit' : ''}`)
  const actions = ({ id, status, content }: EventItem) => {
    const { title } = content[language]
    return (
      <>
        {status !== 'draft' && (
          <LinkButton
            {...look}
            to={`${base}/events/${id}`}
            aria-label={t('list.attendanceOf', { title })}
            title={t('list.attendanceOf', { title })}
            icon={<ClipboardCheck aria-hidden="true" size={20} />}
          >
            {!fits && t('attendance.title')}
          </LinkButton>
        )}
        {writes && (
          <LinkButton
            {...look}
            to={`${base}/events/${id}/edit`}
            aria-label={t('list.edit', { title })}
            title={t('list.edit', { title })}
            icon={<Pencil aria-hidden="true" size={20} />}
          >
            {!fits && t('list.editShort')}
          </LinkButton>
        )}
      </>
    )
  }
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
      <FilterBar
        label={t('list.filter')}
        filters={filters}
        fields={{
          q: { label: t('list.search') },
          status: {
            label: t('list.status'),
            options: [
              { value: '', label: t('list.all') },
              ...STATES.filter((state) => writes || state !== 'draft').map((state) => ({
                value: state,
                label: t(`status.${state}`),
              })),
            ],
          },
        }}
      />
      <StaffList
        query={query}
        filters={filters}
        failure={t('list.failed')}
        pages={t('list.title')}
        name="events"
        label={t('list.title')}
        columns={columns}
        unsorted={t('nextFirst')}
        rowKey={({ id }) => id}
        busy={query.isFetching}
        onOpen={open}
        openLabel={({ content }) => content[language].title}
        actions={actions}
        empty={
          <EmptyState icon={<CalendarDays size={30} />} title={t('list.empty')}>
            {t(writes ? 'list.emptyText' : 'list.emptyReading')}
          </EmptyState>
        }
        noMatch={{ title: t('list.noMatch'), text: t('list.noMatchText') }}
      />
    </StaffPage>
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
      card: 'line',
      sortable: 'date',
      cell: (event) => eventWhen(event, language),
    },
    {
      key: 'status',
      header: t('column.status'),
      card: 'line',
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
