/** One-time codes (docs/spec/sign-in.md, 4). */
export const CODE_LENGTH = 6
export const CODE_TTL_S = 300
/**
 * A code of a link: 256 bits as base64url. Staff get it in place of six digits, which a guesser with
 * time meets once in 200,000 codes.
 */
export const LINK_CODE = /^[\w-]{43}$/
export const CODE_MAX_TRIES = 5
export const CODE_SENDS_PER_HOUR = 3
/** Ten codes a day are enough for a user, and leave a guessing caller few tries. */
export const CODE_SENDS_PER_DAY = 10
/** Time to finish the long form after the address was verified. */
export const TICKET_TTL_S = 2 * 60 * 60
/** How long a client without tickets may use an address that it proved, from where it proved it (ADR 0080). */
export const ORIGIN_PROOF_TTL_S = 30 * 60
/** How long a proven password opens the sensitive calls of its session. */
export const STEP_UP_TTL_S = 300
/** How long the grant of a password reset is valid. */
export const RESET_GRANT_TTL_S = 600
/** How long a change of e-mail can be taken back from the old address. */
export const EMAIL_UNDO_TTL_S = 72 * 60 * 60
