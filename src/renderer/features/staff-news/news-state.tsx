import { useTranslation } from 'react-i18next'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'

export function NewsState({ status }: Pick<NewsItem, 'status'>) {
  const { t } = useTranslation('staffNews')
  return (
    <StateBadge tone={status === 'published' ? 'success' : 'warning'}>
      {t(`status.${status}`)}
    </StateBadge>
  )
}
