import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { cx } from '../../ui/cx.ts'

/** Keys of the texts: the states of the specification have blanks in them. */
export const STATUS_KEYS = { 'not verified': 'notVerified', 'under review': 'underReview', verified: 'verified', rejected: 'rejected' } as const satisfies Record<Report['status'], string>

/** Green when verified, yellow with the state's own words otherwise (spec staff §2). */
export function StatusBadge({ report }: { readonly report: Pick<Report, 'status' | 'verified'> }) {
  const { t } = useTranslation('reports')
  return (
    <span
      className={cx(
        'inline-block rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        report.verified ? 'border-success bg-success-soft text-success' : 'border-warning bg-warning-soft text-warning',
      )}
    >
      {t(`status.${report.verified ? 'verified' : STATUS_KEYS[report.status]}`)}
    </span>
  )
}
