import {
  Ear,
  BadgeCheck,
  CircleQuestionMark,
  CircleX,
  Hourglass,
  EyeOff,
  Scale,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { cx } from '../../ui/cx.ts'

/** Keys of the texts: the states of the specification contain blanks. */
export const STATUS_KEYS = {
  'not verified': 'notVerified',
  'under review': 'underReview',
  verified: 'verified',
  rejected: 'rejected',
} as const satisfies Record<Report['status'], string>

/** Each state has a sign and a colour beside its word (docs/adr/0016). */
const LOOKS = {
  verified: { Icon: BadgeCheck, colours: 'border-success bg-success-soft text-success' },
  'not verified': {
    Icon: CircleQuestionMark,
    colours: 'border-warning bg-warning-soft text-warning',
  },
  'under review': { Icon: Hourglass, colours: 'border-info bg-info-soft text-info' },
  rejected: { Icon: CircleX, colours: 'border-danger bg-danger-soft text-danger' },
} as const

/** Verified where the flag says so, otherwise the state (docs/spec/reports.md, 3). */
export function StatusBadge({ report }: { readonly report: Pick<Report, 'status' | 'verified'> }) {
  const { t } = useTranslation('reports')
  const state = report.verified ? 'verified' : report.status
  const { Icon, colours } = LOOKS[state]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-sm border px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        colours,
      )}
    >
      <Icon aria-hidden="true" size={14} className="shrink-0" />
      {t(`status.${STATUS_KEYS[state]}`)}
    </span>
  )
}

/** Only staff and its reporter see this report: the mark warns them not to send a link that other readers cannot open. */
export function UnpublishedMark({
  report,
}: {
  readonly report: Pick<Report, 'contested' | 'published' | 'status'>
}) {
  const { t } = useTranslation('reports')
  if (report.published !== false) return null
  if (report.contested === true)
    return (
      <span className="mt-1 flex w-fit items-center gap-1 rounded-sm border border-warning bg-warning-soft px-2 py-0.5 text-xs font-semibold text-warning">
        <Scale aria-hidden="true" size={14} className="shrink-0" />
        {t('contestedMark')}
      </span>
    )
  return (
    <span className="mt-1 flex w-fit items-center gap-1 rounded-sm border border-line-strong bg-sunken px-2 py-0.5 text-xs font-semibold">
      <EyeOff aria-hidden="true" size={14} className="shrink-0" />
      {t(report.status === 'rejected' ? 'notPublic' : 'unpublished')}
    </span>
  )
}

/** Staff see that the report was filed without an account. */
export function WitnessMark({ report }: { readonly report: Pick<Report, 'witness'> }) {
  const { t } = useTranslation('reports')
  if (report.witness !== true) return null
  return (
    <span className="mt-1 flex w-fit items-center gap-1 rounded-sm border border-info bg-info-soft px-2 py-0.5 text-xs font-semibold text-info">
      <Ear aria-hidden="true" size={14} className="shrink-0" />
      {t('witness')}
    </span>
  )
}
