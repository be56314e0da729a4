import { useTranslation } from 'react-i18next'
import type { ListedRequest } from '#shared/contract/requests.ts'
import { cx } from '../../ui/cx.ts'

type Status = ListedRequest['status']

const LOOK = {
  pending: 'border-warning bg-warning-soft text-warning',
  approved: 'border-success bg-success-soft text-success',
  active: 'border-success bg-success-soft text-success',
  rejected: 'border-danger bg-danger-soft text-danger',
  blocked: 'border-danger bg-danger-soft text-danger',
  inactive: 'border-line-strong bg-sunken text-ink',
} as const satisfies Record<Status, string>

export function RequestStatusBadge({ status }: { readonly status: Status }) {
  const { t } = useTranslation('registrationRequests')
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        LOOK[status],
      )}
    >
      {t(`status.${status}`)}
    </span>
  )
}
