import { useTranslation } from 'react-i18next'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import type { Role } from '#shared/domain/people/roles.ts'
import { cx } from '../cx.ts'

// Colours of the specification for staff: black, green, yellow, blue. They mean the role, so no theme changes them.
// Red says danger everywhere else, so a member's badge is slate: docs/adr/0015.
const ROLE = {
  admin: 'bg-[#000000] text-[#ffffff] border-[#8a928d]',
  content: 'bg-[#0e6b3c] text-[#ffffff] border-[#0e6b3c]',
  moderator: 'bg-[#f2b62c] text-[#2a1d00] border-[#f2b62c]',
  reviewer: 'bg-[#1d5791] text-[#ffffff] border-[#1d5791]',
  member: 'bg-[#48565f] text-[#ffffff] border-[#48565f]',
} as const satisfies Record<Role, string>

const BADGE =
  'inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap print:text-ink'

export function RoleBadge({
  role,
  className,
}: {
  readonly role: Role
  readonly className?: string
}) {
  const { t } = useTranslation('common')
  return <span className={cx(BADGE, ROLE[role], className)}>{t(`roles.${role}`)}</span>
}

/** The colours of a status, wherever it is shown. */
export const STATUS_COLOURS = {
  active: 'border-success bg-success-soft text-success',
  inactive: 'border-line-strong bg-sunken text-ink',
  blocked: 'border-warning bg-warning-soft text-warning',
  banned: 'border-danger bg-danger-soft text-danger',
} as const satisfies Record<MemberStatus, string>

export function StatusBadge({
  status,
  className,
}: {
  readonly status: MemberStatus
  readonly className?: string
}) {
  const { t } = useTranslation('common')
  return (
    <span className={cx(BADGE, STATUS_COLOURS[status], className)}>{t(`status.${status}`)}</span>
  )
}
