import { CircleCheck, CircleDot, CircleX, MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StateBadge } from '../../ui/feedback/state-badge.tsx'
import type { ListedClaim } from './claim-queries.ts'

const LOOKS = {
  open: { Icon: CircleDot, tone: 'warning' },
  answered: { Icon: MailCheck, tone: 'info' },
  resolved: { Icon: CircleCheck, tone: 'success' },
  rejected: { Icon: CircleX, tone: 'plain' },
} as const

/** Open messages with a reply have their own status: their senders do not wait for a first reply. */
export function ClaimStatus({ status, repliedAt }: Pick<ListedClaim, 'status' | 'repliedAt'>) {
  const { t } = useTranslation('claims')
  const look = status === 'open' && repliedAt !== null ? 'answered' : status
  const { Icon, tone } = LOOKS[look]
  return (
    <StateBadge tone={tone}>
      <Icon aria-hidden="true" size={14} />
      {t(`status.${look}`)}
    </StateBadge>
  )
}
