import { useTranslation } from 'react-i18next'
import type { ListedRequest } from '#shared/contract/requests.ts'
import { StateBadge, type StateTone } from '../../ui/feedback/state-badge.tsx'

type Status = ListedRequest['status']

const TONES = {
  pending: 'warning',
  approved: 'success',
  active: 'success',
  rejected: 'danger',
  blocked: 'danger',
  inactive: 'plain',
} as const satisfies Record<Status, StateTone>

export function RequestStatusBadge({ status }: { readonly status: Status }) {
  const { t } = useTranslation('registrationRequests')
  return <StateBadge tone={TONES[status]}>{t(`status.${status}`)}</StateBadge>
}
