import { toLatinDigits } from './text/digits.ts'

/** Causes and goals of the specification (docs/spec/donations.md, 1), in whole US dollars. */
export const DONATION_CAUSES = [
  { id: 'human-rights', goalUsd: 50_000 },
  { id: 'education', goalUsd: 100_000 },
  { id: 'humanitarian-aid', goalUsd: 25_000 },
  { id: 'technology', goalUsd: 10_000 },
] as const
export type DonationCause = (typeof DONATION_CAUSES)[number]['id']
export const DONATION_CAUSE_IDS = DONATION_CAUSES.map(({ id }) => id) as [
  DonationCause,
  ...DonationCause[],
]

export const DONATION_PRESETS_USD = [10, 25, 50, 100, 250, 500] as const
export const DONATION_MIN_USD = 1
export const DONATION_MAX_USD = 1_000_000
export const PAYMENT_METHODS = ['paypal', 'card', 'bank'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export type AmountFault = 'empty' | 'not-a-number' | 'not-whole' | 'too-small' | 'too-large'
export type AmountReading =
  | { readonly ok: true; readonly usd: number }
  | { readonly ok: false; readonly fault: AmountFault }

/**
 * `1,000`, `1 000`, `1.000`, `1'000` and `١٬٠٠٠` are read as a thousand; three digits after a mark
 * are never cents.
 */
const GROUPED = /^\d{1,3}([,.'\u2019\u066c])\d{3}(\1\d{3})*$/
const WITH_CENTS = /^\d+[.,\u066b](\d{1,2})$/

/** A whole number of dollars as people type it, with Arabic digits and marks between thousands too. */
export function readAmountUsd(text: string): AmountReading {
  const fault = (name: AmountFault): AmountReading => ({ ok: false, fault: name })
  const typed = toLatinDigits(text)
    .replace(/^\s*\$|\$\s*$/g, '')
    .replace(/[\s\u202f\u200e\u200f]/g, '')
  if (typed === '') return fault('empty')
  if (/^-\d/.test(typed)) return fault('too-small')
  const cents = WITH_CENTS.exec(typed)
  if (cents !== null && Number(cents[1]) !== 0) return fault('not-whole')
  const digits =
    cents !== null
      ? typed.replace(/[.,\u066b]\d+$/, '')
      : GROUPED.test(typed)
        ? typed.replace(/\D/g, '')
        : typed
  if (!/^\d+$/.test(digits)) return fault('not-a-number')
  const usd = Number(digits)
  if (usd < DONATION_MIN_USD) return fault('too-small')
  return usd > DONATION_MAX_USD ? fault('too-large') : { ok: true, usd }
}

/** In front of a pledge's reference, see `reference.ts`. */
export const PLEDGE_PREFIX = 'WLD'
