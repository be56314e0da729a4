import { CircleCheck, CircleDot, CircleX, MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import type { ListedClaim } from './claim-queries.ts'

const LOOKS = {
  open: { Icon: CircleDot, colours: 'border-warning bg-warning-soft text-warning' },
  answered: { Icon: MailCheck, colours: 'border-info bg-info-soft text-info' },
  resolved: { Icon: CircleCheck, colours: 'border-success bg-success-soft text-success' },
  rejected: { Icon: CircleX, colours: 'border-line-strong bg-sunken text-ink' },
} as const

/** Open messages with a reply have their own status: their senders do not wait for a first reply. */
export function ClaimStatus({ status, repliedAt }: Pick<ListedClaim, 'status' | 'repliedAt'>) {
  const { t } = useTranslation('claims')
  const look = status === 'open' && repliedAt !== null ? 'answered' : status
  const { Icon, colours } = LOOKS[look]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        colours,
      )}
    >
      <Icon aria-hidden="true" size={14} />
      {t(`status.${look}`)}
    </span>
  )
}
