import { readReference } from '../text/reference.ts'

/** In front of an invitation code, see `reference.ts`: `INV-7K3M-9Q` fits into the 13 characters of the form. */
export const INVITATION_PREFIX = 'INV'

/** A code in the spelling in which it is compared: people write it in small letters, with blanks, without hyphens. */
export const canonicalInvitation = (text: string): string =>
  readReference(INVITATION_PREFIX, text) ?? text.trim().toUpperCase()

export type InvitationState = 'good' | 'revoked' | 'expired' | 'used-up'

/** Whether a code permits a registration at `now`; otherwise the reason. */
export function invitationState(
  code: {
    readonly uses: number
    readonly usesMax: number | null
    readonly expiresAt: string | null
    readonly revokedAt: string | null
  },
  now: string,
): InvitationState {
  if (code.revokedAt !== null) return 'revoked'
  if (code.expiresAt !== null && code.expiresAt <= now) return 'expired'
  return code.usesMax !== null && code.uses >= code.usesMax ? 'used-up' : 'good'
}
