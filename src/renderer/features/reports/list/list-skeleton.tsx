import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { REPORTS_PER_PAGE } from './report-filters.ts'

/** As tall as a page of reports, so that the footer does not jump when they load. */
export function ListSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className="grid gap-4">
      <output className="sr-only">{t('loading')}</output>
      {Array.from({ length: REPORTS_PER_PAGE }, (_, index) => (
        <Skeleton key={index} className="h-96 rounded-lg min-[700px]:h-36" />
      ))}
    </div>
  )
}
