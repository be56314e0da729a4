import type { DonationCause } from '#shared/domain/donations.ts'

/** The flag's colours, one a cause: in the cloth, and as the mark of its card. */
export const CAUSE_FILL = {
  'human-rights': 'fill-accent',
  education: 'fill-brand',
  'humanitarian-aid': 'fill-sun',
  technology: 'fill-ink',
} as const satisfies Record<DonationCause, string>

export const CAUSE_STROKE = {
  'human-rights': 'stroke-accent',
  education: 'stroke-brand',
  'humanitarian-aid': 'stroke-sun',
  technology: 'stroke-ink',
} as const satisfies Record<DonationCause, string>

export const CAUSE_BAR = {
  'human-rights': 'bg-accent',
  education: 'bg-brand',
  'humanitarian-aid': 'bg-sun',
  technology: 'bg-ink',
} as const satisfies Record<DonationCause, string>
