/** Rows of the settings of administrators, and of the jobs that depend on them. */
import type { Generated } from 'kysely'
import type { ConsentKind, ConsentState } from '#shared/domain/access/consent-rules.ts'
import type { AlertKind } from '#shared/domain/access/watch-rules.ts'
import type { OperationFault } from '#shared/domain/operation-faults.ts'
import type { Instant } from './column-types.ts'
import type { PledgeTable } from './content.ts'

/** One row for each group of settings; a group without a row has its defaults. */
export interface SettingTable {
  name:
    | 'reports'
    | 'payment'
    | 'retention'
    | 'invitations'
    | 'contents'
    | 'consents'
    | 'witness'
    | 'association'
    | 'goLive'
    | 'adoption'
    | 'announcement'
    | 'idle'
    | 'receipts'
  /** JSON; parsed by the group's own schema. */
  value: string
  /** Grows with every change: the second of two simultaneous changes is refused. */
  revision: number
  updated_at: Instant
  updated_by: number | null
}

export interface InvitationCodeTable {
  id: string
  /** The code in its one spelling, such as `INV-7K3M-9Q`. */
  code: string
  label: string
  /** Number of registrations that used it. */
  uses: number
  /** Null: any number. */
  uses_max: number | null
  expires_at: Instant | null
  revoked_at: Instant | null
  created_by: number | null
  created_at: Instant
}

/**
 * Jobs that run on one of several servers, most of them once a day: the server that updates
 * `started_at` runs the job.
 */
export interface JobTurnTable {
  name: 'retention' | 'idle-members' | 'entry-notices' | 'audit-check' | 'backup' | 'backup-check'
  started_at: Instant
  /** Null while it runs. */
  done_at: Instant | null
  /** JSON with counts, or blank. */
  detail: string
}

/** What this server knows of each folder of backups. It stays with the server: no backup holds it. */
export interface BackupRecordTable {
  path: string
  /** JSON: ids of the stores that were used there; several where disks change places. */
  stores: string
  /** Name of the last backup that was made there. */
  last_name: string
  /** How many checks by schedule were made; each reads another part. */
  checks: Generated<number>
  checked_at: Instant | null
  /** JSON: what the last checks found damaged. */
  damaged: Generated<string>
  /** When the last backup failed; null after one that was made. */
  failed_at: Instant | null
  /** The sentence that the command said then. */
  failure: Generated<string>
}

/**
 * One row: when a server last found its clock right, and whether a stopped deletion may continue.
 */
export interface RetentionGuardTable {
  id: number
  seen_at: Instant
  approved_at: Instant | null
}

/**
 * One row: progress of the present check of the audit log, and the result of the last complete one.
 */
export interface AuditCheckTable {
  id: number
  walk_seq: number
  walk_hash: string
  /** The head of the log when the check began; null between two checks. */
  walk_to: number | null
  verified_seq: number
  verified_at: Instant | null
  broken_seq: number | null
  broken_at: Instant | null
}

/** Decisions about a pledge, oldest first; the pledge itself has the last decision. */
export interface PledgeDecisionTable {
  id: Generated<number>
  pledge_id: string
  status: PledgeTable['status']
  note: string
  received_on: string | null
  received_cents: Generated<number | null>
  received_currency: PledgeTable['received_currency']
  counted_cents: Generated<number | null>
  decided_by: number | null
  decided_at: Instant
}

/** A record that must not be deleted; see `holds/hold-repository.ts`. */
export interface LegalHoldTable {
  id: string
  /** `member:…`, `report:…` or `request:…`; one hold in force for each. */
  target: string
  reason: string
  placed_at: Instant
  lifted_at: Instant | null
  lifted_reason: string | null
}

/** An act that one administrator proposed and another one has to confirm. */
export interface ConsentTable {
  id: string
  kind: ConsentKind
  /** `report:17`, `evidence:4`, or blank where the kind says it all. */
  target: string
  /** The reason and what is to be done: JSON, sealed, base64. */
  sealed: string
  proposed_by: number
  proposed_at: Instant
  /** Null until it is decided; a proposal that is too old counts as expired. */
  outcome: ConsentState | null
  decided_by: number | null
  decided_at: Instant | null
  /** When a confirmed export was made. */
  used_at: Instant | null
}

/** An unusual number of acts of one account; see `watch-rules.ts`. */
export interface AlertTable {
  id: string
  kind: AlertKind
  member_id: number
  count: number
  at: Instant
  /** When an administrator dismissed it. */
  seen_at: Instant | null
  seen_by: number | null
}

/** What is wrong with the machine, since when, and when administrators last got a mail about it. */
export interface OperationFaultTable {
  kind: OperationFault
  since_at: Instant
  mailed_at: Instant
  /** null while it lasts. */
  ended_at: Instant | null
}

/** How far the audit log was watched, and forwarded to a place outside. */
export interface AuditCursorTable {
  name: 'watch' | 'forward'
  seq: number
}
