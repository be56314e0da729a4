/** Rows about people: members, their cards, requests and files. */
import type { Generated } from 'kysely'
import type { Language } from '#shared/domain/languages.ts'
import type { MemberStatus } from '#shared/domain/member-status.ts'
import type { RoleId } from '#shared/domain/roles.ts'
import type { Bit, Instant } from './column-types.ts'

export interface MemberTable {
  /** The card number; `WLD_` + this is the id on the wire. Chosen at random by us, so it tells nobody's place in line. */
  id: number
  email: string
  /** Lower case; unique. */
  email_key: string
  /** E.164 or empty. Several people may hold one number: whether a number is known here is told to staff only. */
  phone: string
  /**
   * 1 where staff vouch for the number: they approved the request or wrote it themselves. Only then it opens the
   * account, and for one account only. A number that a member wrote opens nothing, because nothing proves it.
   */
  phone_confirmed: Bit
  password_hash: string
  role: RoleId
  status: MemberStatus
  validated: Bit
  first_name: string
  last_name: string
  tribe: string
  /** Folded `tribe`, for finding by its beginning; see `foldForSearch`. */
  tribe_key: string
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
  /** Blank as `birth_date`. */
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
  /** 0: only mails about security and what the person asked for. */
  notifications: Generated<Bit>
  card_photo_file: string | null
  /** A new portrait that waits for review; the card keeps the old one until then. */
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
  /** A MAC: the table names no network. */
  device_key: string
  seen_at: Instant
}

export interface CardTable {
  /** Place in the signed status list. */
  status_index: Generated<number>
  member_id: number
  issued_at: Instant
  expires_at: Instant
  /** Set when a newer card took its place; the status list then says revoked. */
  replaced_at: Instant | null
}

export interface RegistrationRequestTable {
  /** `REQ_` and the card number. */
  id: string
  member_id: number
  status: 'pending' | 'approved' | 'rejected' | 'blocked' | 'active' | 'inactive'
  comment: string
  decided_by: number | null
  decided_at: Instant | null
  /** Who reviews it at the moment, until `claim_expires_at`; nobody else decides it then. */
  claimed_by: number | null
  claim_expires_at: Instant | null
  created_at: Instant
}

/** Deleted requests that administrators can restore. */
export interface DeletedRequestTable {
  id: string
  member_id: number
  /** The request, and the person where it took the person along: JSON, sealed, base64. */
  sealed: string
  deleted_at: Instant
  deleted_by: number
  reason: string
}

/** Card numbers of people who left: never given again. */
export interface RetiredNumberTable {
  id: number
  retired_at: Instant
}

/** A change of e-mail can be taken back from the old address for 72 hours. */
export interface EmailUndoTable {
  token_hash: string
  member_id: number
  old_email: string
  expires_at: Instant
  used_at: Instant | null
}

export interface FileTable {
  id: string
  /** Field of the upload or use: `reqProfile`, `card-photo`, `evidence` … */
  purpose: string
  owner_id: number | null
  /** Registration ticket that uploaded it, until the registration attaches it to a member. */
  ticket_id: string | null
  /** When something began to refer to it; a file that nothing refers to goes after 30 minutes. */
  attached_at: Instant | null
  media_type: string
  size_bytes: number
  /** SHA-256 of the bytes as received, hexadecimal. */
  sha256: string
  /** What the sender's device says of the original that it made smaller; nobody here has seen that one. */
  original_sha256: Generated<string | null>
  original_bytes: Generated<number | null>
  original_name: string
  created_at: Instant
}
