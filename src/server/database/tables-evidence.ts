/** Rows of evidence on its way in: uploads that come in parts, and the parts that long films stay in. */
import type { Instant } from './column-types.ts'

export interface EvidenceUploadTable {
  id: string
  /** No foreign key: what an erased member left half-way is cleared away by the job, bytes first. */
  member_id: number
  /** As `files.original_name`. */
  name: string
  size_bytes: number
  /** SHA-256 of the whole as the sender counted it, hexadecimal. */
  sha256: string
  /** As `files.original_sha256`. */
  original_sha256: string | null
  original_bytes: number | null
  /** `closed`: cancelled, or refused for `fault`. */
  state: 'open' | 'finishing' | 'finished' | 'closed'
  /** Without a gap from the start; the next part begins here. */
  received_bytes: number
  /** The call that puts the file together now; another one may take over when it is silent for long. */
  finishing_id: string | null
  finishing_at: Instant | null
  /** JSON of the refusal, so that a sender who missed the answer hears it again. */
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
  /** From 0. */
  number: number
  size_bytes: number
  sha256: string
  /** Null: the bytes are still on their way, and the part counts for nothing. */
  stored_at: Instant | null
}
