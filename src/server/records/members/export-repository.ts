/** Everything that the database stores about one member, table by table. */
import { sql, type Kysely } from 'kysely'
import { cardId } from '#shared/domain/people/member-id.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'

export { subscriptionsOf } from '../subscriptions/subscription-repository.ts'

/** The newest rows of a long history; staff who scan cards all day have many. */
export const TRAIL_MAX = 10_000

export const sessionsOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'device',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'ended_at as endedAt',
      'end_reason as endReason',
    ])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

/** The secrets that prove the factors are left out. */
export const secondFactorsOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('factors')
    .select(['kind', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

export const cardsOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('cards')
    .select([
      'status_index as statusIndex',
      'issued_at as issuedAt',
      'expires_at as expiresAt',
      'replaced_at as replacedAt',
    ])
    .where('member_id', '=', memberId)
    .orderBy('status_index')
    .execute()

export const requestsOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('registration_requests')
    .select(['id', 'status', 'comment', 'created_at as createdAt', 'decided_at as decidedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

/** @param ids files that the member's own row and voices refer to, besides unused uploads */
export const filesOf = (
  db: Kysely<Schema>,
  /** The number of the member, and those that ended in a merge. */
  numbers: readonly number[],
  ids: readonly string[],
) =>
  db
    .selectFrom('files')
    .select([
      'id',
      'purpose',
      'media_type as mediaType',
      'size_bytes as sizeBytes',
      'sha256',
      'original_sha256 as statedOriginalSha256',
      'original_bytes as statedOriginalBytes',
      'original_name as originalName',
      'created_at as createdAt',
      'attached_at as attachedAt',
    ])
    .where((eb) =>
      ids.length === 0
        ? eb('owner_id', 'in', numbers)
        : eb.or([eb('owner_id', 'in', numbers), eb('id', 'in', ids)]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const reportsOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('reports')
    .select([
      'id',
      'type',
      'description',
      'country',
      'city',
      'actor',
      'actor_name as actorName',
      'actor_desc as actorDesc',
      'actor_account as actorAccount',
      'victim',
      'google_map_link as googleMapLink',
      'incident_date as incidentDate',
      'status',
      'verifier_comment as verifierComment',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'deleted_at as deletedAt',
      'deleted_reason as deletedReason',
    ])
    .where('reporter_id', '=', memberId)
    .orderBy('id')
    .execute()

export const evidenceOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('report_evidence')
    .innerJoin('reports', 'reports.id', 'report_evidence.report_id')
    .select([
      'report_evidence.report_id as reportId',
      'report_evidence.evidence_type as evidenceType',
      'report_evidence.file_id as fileId',
      'report_evidence.description',
      'report_evidence.uploaded_at as uploadedAt',
      'report_evidence.deleted_at as deletedAt',
    ])
    .where('reports.reporter_id', '=', memberId)
    .orderBy('report_evidence.id')
    .execute()

export const registrationsWithDates = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('event_registrations')
    .select(['event_id as event', 'state', 'created_at as createdAt'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()

export const checkInsOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('check_ins')
    .select(['event_id as event', 'at', 'gate'])
    .where('member_id', '=', memberId)
    .orderBy('at')
    .execute()

/**
 * Voices at assemblies that the member gave, by whom they are carried and whether on paper, and how many the member
 * carries. The givers are other people, and a scan belongs to its giver.
 */
export async function proxiesWith(db: Kysely<Schema>, memberId: number) {
  const rows = await db
    .selectFrom('assembly_proxies')
    .select([
      'event_id',
      'giver_id',
      'holder_id',
      'created_at',
      'paper_note',
      'scan_file',
      'scan_sha256',
    ])
    .where((eb) => eb.or([eb('giver_id', '=', memberId), eb('holder_id', '=', memberId)]))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    event: row.event_id,
    createdAt: row.created_at,
    onPaper: row.paper_note !== null,
    ...(row.giver_id === memberId
      ? {
          role: 'giver' as const,
          holder: cardId(row.holder_id),
          scanFileId: row.scan_file,
          deletedScanSha256: row.scan_sha256,
        }
      : { role: 'holder' as const }),
  }))
}

/** Passes in wallets, without what proves them, and when a phone asked to be told of changes. */
export async function walletPassesOf(db: Kysely<Schema>, memberId: number) {
  const passes = await db
    .selectFrom('wallet_passes')
    .innerJoin('cards', 'cards.status_index', 'wallet_passes.card_index')
    .select(['wallet_passes.id', 'kind', 'created_at as createdAt', 'withdrawn_at as withdrawnAt'])
    .where('cards.member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
  const phones = await db
    .selectFrom('wallet_phones')
    .innerJoin('wallet_passes', 'wallet_passes.id', 'wallet_phones.pass_id')
    .innerJoin('cards', 'cards.status_index', 'wallet_passes.card_index')
    .select(['pass_id', 'wallet_phones.created_at as registeredAt'])
    .where('cards.member_id', '=', memberId)
    .orderBy('wallet_phones.created_at')
    .execute()
  return passes.map(({ id, ...pass }) => ({
    ...pass,
    phones: phones
      .filter(({ pass_id: of }) => of === id)
      .map(({ registeredAt }) => ({ registeredAt })),
  }))
}

/** Devices at the door that the member enrolled. */
export const devicesOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('kiosk_devices')
    .select([
      'id',
      'name',
      'event_id as event',
      'enrolled_at as enrolledAt',
      'expires_at as expiresAt',
      'last_seen_at as lastSeenAt',
      'revoked_at as revokedAt',
      'ended_at as endedAt',
    ])
    .where('enrolled_by', '=', memberId)
    .orderBy('enrolled_at')
    .execute()

export const pledgesOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('pledges')
    .select([
      'reference',
      'cause',
      'amount_usd as amountUsd',
      'method',
      'status',
      'name',
      'email',
      'received_on as receivedOn',
      'received_cents as receivedCents',
      'received_currency as receivedCurrency',
      'note',
      'created_at as createdAt',
      'decided_at as decidedAt',
    ])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

export async function claimsOf(db: Kysely<Schema>, memberId: number) {
  const claims = await db
    .selectFrom('claims')
    .select([
      'id as reference',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone as phoneNumber',
      'subject',
      'message',
      'kind',
      'report_id as report',
      'due_at as dueAt',
      'shown_at as shownAt',
      'language',
      'status',
      'note',
      'created_at as createdAt',
      'decided_at as decidedAt',
    ])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
  const entries = await db
    .selectFrom('claim_entries')
    .innerJoin('claims', 'claims.id', 'claim_entries.claim_id')
    .select([
      'claim_id as claimId',
      'claim_entries.kind',
      'text',
      'mailed',
      'claim_entries.created_at as at',
    ])
    .where('claims.member_id', '=', memberId)
    .orderBy('claim_entries.id')
    .execute()
  return claims.map((claim) => ({
    ...claim,
    answers: entries
      .filter(({ claimId }) => claimId === claim.reference)
      .map(({ kind, text, mailed, at }) => ({ kind, text, mailed: mailed === 1, at })),
  }))
}

export const formerAddressesOf = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('email_undos')
    .select(['old_email as email', 'expires_at as keptUntil'])
    .where('member_id', '=', memberId)
    .execute()

/**
 * Rows with the member as actor or as target, under the present number and those that ended in a merge; a target may name
 * several people.
 */
export const auditOf = (db: Kysely<Schema>, numbers: readonly number[]) => {
  const selves = numbers.map(memberActor)
  return db
    .selectFrom('audit')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('actor', 'in', selves),
        eb('target', 'in', selves),
        ...selves.map((self) => sql<boolean>`' ' || target || ' ' like ${`% ${self} %`}`),
      ]),
    )
    .orderBy('seq', 'desc')
    .limit(TRAIL_MAX + 1)
    .execute()
}
