/**
 * What members agree to, and when they are asked (ADR 0087). One agreement is one act: a text in one version and
 * language, at a time, by somebody. The last act counts.
 */

export const AGREEMENT_KINDS = ['terms', 'tribe', 'newsletter'] as const
export type AgreementKind = (typeof AGREEMENT_KINDS)[number]

/**
 * `self`: the member ticked the box. `staff`: staff named a paper that the member signed. `unknown`: a client without
 * the box sent the data, so nothing shows that the member agreed.
 */
export const AGREEMENT_SOURCES = ['self', 'staff', 'unknown'] as const
export type AgreementSource = (typeof AGREEMENT_SOURCES)[number]

/** The day of the wording that is shown now. A new wording needs a new day here. */
export const AGREEMENT_VERSIONS = {
  terms: '2026-11-30',
  tribe: '2026-11-28',
  newsletter: '2026-11-28',
} as const satisfies Record<AgreementKind, string>

/** Those that a member may withdraw and stay a member. */
export const WITHDRAWABLE = ['tribe', 'newsletter'] as const satisfies readonly AgreementKind[]
export type WithdrawableKind = (typeof WITHDRAWABLE)[number]

export const AGREEMENT_PAPER_MAX = 200

export interface AgreementAct {
  readonly kind: AgreementKind
  readonly version: string
  readonly source: AgreementSource
  readonly withdrawnAt: string | null
}

const agreedThemselves = (
  acts: readonly AgreementAct[],
  asked: AgreementKind,
  wanted: string,
): boolean =>
  acts.some(
    ({ kind, version, source, withdrawnAt }) =>
      kind === asked && version === wanted && source === 'self' && withdrawnAt === null,
  )

/** What a member is asked after signing in. The tribe only while it is stored. */
export function askedAgreements(
  acts: readonly AgreementAct[],
  {
    hasTribe,
    termsVersion = AGREEMENT_VERSIONS.terms,
  }: { readonly hasTribe: boolean; readonly termsVersion?: string },
): ('terms' | 'tribe')[] {
  const asked: readonly ('terms' | 'tribe')[] = hasTribe ? ['terms', 'tribe'] : ['terms']
  return asked.filter(
    (kind) =>
      !agreedThemselves(acts, kind, kind === 'terms' ? termsVersion : AGREEMENT_VERSIONS[kind]),
  )
}
