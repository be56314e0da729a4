/** Rows for the operation of the server: keys, sessions, codes, mails, quotas, the audit log. */
import type { Generated } from 'kysely'
import type { SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Bit, Instant } from './column-types.ts'

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

/** Keys of sealed columns. See `database/sealing/key-ring.ts`. */
export interface DataKeyTable {
  /** Counts up; the highest one seals, the others only open. */
  id: number
  /** 32 random bytes, sealed with a key derived from SECRET_KEY; base64. */
  wrapped: string
  created_at: Instant
  /** Since when another key seals. */
  retired_at: Instant | null
}

/** Tables in which no value of a sealed column is plain any more. */
export interface SealedTableTable {
  name: string
  /** The sealed columns at that time, with blanks between them. */
  columns: string
  done_at: Instant
}

export interface SessionTable {
  id: string
  member_id: number
  device: string
  created_at: Instant
  last_used_at: Instant
  /** When a person last used it, as its client says with each renewal. */
  active_at: Generated<Instant | null>
  ended_at: Instant | null
  end_reason: string | null
  /** When this session proved a second factor. */
  factor_at: Generated<Instant | null>
  /** A session that the password alone opened ends then; null once the factor is proven, or where none was asked for. */
  waits_until: Generated<Instant | null>
  /** 1: its refresh token is replaced on every use. 0: it stays, for clients that did not ask for that (ADR 0080). */
  rotates: Generated<Bit>
}

/** A device that is enrolled for one event. See `http/device.ts`. */
export interface KioskDeviceTable {
  id: string
  name: string
  event_id: string
  /** Null when the account was erased. */
  enrolled_by: number | null
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: string
  enrolled_at: Instant
  expires_at: Instant
  last_seen_at: Instant | null
  /** The device states it; blank when it stated none. */
  app_version: string
  revoked_at: Instant | null
  /** Also null where it ended because the member who enrolled it lost the right. */
  revoked_by: number | null
  /** When the device gave its token back. */
  ended_at: Instant | null
}

export interface RefreshTokenTable {
  /** SHA-256 of the token; the token itself is not stored. */
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

/** One row; its update serializes the writers of the audit chain on both engines. */
export interface AuditHeadTable {
  id: number
  seq: number
  hash: string
  /**
   * The last row that the retention deleted, and its hash: the log begins after it. 0: none was
   * deleted.
   */
  base_seq: Generated<number>
  base_hash: Generated<string>
}

/** Triggers add rows; the number of a key is the sum of its rows. See `migrations/first-schema/counts.ts`. */
export interface MemberCountTable {
  id: Generated<number>
  kind: 'active' | 'entered' | 'approved' | 'registered' | 'waiting' | 'came' | 'changed' | 'people'
  /** A country of residence, a month such as `2026-05`, or an event. */
  key: string
  delta: number
}

export interface ThrottleTable {
  bucket: string
  /** Start of the window, seconds since 1970. */
  window_start: number
  hits: number
}

/** Outbox: written in the transaction of the change that it reports, sent by a job with retries. */
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
  /**
   * MAC of the address of the person whose data it holds; `erased` once that person was erased,
   * blank for a decoy.
   */
  about_mac: Generated<string>
  /** Urgency. 0: the recipient waits for it now · 1: one recipient · 2: many recipients. */
  priority: Generated<number>
  /** The sender retries until then; an unsent mail is kept as failed. */
  give_up_at: Generated<string>
  /**
   * Kind of the last failure, such as `EENVELOPE 451`; never text of the mail server, which may
   * contain an address.
   */
  last_error: Generated<string>
  /** Set by a restore: nothing sends the mail until an administrator says so. */
  held_at: Generated<Instant | null>
}

/** One row. */
export interface ScrubTable {
  id: number
  /** Time of the last deletion whose remains are still in the database files; null: none. */
  wanted_at: Instant | null
}

/**
 * Subscriptions of an address to a topic. Members get these mails by a setting in their own row.
 */
export interface SubscriptionTable {
  id: string
  /** Blank once the subscription ended: the row then only records that the link was used. */
  email: string
  /** The key is made as in `members`, and is unique with the topic where it is not blank. */
  email_key: string
  topic: SubscriptionTopic
  language: Language
  state: 'pending' | 'confirmed' | 'ended'
  /** Time of the last request; an unconfirmed subscription is deleted seven days later. */
  created_at: Instant
  confirmed_at: Instant | null
  ended_at: Instant | null
}

/**
 * The mailing of an article to the subscribers: one permanent row for each article, so that it is
 * mailed once.
 */
export interface NewsletterIssueTable {
  news_id: string
  created_at: Instant
  /** No mail is sent before this time, so that a publication by mistake can be withdrawn. */
  not_before: Instant
  /**
   * Progress: the outbox has the mails for all addresses up to this one, in the order of addresses;
   * blank at the start and the end.
   */
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
  /** Where the proof holds without the ticket: see `originOf`. Null where the client carries tickets. */
  origin: Generated<string | null>
  /** Set with `used_at`: the registration request, and a MAC of the body that created it. */
  request_id: Generated<string | null>
  body_mac: Generated<string | null>
}

/** One valid code for a purpose and an address; stored as a MAC bound to both. */
export interface CodeTable {
  purpose: 'registration' | 'contact-change' | 'password-reset'
  /**
   * MAC of the address (and, for a change, of the member), so that the table contains no address.
   */
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

/** What a session has proven, each with an end: the password, a new address. */
export interface StepUpTable {
  session_id: string
  /** `password`, or MAC of the proven address. */
  proof: string
  expires_at: Instant
}

/** Accepted proofs of work, so that each is accepted once. */
export interface SpentProofTable {
  proof_hash: string
  expires_at: Instant
}
