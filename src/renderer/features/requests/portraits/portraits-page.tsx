import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BackToList } from '../review/back-to-list.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Pager } from '../../../ui/staff/pager.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { useAddressFilters } from '../../../ui/staff/use-address-filters.ts'
import { portraitsQuery } from '../queries.ts'
import { PortraitDecision } from './portrait-decision.tsx'
import { PORTRAITS_PER_PAGE } from './portraits-per-page.ts'
import { usePortraitDecision } from './use-portrait-decision.ts'
import { PortraitItem } from './portrait-item.tsx'

/** New portraits beside those on the cards. */
export function PortraitsPage() {
  const { t } = useTranslation(['registrationRequests', 'common'])
  const { page, setPage } = useAddressFilters({})
  const { data, isError, error, isFetching, fetchStatus, refetch } = useQuery(
    portraitsQuery(page, PORTRAITS_PER_PAGE),
  )
  const decision = usePortraitDecision()
  const failed = isError || (data === undefined && fetchStatus === 'paused')
  return (
    <StaffPage title={t('portraits.title')} lead={t('portraits.lead')} end={<BackToList />}>
      {failed && (
        <LoadFailure
          title={t('messages.photoError')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !failed && (
        <div aria-busy="true" className="grid gap-4 md:grid-cols-2">
          <output className="sr-only">{t('common:loading')}</output>
          <Skeleton className="h-72 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
      )}
      {data !== undefined &&
        (data.items.length === 0 ? (
          <EmptyState icon={<ImageOff size={30} />} title={t('portraits.emptyTitle')}>
            {t('portraits.emptyText')}
          </EmptyState>
        ) : (
          <ul className="grid gap-4 md:grid-cols-2">
            {data.items.map((item) => (
              <PortraitItem
                key={item.portrait}
                item={item}
                onDecide={(status) => decision.open(item, status)}
              />
            ))}
          </ul>
        ))}
      {data !== undefined && (
        <Pager
          label={t('portraits.pages')}
          page={data.page}
          size={data.size}
          total={data.total}
          totalIsCapped={data.totalIsCapped}
          onPage={setPage}
        />
      )}
      <PortraitDecision decision={decision} />
    </StaffPage>
  )
}
