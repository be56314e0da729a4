/** Rows about people: members, their cards, requests and files. */
import type { Generated } from 'kysely'
import type { AgreementKind, AgreementSource } from '#shared/domain/agreements.ts'
import type { MemberStatus } from '#shared/domain/people/member-status.ts'
import type { RoleId } from '#shared/domain/people/roles.ts'
import type { SealState } from '#shared/domain/report/evidence-seal.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Bit, Instant } from './column-types.ts'

export interface MemberTable {
  /**
   * The card number; `WLD_` + this is the id on the wire. The server draws it at random, so it does
   * not tell the order of members.
   */
  id: number
  email: string
  /** Lower case; unique. */
  email_key: string
  /**
   * E.164 or empty. Several members may have the same number; only staff learn whether a number is
   * known.
   */
  phone: string
  /**
   * 1 where staff confirmed the number: they approved the request or entered it themselves. Only a
   * confirmed number can be used to sign in, and for one account only. A number that a member
   * entered is not proven, so it cannot be used to sign in.
   */
  phone_confirmed: Bit
  password_hash: string
  role: RoleId
  status: MemberStatus
  validated: Bit
  first_name: string
  last_name: string
  tribe: string
  /** A MAC of the folded `tribe`, for finding the same tribe. The database handle writes it. */
  tribe_key: Generated<string>
  current_country: string
  current_city: string
  current_village: string
  /** YYYY-MM-DD; blank until known, and without it there is no card. */
  birth_date: string
  birth_country: string
  birth_city: string
  birth_village: string
  marital_status: string
  number_of_kids: number
  occupation: string
  /** Blank until known, as `birth_date`. */
  sex: 'm' | 'f' | ''
  mothers_first_name: string
  mothers_last_name: string
  approver_comment: string
  recommended_by: string
  connection_method: 'email' | 'phone'
  comments: string
  language: Language
  /** News by mail. */
  newsletter: Bit
  /** 0: only mails about security and replies to the member's own requests. */
  notifications: Generated<Bit>
  card_photo_file: string | null
  /** A new portrait that waits for review; the card keeps the old one until it is approved. */
  pending_photo_file: string | null
  id_front_file: string | null
  id_back_file: string | null
  /** Folded name, e-mail, phone and number; see `searchText`. */
  search_text: string
  created_at: Instant
  updated_at: Instant
}

export interface MemberNationalityTable {
  member_id: number
  country: string
}

/** A browser or app, with the network it came from, that a member signed in with. */
export interface KnownDeviceTable {
  member_id: number
  /** A MAC, so that the table contains no network address. */
  device_key: string
  seen_at: Instant
}

export interface CardTable {
  /** Place in the signed status list. */
  status_index: Generated<number>
  member_id: number
  issued_at: Instant
  expires_at: Instant
  /** Set when a newer card replaced it; the status list then says revoked. */
  replaced_at: Instant | null
}

/** A card in a wallet, for one card of a member; ADR 0055. */
export interface WalletPassTable {
  /** The serial number. */
  id: string
  card_index: number
  kind: 'apple' | 'google'
  /** SHA-256 of the token in the pass, base64url; null for Google, which has none. */
  token_hash: string | null
  /** Fingerprint of what the pass shows; see `wallet/pass-facts.ts`. */
  shown: string
  is_void: number
  changed_at: Instant
  created_at: Instant
  /** When the member took the agreement back. */
  withdrawn_at: Instant | null
  /** Fingerprint that Google has; blank: none. Not used for Apple. */
  told: string
  failures: number
  next_try_at: string
}

/** A phone that is told when a pass of Apple Wallet changes. */
export interface WalletPhoneTable {
  id: string
  pass_id: string
  /** SHA-256 of the identifier that the phone drew, base64url. */
  device_hash: string
  /** Sealed. */
  push_token: string
  created_at: Instant
  /** `changed_at` of the pass when the phone was last told; blank: never. */
  told_at: string
  failures: number
  next_try_at: string
}

/** The card of an erased member at Google, until it is void there. Nothing leads from it to the person. */
export interface WalletVoidNoticeTable {
  /** The serial number of the pass. */
  id: string
  language: Language
  created_at: Instant
  failures: number
  next_try_at: string
}

/** A part of the status list. Triggers count it up; see `migrations/first-schema/cards.ts`. */
export interface StatusBlockTable {
  /** `status_index` divided by `CARDS_A_BLOCK`. */
  block: number
  /** Grows with each change of a card in it, or of the state of a card's holder. */
  version: number
}

