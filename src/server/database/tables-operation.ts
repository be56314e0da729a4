/** Rows that keep the machine going: keys, sessions, codes, mails, quotas, the audit log. */
import type { Generated } from 'kysely'
import type { Language } from '#shared/domain/languages.ts'
import type { SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import type { Instant } from './column-types.ts'

export interface SigningKeyTable {
  kid: string
  purpose: 'card' | 'access-token' | 'evidence'
  /** base64url, 32 bytes. */
  public_x: string
  /** PKCS#8, sealed with a key derived from SECRET_KEY; base64. */
  private_sealed: string
  created_at: Instant
  retired_at: Instant | null
}

export interface SessionTable {
  id: string
  member_id: number
  device: string
  created_at: Instant
  last_used_at: Instant
  ended_at: Instant | null
  end_reason: string | null
}

/** A device at the door, enrolled for one event. See `http/device.ts`. */
export interface KioskDeviceTable {
  id: string
  name: string
  event_id: string
  /** Null when the account is gone. */
  enrolled_by: number | null
  /** SHA-256 of the token; the token itself is nowhere. */
  token_hash: string
  enrolled_at: Instant
  expires_at: Instant
  last_seen_at: Instant | null
  /** As the device says; blank when it did not. */
  app_version: string
  revoked_at: Instant | null
  /** Null too where it ended with the rights of whoever enrolled it. */
  revoked_by: number | null
  /** When the device gave its token back. */
  ended_at: Instant | null
}

export interface RefreshTokenTable {
  /** SHA-256 of the token; the token itself is nowhere. */
  token_hash: string
  session_id: string
  created_at: Instant
  expires_at: Instant
  /** When it was exchanged for its successor. */
  used_at: Instant | null
}

export interface AuditTable {
  seq: number
  at: Instant
  actor: string
  action: string
  target: string
  detail: string
  request_id: string
  prev_hash: string
  hash: string
}

/** One row; updating it is what puts writers of the audit chain in line, on both engines. */
export interface AuditHeadTable {
  id: number
  seq: number
  hash: string
  /** The last row that was deleted when its time was over, and its hash: the log begins behind it. 0: nothing was. */
  base_seq: Generated<number>
  base_hash: Generated<string>
}

export interface ThrottleTable {
  bucket: string
  /** Start of the window, seconds since 1970. */
  window_start: number
  hits: number
}

/** Outbox: written in the transaction of what it tells about, sent by a job with retries. */
export interface MailTable {
  id: string
  to_address: string
  language: Language
  template: string
  /** JSON with the values of the template, sealed: it may hold a code. base64 */
  values_sealed: string
  created_at: Instant
  next_try_at: Instant
  tries: number
  sent_at: Instant | null
  failed_at: Instant | null
  /** MAC of the address of the person whose data it holds; `erased` once that person is gone, blank for a decoy. */
  about_mac: Generated<string>
  /** 0: somebody waits for it now · 1: one person · 2: many people. */
  priority: Generated<number>
  /** Tried until then; what was not sent is kept as failed. */
  give_up_at: Generated<string>
  /** Kind of the last failure, such as `EENVELOPE 451`; never text of the mail server, which may hold an address. */
  last_error: Generated<string>
}

/** One row. */
export interface ScrubTable {
  id: number
  /** When something was deleted that still lies in the files of the database; null: nothing. */
  wanted_at: Instant | null
}

/** Mails about a topic that an address asked for. Members are told by their own row, see `recipients.ts`. */
export interface SubscriptionTable {
  id: string
  /** Blank once it ended: what is kept then only tells that the link was used. */
  email: string
  /** As in `members`; unique with the topic where not blank. */
  email_key: string
  topic: SubscriptionTopic
  language: Language
  state: 'pending' | 'confirmed' | 'ended'
  /** When it was asked for last; an unconfirmed one goes seven days after. */
  created_at: Instant
  confirmed_at: Instant | null
  ended_at: Instant | null
}

/** An article that goes out, or went out, to the subscribers: one row an article, for good, so that it goes out once. */
export interface NewsletterIssueTable {
  news_id: string
  created_at: Instant
  /** A publication that was a slip is taken back before this, and nobody was written to. */
  not_before: Instant
  /** Mails are in the outbox for every address up to this one, in the order of addresses; blank at the start and the end. */
  after_key: string
  recipients: number
  done_at: Instant | null
}

export interface TicketTable {
  /** SHA-256 of the token. */
  id: string
  email_key: string
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
  /** Successful uploads so far. */
  uploads: Generated<number>
  /** Set with `used_at`: the request that came of it, and a MAC of the body that asked for it. */
  request_id: Generated<string | null>
  body_mac: Generated<string | null>
}

/** One live code for a purpose and an address; stored as a MAC bound to both. */
export interface CodeTable {
  purpose: 'registration' | 'contact-change' | 'password-reset'
  /** MAC of the address (and, for a change, of the member), so that the table names nobody. */
  subject: string
  code_mac: string
  tries: number
  created_at: Instant
  expires_at: Instant
}

export interface ResetGrantTable {
  grant_hash: string
  member_id: number
  expires_at: Instant
  used_at: Instant | null
}

/** What a session has proven: the password (until), a new address (until). */
export interface StepUpTable {
  session_id: string
  /** `password`, or MAC of the proven address. */
  proof: string
  expires_at: Instant
}

/** Proofs of work that were accepted: each counts once. */
export interface SpentProofTable {
  proof_hash: string
  expires_at: Instant
}
