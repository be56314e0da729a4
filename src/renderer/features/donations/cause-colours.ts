import type { DonationCause } from '#shared/domain/donations.ts'

/** The flag's colours, one a cause: what is drawn in it takes `currentColor`, in the cloth and in the card of the cause. */
export const CAUSE_COLOUR = {
  'human-rights': 'text-accent',
  education: 'text-brand',
  'humanitarian-aid': 'text-sun',
  technology: 'text-ink',
} as const satisfies Record<DonationCause, string>
