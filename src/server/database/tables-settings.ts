/** Rows of what administrators set, and of the work that follows from it. */
import type { Generated } from 'kysely'
import type { Instant } from './column-types.ts'
import type { PledgeTable } from './tables-content.ts'

/** One row a group of settings; a group without a row has its defaults. */
export interface SettingTable {
  name: 'reports' | 'payment' | 'retention' | 'invitations' | 'contents'
  /** JSON; parsed by the group's own schema. */
  value: string
  /** Counts up with every change: of two who change at once, the second is told. */
  revision: number
  updated_at: Instant
  updated_by: number | null
}

export interface InvitationCodeTable {
  id: string
  /** In its one spelling, such as `INV-7K3M-9Q`. */
  code: string
  label: string
  /** Registrations that named it. */
  uses: number
  /** Null: any number. */
  uses_max: number | null
  expires_at: Instant | null
  revoked_at: Instant | null
  created_by: number | null
  created_at: Instant
}

/** Work that is done once a day, by one of several servers: whoever moves `started_at` on has the turn. */
export interface JobTurnTable {
  name: 'retention' | 'audit-check'
  started_at: Instant
  /** Null while it runs. */
  done_at: Instant | null
  /** JSON with counts, or blank. */
  detail: string
}

/** One row: when a server last found its clock going on from where it was, and whether a held run may go on. */
export interface RetentionGuardTable {
  id: number
  seen_at: Instant
  approved_at: Instant | null
}

/** One row: how far the present walk over the audit log has come, and what the last whole one found. */
export interface AuditCheckTable {
  id: number
  walk_seq: number
  walk_hash: string
  /** The head when the walk began; null between two walks. */
  walk_to: number | null
  verified_seq: number
  verified_at: Instant | null
  broken_seq: number | null
  broken_at: Instant | null
}

/** What was decided about a pledge, oldest first; the pledge itself carries the last decision. */
export interface PledgeDecisionTable {
  id: Generated<number>
  pledge_id: string
  status: PledgeTable['status']
  note: string
  received_on: string | null
  decided_by: number | null
  decided_at: Instant
}
