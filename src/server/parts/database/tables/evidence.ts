/** Rows of uploads in parts, and of the parts in which long films are stored. */
import type { Generated } from 'kysely'
import type { Instant } from './column-types.ts'

export interface EvidenceUploadTable {
  id: string
  /** No foreign key: the job removes the unfinished uploads of an erased member, bytes first. */
  member_id: number
  /** The witness report that the upload is for; then `member_id` is 0. */
  report_id: Generated<number | null>
  /** As `files.original_name`. */
  name: string
  size_bytes: number
  /** SHA-256 of the whole file as stated by the sender, hexadecimal. */
  sha256: string
  /** As `files.original_sha256`. */
  original_sha256: string | null
  original_bytes: number | null
  /** JSON of the device's seal, as it was sent; checked when the upload is finished. */
  seal: Generated<string | null>
  /** `closed`: cancelled, or refused for `fault`. */
  state: 'open' | 'finishing' | 'finished' | 'closed'
  /** Bytes received without a gap from the start; the next part begins here. */
  received_bytes: number
  /**
   * The call that assembles the file now; another one may take over when it sends no sign of life
   * for long.
   */
  finishing_id: string | null
  finishing_at: Instant | null
  /** JSON of the refusal, so that a sender who missed the response receives it again. */
  fault: string | null
  file_id: string | null
  created_at: Instant
  expires_at: Instant
}

export interface FilePartTable {
  /** Names the bytes in the store. */
  id: string
  /** The upload that it belongs to, or … */
  upload_id: string | null
  /** … the file that is kept in parts. */
  file_id: string | null
  /** Numbers begin at 0. */
  number: number
  size_bytes: number
  sha256: string
  /** Null: the bytes are not yet complete, and the part does not count. */
  stored_at: Instant | null
}

/** A time that an authority outside confirms, or that is still to be confirmed: of a piece of evidence or a day. */
export interface TimestampTable {
  id: Generated<number>
  evidence_id: number | null
  /** UTC day whose last row of the audit log it is about. */
  day: string | null
  /** What the authority confirms; see `timestamps/statement.ts`. */
  statement: string
  created_at: Instant
  /** The reply of the authority (RFC 3161), base64; null: it waits. */
  response: string | null
  confirmed_at: Instant | null
  authority: string | null
}

/** One row: how the authority did when it was last asked. */
export interface TimestampAuthorityTable {
  id: number
  /** Failures since the last success. */
  failures: number
  next_try_at: Instant
  failed_since: Instant | null
  /** Kind of the last failure, never text of the authority. */
  last_fault: string
}
