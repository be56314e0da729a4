import { useTranslation } from 'react-i18next'
import type { NewsItem } from '../../platform/calls/content-queries.ts'
import { cx } from '../../ui/cx.ts'

export function NewsState({ status }: Pick<NewsItem, 'status'>) {
  const { t } = useTranslation('staffNews')
  const look =
    status === 'published'
      ? 'border-success bg-success-soft text-success'
      : 'border-warning bg-warning-soft text-warning'
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        look,
      )}
    >
      {t(`status.${status}`)}
    </span>
  )
}
