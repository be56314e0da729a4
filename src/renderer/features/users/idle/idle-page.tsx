import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type IdleMember, keepIdleMember, listIdleMembers } from '#shared/contract/users.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { askPage } from '../../../platform/calls/ask-page.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useAddressFilters } from '../../../ui/staff/filters/use-address-filters.ts'
import { refreshCounts } from '../../../ui/staff/refresh-counts.ts'
import { StaffList } from '../../../ui/staff/staff-list.tsx'
import type { Column } from '../../../ui/staff/table/data-table.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'

const IDLE = ['users', 'idle'] as const
const PER_PAGE = 20
const idleQuery = (page: number) =>
  queryOptions({
    queryKey: [...IDLE, page],
    queryFn: ({ signal }) =>
      askPage(listIdleMembers, { query: { page, size: PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Members who neither signed in nor came for the period of the settings, and did not answer: staff decide about each. */
export function IdlePage() {
  const { t } = useTranslation('userManagement')
  const filters = useAddressFilters({})
  const query = useQuery(idleQuery(filters.page))
  const navigate = useNavigate()
  return (
    <StaffPage
      title={t('idle.title')}
      back={{ to: '..', relative: 'path', label: t('import.back') }}
      lead={t('idle.lead')}
    >
      <StaffList
        query={query}
        filters={filters}
        failure={t('idle.failed')}
        pages={t('idle.pages')}
        name="idle"
        label={t('idle.title')}
        columns={useColumns()}
        rowKey={({ cardId }) => cardId}
        onOpen={({ cardId }) => void navigate(`../${cardId}`, { relative: 'path' })}
        actions={keepOf}
        empty={<EmptyState icon={<UserRoundCheck size={30} />} title={t('idle.empty')} />}
      />
    </StaffPage>
  )
}

const keepOf = (member: IdleMember): ReactNode => <Keep member={member} />

function useColumns(): readonly Column<IdleMember>[] {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const day = (instant: string): ReactNode => (
    <time dateTime={instant} className="whitespace-nowrap">
      {format.date(instant, 'medium')}
    </time>
  )
  return [
    {
      key: 'name',
      header: t('fields.nameAndCard'),
      rowHeader: true,
      cell: (member) => (
        <span className="grid justify-items-start">
          <Auto className="wrap-anywhere">{fullName(member)}</Auto>{' '}
          <Ltr className="font-normal whitespace-nowrap text-muted tabular-nums">
            {bareCardId(member.cardId)}
          </Ltr>
        </span>
      ),
    },
    {
      key: 'seen',
      header: t('idle.columns.seen'),
      cell: ({ seenAt }) =>
        seenAt === null ? <span className="text-muted">{t('idle.neverSeen')}</span> : day(seenAt),
    },
    { key: 'asked', header: t('idle.columns.asked'), cell: ({ askedAt }) => day(askedAt) },
    { key: 'since', header: t('idle.columns.since'), cell: ({ createdAt }) => day(createdAt) },
  ]
}

function Keep({ member }: { readonly member: IdleMember }) {
  const { t } = useTranslation(['userManagement', 'problems'])
  const name = fullName(member)
  const keep = useCall(
    async () => {
      try {
        await ask(keepIdleMember, { params: { id: member.cardId } })
        toast.success(t('idle.kept', { name }))
      } finally {
        void refreshCounts()
        await queryClient.invalidateQueries({ queryKey: IDLE })
      }
    },
    (failure) => toast.error(`${t('idle.notKept')} ${problemText(t, failure)}`),
  )
  return (
    <Button
      variant="secondary"
      busy={keep.busy}
      aria-label={t('idle.keepOne', { name })}
      onClick={() => void keep.run()}
    >
      {t('idle.keep')}
    </Button>
  )
}
