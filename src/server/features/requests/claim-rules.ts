/** When a request is somebody's: the claim names a person and has not run out by the clock of the server. */
export interface ClaimColumns {
  readonly claimed_by: number | null
  readonly claim_expires_at: string | null
}

/** Instants are ISO text of one form, so they compare as text. */
export const isHeld = (
  { claimed_by: by, claim_expires_at: until }: ClaimColumns,
  at: string,
): boolean => by !== null && until !== null && until > at

export const isHeldByOther = (claim: ClaimColumns, callerId: number, at: string): boolean =>
  isHeld(claim, at) && claim.claimed_by !== callerId
