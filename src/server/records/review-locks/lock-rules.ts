/**
 * Whether a request or report is locked: the lock names a reviewer and has not expired by the server's clock.
 * Columns and routes call it a claim.
 */
export interface LockColumns {
  readonly claimed_by: number | null
  readonly claim_expires_at: string | null
}

/** Instants are ISO text in one form, so they are compared as text. */
export const isHeld = (
  { claimed_by: by, claim_expires_at: until }: LockColumns,
  at: string,
): boolean => by !== null && until !== null && until > at

export const isHeldByOther = (lock: LockColumns, callerId: number, at: string): boolean =>
  isHeld(lock, at) && lock.claimed_by !== callerId