export interface RegistrationRequestTable {
  /** `REQ_` and the card number. */
  id: string
  member_id: number
  status: 'pending' | 'approved' | 'rejected' | 'blocked' | 'active' | 'inactive'
  comment: string
  decided_by: number | null
  decided_at: Instant | null
  /**
   * The review lock: the reviewer, until `claim_expires_at`; no other reviewer can decide the
   * request until then.
   */
  claimed_by: number | null
  claim_expires_at: Instant | null
  /** What the reviewer checked before the decision: codes of `registration-rules.ts`, with blanks between. */
  checks: Generated<string>
  /** From then on the copies of the identity documents go: the reviewer saw them. Null: their period decides. */
  documents_end_at: Generated<Instant | null>
  created_at: Instant
}

/** A decision on a request or report that can still be undone (ADR 0053). */
export interface DecisionUndoTable {
  id: string
  kind: 'request' | 'report'
  /** Id of the request or report. */
  target: string
  decided_by: number
  /** The applicant. */
  person_id: number | null
  expires_at: Instant
  /** What the undo puts back: JSON. */
  restores: string
  /** The mail about the decision, which waits as long. */
  mail_id: string | null
}

/** Deleted requests that administrators can restore. */
export interface DeletedRequestTable {
  id: string
  member_id: number
  /** The request, and the person where the person was deleted with it: JSON, sealed, base64. */
  sealed: string
  deleted_at: Instant
  deleted_by: number
  reason: string
}

/** A record that became part of another one; see `records/merges`. */
export interface MemberMergeTable {
  id: string
  /** The number that is no member's any more. */
  ended_id: number
  /** The member whose record it is part of now. */
  stays_id: number
  /** What the undo needs: JSON, sealed, base64. Blank once its period is over. */
  sealed: string
  merged_at: Instant
  merged_by: number
  /** Blank once the period is over. */
  reason: string
}

/** When a member was last there, and what became of an idle one. */
export interface MemberActivityTable {
  member_id: number
  /** Last use of a session that was deleted since. Sessions and check-ins that are stored are younger. */
  seen_at: Instant | null
  /** When the member was asked by mail whether to stay. */
  warned_at: Instant | null
  /** When staff decided to keep the member. */
  kept_at: Instant | null
}

/** What a member agreed to; see `domain/agreements.ts`. */
export interface AgreementTable {
  id: string
  member_id: number
  kind: AgreementKind
  /** Day of the wording. */
  version: string
  language: Language
  given_at: Instant
  source: AgreementSource
  /** The paper that staff named; blank for others. */
  paper: string
  withdrawn_at: Instant | null
}

/** A member whom staff entered, and whether the information of Article 14 GDPR went out by mail (ADR 0100). */
export interface EntryNoticeTable {
  member_id: number
  entered_at: Instant
  /** 0: staff tell the member by other means. */
  by_mail: Bit
  /** 1: staff did not say which language the member reads. */
  all_languages: Bit
  mailed_at: Instant | null
}

/** Card numbers of erased members: never assigned again. */
export interface RetiredNumberTable {
  id: number
  retired_at: Instant
}

/** Changes of e-mail, which can be undone from the old address for 72 hours. */
export interface EmailUndoTable {
  token_hash: string
  member_id: number
  old_email: string
  expires_at: Instant
  used_at: Instant | null
}

/** Files that are gone, for restores of older backups (ADR 0045). */
export interface ErasedFileTable {
  id: string
  at: Instant
}

export interface FileTable {
  id: string
  /** Field of the upload or use: `reqProfile`, `card-photo`, `evidence` … */
  purpose: string
  owner_id: number | null
  /** Registration ticket that uploaded it, or the origin of a client without one, until the registration attaches it to a member. */
  ticket_id: string | null
  /**
   * When the first reference to it was made; a file without references is deleted after 30 minutes.
   */
  attached_at: Instant | null
  media_type: string
  size_bytes: number
  /** SHA-256 of the bytes as received, hexadecimal. */
  sha256: string
  /**
   * Stated by the sender's device about the original that it reduced; the server never received
   * that original.
   */
  original_sha256: Generated<string | null>
  original_bytes: Generated<number | null>
  /** JSON of the seal that the device put on it when it was taken; null: it came without one. */
  seal: Generated<string | null>
  /** Whether signature and hash of the seal matched what was received; null as `seal`. */
  seal_state: Generated<SealState | null>
  /** JSON list of the boxes that the public copy of a piece of evidence has. */
  boxes: Generated<string>
  /** Pages of a document that are shown: 0 for Word. Null for other files, and documents of older versions. */
  pages: Generated<number | null>
  /** JSON list of what a document of Word has besides text; null for other files. */
  inside: Generated<string | null>
  /** A film or sound whose end is missing: a recording or a download that stopped. */
  incomplete: Generated<Bit>
  original_name: string
  created_at: Instant
}
