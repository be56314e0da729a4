import { CURRENCIES } from './association.ts'
import { withoutUnseen } from './text/clean-text.ts'
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
/** What banks and payment services book gifts in. Each has hundredths. */
export const RECEIVED_CURRENCIES = [
  ...CURRENCIES,
  'GBP',
  'CHF',
  'CAD',
  'SEK',
  'NOK',
  'SAR',
  'AED',
  'QAR',
  'EGP',
  'SDG',
] as const
export type ReceivedCurrency = (typeof RECEIVED_CURRENCIES)[number]
/** Far above every gift, and exact as a number of JavaScript, also as a sum of many. */
export const RECEIVED_MAX_CENTS = 100_000_000_000
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
  const typed = toLatinDigits(withoutUnseen(text))
    .replace(/^\s*\$|\$\s*$/g, '')
    .replace(/\s/g, '')
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

/** Rounded down: a total never says more than came. */
export const wholeUnits = (cents: number): number => Math.floor(cents / 100)

const CENTS = /^(\d+)(?:[.,\u066b](\d{1,2}))?$/

/** The sum of a bank statement as people type it, in hundredths; undefined when it is none. */
export function readCents(text: string): number | undefined {
  const typed = toLatinDigits(withoutUnseen(text)).replace(/\s/g, '')
  const [, whole = '', rest = ''] = CENTS.exec(typed) ?? CENTS.exec(withoutGroups(typed)) ?? []
  const cents = Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  return cents > 0 && cents <= RECEIVED_MAX_CENTS ? cents : undefined
}

/** `1,234.50` and `1.234,50` are read as 1234.50: every mark but the last one stands between thousands. */
const GROUPED_CENTS =
  /^\d{1,3}(?:([,.'\u2019\u066c])\d{3}(?:\1\d{3})*)(?:(?!\1)[.,\u066b]\d{1,2})?$/
const withoutGroups = (typed: string): string => {
  const [, mark = ''] = GROUPED_CENTS.exec(typed) ?? []
  return mark === '' ? '' : typed.replaceAll(mark, '')
}

/** In front of a pledge's reference, see `reference.ts`. */
export const PLEDGE_PREFIX = 'WLD'
