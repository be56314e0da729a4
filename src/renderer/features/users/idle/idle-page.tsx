import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type IdleMember, keepIdleMember, listIdleMembers } from '#shared/contract/users.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { askPage } from '../../../platform/calls/ask-page.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useAddressFilters } from '../../../ui/staff/filters/use-address-filters.ts'
import { refreshCounts } from '../../../ui/staff/refresh-counts.ts'
import { ListFrame } from '../../../ui/staff/staff-list.tsx'
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
  const { page, setPage } = useAddressFilters({})
  const query = useQuery(idleQuery(page))
  return (
    <StaffPage title={t('idle.title')} lead={t('idle.lead')}>
      <ListFrame query={query} failure={t('idle.failed')} pages={t('idle.pages')} onPage={setPage}>
        {(list) =>
          list === undefined ? (
            <Skeleton className="h-48 rounded-lg" />
          ) : list.items.length === 0 ? (
            <EmptyState icon={<UserRoundCheck size={30} />} title={t('idle.empty')} />
          ) : (
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-6">
              {list.items.map((member) => (
                <IdleLine key={member.cardId} member={member} />
              ))}
            </ul>
          )
        }
      </ListFrame>
    </StaffPage>
  )
}

function IdleLine({ member }: { readonly member: IdleMember }) {
  const { t } = useTranslation(['userManagement', 'problems'])
  const format = useFormat()
  const name = fullName(member)
  const day = (instant: string): string => format.date(instant, 'medium')
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
    (failure) => toast.error(`${t('idle.notKept')}: ${problemText(t, failure)}`),
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">
          <Auto>{name}</Auto> <Ltr className="font-normal tabular-nums">{member.cardId}</Ltr>
        </p>
        <p className="text-sm text-muted">
          {[
            t('idle.member', { date: day(member.createdAt) }),
            member.seenAt === null
              ? t('idle.neverSeen')
              : t('idle.seen', { date: day(member.seenAt) }),
            t('idle.asked', { date: day(member.askedAt) }),
          ].join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton
          variant="secondary"
          relative="path"
          to={`../${member.cardId}`}
          aria-label={t('idle.openOne', { name })}
        >
          {t('idle.open')}
        </LinkButton>
        <Button
          busy={keep.busy}
          aria-label={t('idle.keepOne', { name })}
          onClick={() => void keep.run()}
        >
          {t('idle.keep')}
        </Button>
      </div>
    </li>
  )
}
