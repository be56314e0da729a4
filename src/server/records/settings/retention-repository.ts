/**
 * Data whose period is over, by kind: the queries that the preview counts with and the job deletes
 * with. At the end, the row with which the guard stops a deletion.
 */
import type { Kysely, Transaction, Updateable } from 'kysely'
import type { RetentionCounts } from '#shared/contract/settings.ts'
import { MEMBER_STATUSES, type MemberStatus } from '#shared/domain/people/member-status.ts'
import type { RetentionPeriods } from '#shared/domain/people/retention.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, type Clock } from '../../base/clock.ts'
import type { RetentionGuardTable, Schema } from '../../parts/database/schema.ts'
import { isNotHeld } from '../holds/hold-repository.ts'

export const cutOff = (clock: Clock, days: number): string => isoAfter(clock, -days * DAY_S)

/**
 * Members whose documents are no longer needed: the decision about them and the documents are older
 * than the period. For a member without a request, entered by staff, the date of entry is used.
 */
export const dueDocuments = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('members')
    .where((eb) => eb.or([eb('id_front_file', 'is not', null), eb('id_back_file', 'is not', null)]))
    .where('members.created_at', '<', before)
    .where(isNotHeld(['member:', 'members.id'], ['request:REQ_', 'members.id']))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('registration_requests')
            .select('registration_requests.id')
            .whereRef('registration_requests.member_id', '=', 'members.id')
            .where((inner) =>
              inner.or([inner('status', '=', 'pending'), inner('decided_at', '>=', before)]),
            ),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('files')
            .select('files.id')
            .where((inner) =>
              inner.or([
                inner('files.id', '=', inner.ref('members.id_front_file')),
                inner('files.id', '=', inner.ref('members.id_back_file')),
              ]),
            )
            .where('files.attached_at', '>=', before),
        ),
      ),
    )

/**
 * Banned people are kept: without their row the ban would be lost, and the person could apply
 * again.
 */
export const keepsOut = (status: MemberStatus): boolean =>
  status === 'banned' || status === 'blocked'

/** Neither the request nor its person. */
export const REQUEST_NOT_HELD = isNotHeld(
  ['request:', 'registration_requests.id'],
  ['member:', 'registration_requests.member_id'],
)

/** By kind: the state of the requests, and the time that their period counts from. */
export const DUE_REQUESTS = {
  rejectedRequests: { status: 'rejected', since: 'decided_at' },
  undecidedRequests: { status: 'pending', since: 'created_at' },
} as const
export type RequestKind = keyof typeof DUE_REQUESTS

export const dueRequests = (db: Kysely<Schema>, kind: RequestKind, before: string) =>
  db
    .selectFrom('registration_requests')
    .where('status', '=', DUE_REQUESTS[kind].status)
    .where(DUE_REQUESTS[kind].since, '<', before)
    .where(REQUEST_NOT_HELD)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members')
            .select('members.id')
            .whereRef('members.id', '=', 'registration_requests.member_id')
            .where('members.status', 'in', MEMBER_STATUSES.filter(keepsOut)),
        ),
      ),
    )

/**
 * The decision and each later change of the report set `updated_at`, so a report in work is not due. Nor is one whose
 * witness and staff wrote since, or whose witness wrote what no staff has read.
 */
export const dueReports = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('reports')
    .where('status', '=', 'rejected')
    .where('deleted_at', 'is', null)
    .where('updated_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('witness_reports')
            .select('report_id')
            .whereRef('witness_reports.report_id', '=', 'reports.id')
            .where('unread', '>', 0),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('witness_entries')
            .select('witness_entries.id')
            .whereRef('witness_entries.report_id', '=', 'reports.id')
            .where('witness_entries.created_at', '>=', before),
        ),
      ),
    )
    .where(isNotHeld(['report:', 'reports.id']))

export const dueMessages = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('claims')
    .where('status', 'in', ['resolved', 'rejected'])
    .where('decided_at', '<', before)
    // A reply that stands under a report stays as long as it stands there.
    .where('shown_at', 'is', null)

/** Neither giver nor holder is held, and a hold on the request of a person holds the person too. */
const VOICE_NOT_HELD = isNotHeld(
  ['member:', 'assembly_proxies.giver_id'],
  ['member:', 'assembly_proxies.holder_id'],
  ['request:REQ_', 'assembly_proxies.giver_id'],
  ['request:REQ_', 'assembly_proxies.holder_id'],
)

/** Voices whose paper was scanned, of assemblies that are over for as long. */
export const dueScans = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('assembly_proxies')
    .innerJoin('events', 'events.id', 'assembly_proxies.event_id')
    .where('assembly_proxies.scan_file', 'is not', null)
    .where('events.ends_at', '<', before)
    .where(VOICE_NOT_HELD)

/** What is kept of merges for their undo. The row stays, because the old number leads to the present one. */
export const dueMerges = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('member_merges')
    .where('sealed', '<>', '')
    .where('merged_at', '<', before)
    .where(isNotHeld(['member:', 'stays_id'], ['request:REQ_', 'stays_id']))

/** Pledges that still name somebody whom no hold names. */
const namedPledges = (db: Kysely<Schema>) =>
  db
    .selectFrom('pledges')
    .where((eb) =>
      eb.or([eb('name', '<>', ''), eb('email', '<>', ''), eb('member_id', 'is not', null)]),
    )
    .where(isNotHeld(['member:', 'member_id'], ['request:REQ_', 'member_id']))

const yearOf = (instant: string): string => instant.slice(0, 'yyyy'.length)

