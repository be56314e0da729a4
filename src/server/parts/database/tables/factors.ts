/** Rows of second factors (ADR 0030). */
import type { FactorKind } from '#shared/domain/access/factor-rules.ts'
import type { Instant } from './column-types.ts'

export interface FactorTable {
  id: string
  member_id: number
  kind: FactorKind
  name: string
  /** The shared secret of a code app, sealed for this row, in base64. */
  secret_sealed: string | null
  /** Of a code app: the step of the last code that counted. A code of this or an earlier step is refused. */
  last_step: number | null
  /** The id of a passkey in base64url is unique over all members. */
  credential_id: string | null
  /** COSE, base64url. */
  public_key: string | null
  counter: number | null
  /** JSON list of what the browser says about how to reach it. */
  transports: string | null
  created_at: Instant
  last_used_at: Instant | null
}

export interface RecoveryCodeTable {
  member_id: number
  /** The first digit of the code says which row it is, so that one hash is compared and not ten. */
  place: number
  /** argon2id. */
  code_hash: string
  used_at: Instant | null
}

export interface FactorChallengeTable {
  session_id: string
  purpose: 'enrol-passkey' | 'enrol-totp' | 'sign-in' | 'step-up'
  /** For `enrol-totp` the secret that is not confirmed yet, sealed; base64. */
  challenge: string
  expires_at: Instant
}

/** The link in the mail about a new sign-in. */
export interface NotMeLinkTable {
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: string
  member_id: number
  expires_at: Instant
  used_at: Instant | null
}
