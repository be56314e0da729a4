/** The second factor of an account: which session has to wait for it, and for how long (ADR 0030). */
import { isStaff, type Role } from '../people/roles.ts'

export const FACTOR_KINDS = ['passkey', 'totp'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]
/** How a factor is proven; a recovery code replaces a lost one. */
export const PROOF_METHODS = [...FACTOR_KINDS, 'recovery'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]

/** Of the server: whether staff must have a second factor. */
export type StaffFactor = 'required' | 'optional'

/**
 * - `free`: the account has no factor and needs none
 * - `enrol`: it must have one, and has none yet: nothing else is open
 * - `prove`: it has one, which this session has not proven: nothing else is open
 * - `proven`: this session has proven it
 */
export type FactorState = 'free' | 'enrol' | 'prove' | 'proven'
export type WaitingState = Extract<FactorState, 'enrol' | 'prove'>

export const isFactorRequired = (role: Role, staffFactor: StaffFactor): boolean =>
  staffFactor === 'required' && isStaff(role)

/** @param factorAt when this session proved a factor; null: it has not */
export function factorStateOf(
  account: { readonly role: Role; readonly hasFactor: boolean; readonly factorAt: string | null },
  staffFactor: StaffFactor,
): FactorState {
  if (account.hasFactor) return account.factorAt === null ? 'prove' : 'proven'
  return isFactorRequired(account.role, staffFactor) ? 'enrol' : 'free'
}

export const isWaiting = (state: FactorState): state is WaitingState =>
  state === 'enrol' || state === 'prove'

/** A session that the password alone opened ends after this time. */
export const WAITING_SESSION_TTL_S = 600
/** How long a challenge of the server can be used. */
export const CHALLENGE_TTL_S = 300
export const FACTORS_MAX = 10
export const FACTOR_NAME_MAX = 60

/** RFC 6238 with the values that every app knows. */
export const TOTP_DIGITS = 6
export const TOTP_STEP_S = 30
/** Steps before and after the present one whose code is accepted: clocks differ. */
export const TOTP_WINDOW = 1

export const RECOVERY_CODES = 10

/** Wrong codes of one account, over all its sessions and networks. */
export const WRONG_CODES = [
  { max: 5, windowS: 600 },
  { max: 20, windowS: 86_400 },
] as const

/** How long the link "this was not me" in the mail about a new sign-in works. */
export const NOT_ME_TTL_S = 7 * 24 * 60 * 60