/** By kind: what arrived in years that were over before then, and what never arrived since its promise. */
const duePledges = (db: Kysely<Schema>, kind: PledgeKind, before: string) =>
  kind === 'donations'
    ? namedPledges(db)
        .where('status', '=', 'confirmed')
        .where((eb) => eb.fn.coalesce('received_on', 'created_at'), '<', `${yearOf(before)}-01-01`)
    : namedPledges(db).where('status', '<>', 'confirmed').where('created_at', '<', before)
export type PledgeKind = 'donations' | 'unpaidPledges'

/** The copy of a receipt is a voucher itself, whatever became of its pledge: its period counts from the year of its number. */
const dueReceipts = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('donation_receipts')
    .where('forgotten_at', 'is', null)
    .where('year', '<', Number(yearOf(before)))
    .where(isNotHeld(['member:', 'member_id'], ['request:REQ_', 'member_id']))

/** Number, sum and days stay, so that the list of the year has no gap. @returns how many copies went */
async function forgetReceipts(
  db: Transaction<Schema>,
  before: string,
  at: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('donation_receipts')
    .set({ copy: '', cancel_reason: '', member_id: null, forgotten_at: at })
    .where('id', 'in', dueReceipts(db, before).select('donation_receipts.id'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The sum, the day and the reference stay. Notes are free text, and may name somebody. */
export async function forgetDonors(
  db: Transaction<Schema>,
  kind: PledgeKind,
  { before, at }: { readonly before: string; readonly at: string },
): Promise<number> {
  const due = duePledges(db, kind, before)
  await db
    .updateTable('pledge_decisions')
    .set({ note: '' })
    .where('pledge_id', 'in', due.select('pledges.id'))
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('pledges')
    .set({ name: '', email: '', search_text: '', member_id: null, note: '' })
    .where('id', 'in', due.select('pledges.id'))
    .executeTakeFirst()
  const receipts = kind === 'donations' ? await forgetReceipts(db, before, at) : 0
  return Number(numUpdatedRows) + receipts
}

/**
 * An ended session, or one whose refresh token has expired: the minimum period is as long as the
 * token is valid.
 */
export const dueSessions = (db: Kysely<Schema>, before: string) =>
  db
    .selectFrom('sessions')
    .where((eb) => eb.or([eb('ended_at', '<', before), eb('last_used_at', '<', before)]))

/**
 * The last row of the log that may be deleted; the newest row is kept, so that the chain has an
 * end.
 */
export async function dueAuditSeq(db: Kysely<Schema>, before: string): Promise<number> {
  const head = await db
    .selectFrom('audit_head')
    .select(['seq', 'base_seq'])
    .executeTakeFirstOrThrow()
  const young = await db
    .selectFrom('audit')
    .select('seq')
    .where('at', '>=', before)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return Math.max(
    head.base_seq,
    Math.min(young === undefined ? head.seq - 1 : young.seq - 1, head.seq - 1),
  )
}

const total = async (query: {
  executeTakeFirstOrThrow(): Promise<{ n: number }>
}): Promise<number> => Number((await query.executeTakeFirstOrThrow()).n)

export async function countDue(
  db: Kysely<Schema>,
  clock: Clock,
  days: RetentionPeriods,
): Promise<RetentionCounts> {
  const { base_seq: base } = await db
    .selectFrom('audit_head')
    .select('base_seq')
    .executeTakeFirstOrThrow()
  const requests = (kind: RequestKind) =>
    total(
      dueRequests(db, kind, cutOff(clock, days[kind])).select((eb) =>
        eb.fn.countAll<number>().as('n'),
      ),
    )
  const pledges = (kind: PledgeKind) =>
    total(
      duePledges(db, kind, cutOff(clock, days[kind])).select((eb) =>
        eb.fn.countAll<number>().as('n'),
      ),
    )
  return {
    identityDocuments: await total(
      dueDocuments(db, cutOff(clock, days.identityDocuments)).select((eb) =>
        eb.fn.countAll<number>().as('n'),
      ),
    ),
    rejectedRequests: await requests('rejectedRequests'),
    undecidedRequests: await requests('undecidedRequests'),
    rejectedReports: await total(
      dueReports(db, cutOff(clock, days.rejectedReports)).select((eb) =>
        eb.fn.countAll<number>().as('n'),
      ),
    ),
    contactMessages: await total(
      dueMessages(db, cutOff(clock, days.contactMessages)).select((eb) =>
        eb.fn.countAll<number>().as('n'),
      ),
    ),
    paperScans: await total(
      dueScans(db, cutOff(clock, days.paperScans)).select((eb) => eb.fn.countAll<number>().as('n')),
    ),
    mergedMembers: await total(
      dueMerges(db, cutOff(clock, days.mergedMembers)).select((eb) =>
        eb.fn.countAll<number>().as('n'),
      ),
    ),
    donations:
      (await pledges('donations')) +
      (await total(
        dueReceipts(db, cutOff(clock, days.donations)).select((eb) =>
          eb.fn.countAll<number>().as('n'),
        ),
      )),
    unpaidPledges: await pledges('unpaidPledges'),
    audit: (await dueAuditSeq(db, cutOff(clock, days.audit))) - base,
    sessions: await total(
      dueSessions(db, cutOff(clock, days.sessions)).select((eb) =>
        eb.fn.countAll<number>().as('n'),
      ),
    ),
  }
}

/** The only row of the guard. */
export const readGuard = (db: Kysely<Schema>) =>
  db.selectFrom('retention_guards').selectAll().executeTakeFirstOrThrow()

export const updateGuard = (db: Kysely<Schema>, columns: Updateable<RetentionGuardTable>) =>
  db.updateTable('retention_guards').set(columns).execute()
