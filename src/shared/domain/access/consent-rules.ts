/**
 * Acts that one administrator proposes and another one confirms: each of them destroys evidence,
 * takes the member list out, moves money or opens an account, and one stolen session must not
 * suffice for it.
 */
export const CONSENT_KINDS = [
  'report-delete',
  'evidence-delete',
  'member-export',
  'payment-change',
  'factor-reset',
  'consent-off',
] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

export const CONSENT_STATES = ['open', 'confirmed', 'refused', 'withdrawn', 'expired'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

/** A proposal that nobody decides ends after seven days. */
export const CONSENT_TTL_S = 7 * 86_400
/** A confirmed export is made within a day, by the administrator who asked for it. */
export const EXPORT_WINDOW_S = 86_400
/**
 * Where no other administrator is left, the proposer may confirm after this time. All staff are told
 * by mail at the proposal, so that they can stop it.
 */
export const COOLING_OFF_S = 3 * 86_400

/**
 * Who got the role of an administrator in this time proposes, but does not confirm: otherwise one
 * stolen session makes its own second administrator.
 */
export const NEW_ADMINISTRATOR_S = 3 * 86_400

export interface ConsentQuestion {
  readonly proposedBy: number
  readonly proposedAt: string
  readonly callerId: number
  /** Whether the caller got the role within `NEW_ADMINISTRATOR_S`. */
  readonly callerIsNew: boolean
  /** Whether an active administrator other than the proposer exists. */
  readonly hasOther: boolean
  readonly now: Date
}

/** Whether the caller, an administrator, may confirm the proposal; else why not. */
export function judgeConsent({
  proposedBy,
  proposedAt,
  callerId,
  callerIsNew,
  hasOther,
  now,
}: ConsentQuestion): 'yes' | 'own' | 'too-early' | 'too-new' {
  if (callerId !== proposedBy) return callerIsNew ? 'too-new' : 'yes'
  if (hasOther) return 'own'
  return now.getTime() - Date.parse(proposedAt) >= COOLING_OFF_S * 1_000 ? 'yes' : 'too-early'
}

/** State of a proposal as lists show it: an undecided one ends by itself. */
export const consentState = (
  { outcome, proposedAt }: { readonly outcome: ConsentState | null; readonly proposedAt: string },
  now: Date,
): ConsentState =>
  outcome ?? (now.getTime() - Date.parse(proposedAt) < CONSENT_TTL_S * 1_000 ? 'open' : 'expired')
