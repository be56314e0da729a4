/**
 * Acts that one administrator proposes and another one confirms: each of them destroys evidence,
 * takes the member list out, moves money or opens an account, and one stolen session must not
 * suffice for it. Who counts as another person: `second-person.ts`.
 */
export const CONSENT_KINDS = [
  'report-delete',
  'evidence-delete',
  'member-export',
  'payment-change',
  'factor-reset',
  'access-change',
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

export interface ConsentQuestion {
  readonly proposedBy: number
  readonly proposedAt: string
  readonly callerId: number
  /** Until when the caller is no person of their own, see `settlesAt`. */
  readonly callerSettlesAt: string | undefined
  /** The same of the proposer: one person could otherwise propose with an account that they opened. */
  readonly proposerSettlesAt: string | undefined
  /** Whether an active administrator other than the proposer exists. */
  readonly hasOther: boolean
}

export const CONSENT_WAITS = ['caller', 'proposer', 'cooling-off'] as const
export type ConsentWait = (typeof CONSENT_WAITS)[number]

/** Why an administrator cannot confirm a proposal at all; else from when on. */
export type ConsentJudgement =
  | { readonly from: string; readonly waitsFor: ConsentWait | null }
  | 'own'

/** When the caller, an administrator, may confirm the proposal, and what they wait for until then. */
export function judgeConsent({
  proposedBy,
  proposedAt,
  callerId,
  callerSettlesAt = '',
  proposerSettlesAt = '',
  hasOther,
}: ConsentQuestion): ConsentJudgement {
  if (callerId === proposedBy) {
    if (hasOther) return 'own'
    const cooled = Date.parse(proposedAt) + COOLING_OFF_S * 1_000
    return { from: new Date(cooled).toISOString(), waitsFor: 'cooling-off' }
  }
  if (callerSettlesAt === '' && proposerSettlesAt === '')
    return { from: proposedAt, waitsFor: null }
  return callerSettlesAt >= proposerSettlesAt
    ? { from: callerSettlesAt, waitsFor: 'caller' }
    : { from: proposerSettlesAt, waitsFor: 'proposer' }
}

/** State of a proposal as lists show it: an undecided one ends by itself. */
export const consentState = (
  { outcome, proposedAt }: { readonly outcome: ConsentState | null; readonly proposedAt: string },
  now: Date,
): ConsentState =>
  outcome ?? (now.getTime() - Date.parse(proposedAt) < CONSENT_TTL_S * 1_000 ? 'open' : 'expired')
