import type { ReactNode } from 'react'
import type { RoleCode } from '#shared/domain/roles.ts'
import { Tray } from '../../ui/tray.tsx'
import { cx } from '../../ui/cx.ts'

// The colours of the badge on the card (spec members §6): they mean the role, so no theme changes them.
const BAR = {
  A: 'bg-[#000000] dark:bg-[#8a928d]',
  X: 'bg-[#0e6b3c]',
  Y: 'bg-[#f2b62c]',
  Z: 'bg-[#1d5791]',
  F: 'bg-[#48565f]',
} as const satisfies Record<RoleCode, string>

/** A plate in the colour of the role; the tray of the association lies at its end, half off the edge. */
export function RolePlate({
  role,
  children,
}: {
  readonly role: RoleCode
  readonly children: ReactNode
}) {
  return (
    <div className="relative flex overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div aria-hidden="true" className={cx('w-3 shrink-0 sm:w-4', BAR[role])} />
      <div className="relative z-10 min-w-0 grow p-5 sm:p-8 sm:pe-64">{children}</div>
      <Tray className="absolute -end-16 top-1/2 w-72 -translate-y-1/2 max-sm:hidden" />
    </div>
  )
}
