import { useQuery } from '@tanstack/react-query'
import { Inbox, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { CLAIM_STATUSES, CLAIM_SUBJECTS, CLAIMS_ABOUT } from '#shared/contract/claims.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterBar } from '../../ui/staff/filters/filter-bar.tsx'
import { type ListFilters, useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { KeyHint, ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import { StatusTabs } from '../../ui/staff/status-tabs.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { ClaimDue } from './claim-objection.tsx'
import {
  claimsQuery,
  type ListedClaim,
  nextClaim,
  statusOf,
  USUAL_FILTERS,
  usualSort,
} from './claim-queries.ts'
import { ClaimStatus } from './claim-status.tsx'
import { useClaimsPath } from './use-claims-path.ts'

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
      card: 'half',
      cell: ({ userName, userId }) => (
        <span className="grid grid-cols-[minmax(0,1fr)] justify-items-start @min-[1px]:max-w-48 @min-[1px]:min-w-30 @min-[900px]:min-w-40 print:min-w-24">
          <span dir="auto" title={userName} className="max-w-full truncate font-semibold">
            {userName}
          </span>
          <span className="text-muted">
            {t(userId === null ? 'sender.visitorShort' : 'sender.member')}
          </span>
        </span>
      ),
    },
    {
      key: 'subject',
      header: t('columns.subject'),
      card: 'half',
      cell: (claim) => (
        <>
          {claim.objection === null
            ? t(`subjects.${claim.subject}`)
            : `${t('objection.report')} ${claim.objection.reportId}: ${t(`objection.kinds.${claim.objection.kind}`)}`}
          <ClaimDue claim={claim} />
        </>
      ),
    },
    {
      key: 'message',
      header: t('columns.message'),
      wideOnly: 'table',
      card: 'line',
      cell: ({ message }) => (
        // A separate line in the direction of its text, so that the dots of an Arabic message are at its end.
        <span
          dir="auto"
          className="me-auto line-clamp-2 max-w-md wrap-anywhere @min-[900px]:min-w-32 print:min-w-44"
        >
          {message}
        </span>
      ),
    },
    {
      key: 'status',
      header: t('columns.status'),
      card: 'half',
      cell: (claim) => <ClaimStatus {...claim} />,
    },
    {
      key: 'createdAt',
      header: t('columns.age'),
      card: 'half',
      sortable: 'date',
      cell: ({ createdAt }) => (
        <time
          dateTime={createdAt}
          title={format.dateTime(createdAt)}
          className="@min-[900px]:whitespace-nowrap"
        >
          <span className="print:hidden">{format.relative(createdAt)}</span>
          {/* Paper is read on another day. */}
          <span className="hidden whitespace-nowrap print:inline">
            {format.date(new Date(createdAt), 'medium')}
          </span>
        </time>
      ),
    },
  ]
}

const CLOSED = CLAIM_STATUSES.filter((status) => status !== 'open')
const TABS = [
  { status: 'open', word: 'open', holds: [] },
  { status: 'closed', word: 'closed', holds: CLOSED },
  { status: '', word: 'all', holds: [] },
] as const

/** Opens the message that has waited longest. */
function AnswerNext({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation('claims')
  const { run, busy, done, notice } = useCall(async () => {
    const next = await nextClaim()
    if (next !== undefined) onOpen(next.id)
    return next
  })
  const start = (): void => void run()
  const said =
    notice ?? (done !== undefined && done.value === undefined ? t('empty.title') : undefined)
  useShortcuts([{ keys: 'n', label: t('answerNext'), run: start, when: !busy }])
  return (
    <>
      <ShortcutsHelp />
      <Button
        icon={<Play aria-hidden="true" size={18} className="mirror" />}
        busy={busy}
        aria-keyshortcuts="n"
        onClick={start}
      >
        {t('answerNext')} <KeyHint name="n" />
      </Button>
      {said !== undefined && (
        <Notice tone="info" className="basis-full">
          {said}
        </Notice>
      )}
    </>
  )
}

/** The messages of the contact form; at first those that wait for staff. */
export function ClaimsPage() {
  const { t } = useTranslation('claims')
  const filters = useAddressFilters(USUAL_FILTERS)
  const { values } = filters
  const query = useQuery(claimsQuery(filters))
  const navigate = useNavigate()
  const { list } = useClaimsPath()
  const columns = useClaimColumns()
  return (
    <StaffPage
      title={t('title')}
      lead={t('lead')}
      end={<AnswerNext onOpen={(id) => void navigate(`${list}/${id}`)} />}
    >
      <StatusTabs
        label={t('tabs.label')}
        tabs={TABS.map(({ status, word, holds }) => ({
          value: status,
          label: t(`tabs.${word}`),
          holds,
        }))}
        value={statusOf(values.status) ?? ''}
        onChoose={(status) => filters.set({ status })}
      />
      <Filters filters={filters} />
      <StaffList
        query={query}
        filters={filters}
        usualSort={usualSort(values.status)}
        unsorted={t('nextFirst')}
        failure={t('errors.list')}
        stale={t('errors.stale')}
        pages={t('pages')}
        name="claims"
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) =>
          void navigate(`${list}/${id}`, { state: { search: window.location.search } })
        }
        openLabel={({ id, userName }) => t('open', { id, name: userName })}
        empty={
          // That nothing waits is good news; that nothing was found is another thing.
          <EmptyState icon={<Inbox size={30} />} title={t('empty.title')}>
            <p>{t('empty.text')}</p>
          </EmptyState>
        }
        noMatch={{
          title: t('noMatch.title'),
          text: t('noMatch.text'),
          actions: values.status !== '' && (
            <Button variant="secondary" onClick={() => filters.set({ status: '' })}>
              {t('noMatch.everyStatus')}
            </Button>
          ),
        }}
      />
    </StaffPage>
  )
}

function Filters({ filters }: { readonly filters: ListFilters<typeof USUAL_FILTERS> }) {
  const { t } = useTranslation('claims')
  const { values } = filters
  const status = statusOf(values.status)
  const all = { value: '', label: t('filters.all') }
  return (
    <FilterBar
      label={t('filters.label')}
      filters={filters}
      fields={{
        q: { label: t('filters.q') },
        // The tabs choose the status; only those that are closed differ further.
        status:
          status === 'closed' || CLOSED.some((one) => one === status)
            ? {
                label: t('filters.status'),
                options: [
                  { ...all, value: 'closed' },
                  ...CLOSED.map((value) => ({ value, label: t(`status.${value}`) })),
                ],
              }
            : undefined,
        subject: {
          label: t('filters.subject'),
          options: [
            all,
            ...CLAIM_SUBJECTS.map((value) => ({ value, label: t(`subjects.${value}`) })),
          ],
        },
        about: {
          label: t('filters.about'),
          options: [
            all,
            ...CLAIMS_ABOUT.map((value) => ({ value, label: t(`filters.abouts.${value}`) })),
          ],
        },
      }}
    />
  )
}
