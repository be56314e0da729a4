import {
  type AmountFault,
  type DonationCause,
  type PaymentMethod,
  readAmountUsd,
} from '#shared/domain/donations.ts'
import { CLEAN } from '#shared/domain/text/clean-text.ts'
import { looksLikeEmail } from '#shared/domain/text/looks-like-email.ts'

/** What the form holds. `preset` is one of the given amounts, or `other` with what was typed beside it. */
export interface PledgeFields {
  readonly cause: DonationCause | ''
  readonly preset: string
  readonly custom: string
  readonly anonymous: boolean
  readonly name: string
  readonly email: string
  readonly method: PaymentMethod
}

export const OTHER_AMOUNT = 'other'

export const isEmailOrBlank = (text: string): boolean =>
  CLEAN.email(text) === '' || looksLikeEmail(CLEAN.email(text))

/** The amount in dollars, why there is none, or undefined while nothing is chosen. */
export function chosenAmount({
  preset,
  custom,
}: Pick<PledgeFields, 'preset' | 'custom'>): number | AmountFault | undefined {
  if (preset === '') return undefined
  if (preset !== OTHER_AMOUNT) return Number(preset)
  const reading = readAmountUsd(custom)
  return reading.ok ? reading.usd : reading.fault
}
