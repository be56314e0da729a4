/** Reports of witnesses: filed without an account, and opened again by a receipt (ADR 0046). */
import { CLEAN } from '../text/clean-text.ts'

export const RECEIPT_DIGITS = 16
export const RECEIPT = /^\d{16}$/

/** As a person writes it down: blanks and hyphens between the digits, Arabic digits. Undefined where it is no receipt. */
export function readReceipt(text: string): string | undefined {
  const digits = CLEAN.code(text).replaceAll(/[ -]/g, '')
  return RECEIPT.test(digits) ? digits : undefined
}

/** Four groups of four, for reading and copying by hand. */
export const groupReceipt = (receipt: string): string => receipt.replaceAll(/\d{4}(?=\d)/g, '$& ')

/** What a witness is told about the report. */
export const WITNESS_STATES = [
  'received',
  'under review',
  'verified',
  'rejected',
  'withdrawn',
  'removed',
] as const
export type WitnessState = (typeof WITNESS_STATES)[number]

export const DIALOGUE_TEXT_MAX = 5_000
/** The limit counts the entries of one report in both directions. */
export const DIALOGUE_ENTRIES_MAX = 200

/**
 * Uploads of one witness report, and bytes of one and of all, in any 24 hours. Of all, what is kept
 * counts. Beyond it each network has some bytes a day of its own, so that others never use up those of
 * a witness (ADR 0064).
 */
export const WITNESS_UPLOADS_PER_DAY = 40
export const WITNESS_BYTES_PER_DAY = 500 * 1024 * 1024
export const ALL_WITNESS_BYTES_PER_DAY = 5 * 1024 * 1024 * 1024
export const NETWORK_WITNESS_BYTES_PER_DAY = 64 * 1024 * 1024
