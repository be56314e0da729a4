import { sql, type Kysely } from 'kysely'
import { hasFactor } from '../../parts/database/has-factor.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { PDF } from '../../parts/files/sniff.ts'

/** Queries for the references to files; the rules are in `visible-files.ts`. */

export const findFiles = (db: Kysely<Schema>, ids: readonly string[]) =>
  db
    .selectFrom('files')
    .select([
      'id',
      'purpose',
      'media_type',
      'size_bytes',
      'owner_id',
      'attached_at',
      'boxes',
      'pages',
    ])
    .where('id', 'in', ids)
    .execute()

/**
 * The columns of `members` tell the use of a file; a file that no column names belongs to no
 * member.
 */
export const findOwners = (db: Kysely<Schema>, memberIds: readonly number[]) =>
  db
    .selectFrom('members')
    .select(['id', 'card_photo_file', 'pending_photo_file', 'id_front_file', 'id_back_file'])
    .where('id', 'in', memberIds)
    .execute()

export async function membersUnderReview(
  db: Kysely<Schema>,
  memberIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('registration_requests')
    .select('member_id')
    .where('member_id', 'in', memberIds)
    .where('status', '=', 'pending')
    .execute()
  return new Set(rows.map(({ member_id: id }) => id))
}

const evidenceInSight = (db: Kysely<Schema>, fileIds: readonly string[]) =>
  db
    .selectFrom('report_evidence')
    .innerJoin('reports', 'reports.id', 'report_evidence.report_id')
    .select('report_evidence.file_id')
    .where('report_evidence.file_id', 'in', fileIds)
    .where('report_evidence.deleted_at', 'is', null)
    .where('reports.deleted_at', 'is', null)

/** Documents of Word are never public: they may contain code. Of a PDF there are pictures of its pages (ADR 0074). */
const published = (evidence: ReturnType<typeof evidenceInSight>) =>
  evidence
    .where('report_evidence.held_back', '=', 0)
    .innerJoin('files as evidence_file', 'evidence_file.id', 'report_evidence.file_id')
    .where((eb) =>
      eb.or([
        eb('evidence_file.media_type', 'like', 'image/%'),
        eb('evidence_file.media_type', 'like', 'video/%'),
        eb('evidence_file.media_type', 'like', 'audio/%'),
        eb('evidence_file.media_type', '=', PDF),
      ]),
    )
    .where((eb) =>
      eb.or([eb('reports.held_at', 'is', null), eb('reports.status', '=', 'verified')]),
    )
    .where('reports.status', '<>', 'rejected')
    .where('reports.contested_at', 'is', null)

/** Public evidence: neither the piece nor its report is deleted or held back, and the report is published. */
export async function publicEvidence(
  db: Kysely<Schema>,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await published(evidenceInSight(db, fileIds)).execute()
  return new Set(rows.map(({ file_id: id }) => id))
}

/** All evidence that is not deleted, also of reports that wait to be published: for staff. */
export async function staffEvidence(
  db: Kysely<Schema>,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await evidenceInSight(db, fileIds).execute()
  return new Set(rows.map(({ file_id: id }) => id))
}

/** A voice that was given on a signed paper. */
export interface PaperVoice {
  readonly event: string
  readonly giver: number
  readonly holder: number
}

/** The voices whose papers are on these scans. The voice alone counts: when it is gone, the scan is out of sight at once. */
export async function scannedVoices(
  db: Kysely<Schema>,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, PaperVoice>> {
  const rows = await db
    .selectFrom('assembly_proxies')
    .select(['scan_file', 'event_id', 'giver_id', 'holder_id'])
    .where('scan_file', 'in', fileIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.scan_file ?? '',
      { event: row.event_id, giver: row.giver_id, holder: row.holder_id },
    ]),
  )
}

/** Pictures of events and news, and whether they are public. */
export async function coverPictures(
  db: Kysely<Schema>,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, 'published' | 'draft'>> {
  const [events, news] = await Promise.all([
    db
      .selectFrom('events')
      .select(['image_file', 'status'])
      .where('image_file', 'in', fileIds)
      .execute(),
    db
      .selectFrom('news')
      .select(['image_file', 'status'])
      .where('image_file', 'in', fileIds)
      .execute(),
  ])
  const covers = new Map<string, 'published' | 'draft'>()
  for (const { image_file: id, status } of [...events, ...news])
    if (id !== null && covers.get(id) !== 'published')
      covers.set(id, status === 'draft' ? 'draft' : 'published')
  return covers
}

/**
 * The member of a live session, and the data that decides whether they may see a file now, in one
 * query.
 */
export const findLook = (db: Kysely<Schema>, sessionId: string, fileId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('members as viewer', 'viewer.id', 'sessions.member_id')
    .leftJoin('files', (join) => join.on('files.id', '=', fileId))
    .leftJoin('members as owner', 'owner.id', 'files.owner_id')
    .select([
      'viewer.id as viewer_id',
      'viewer.role as viewer_role',
      'sessions.factor_at',
      'sessions.waits_until',
      'viewer.card_photo_file as own_portrait',
      'files.id',
      'files.purpose',
      'files.media_type',
      'files.owner_id',
      'files.attached_at',
    ])
    .select(hasFactor('viewer.id').as('has_factor'))
    .select([
      'owner.id as holder_id',
      'owner.card_photo_file',
      'owner.pending_photo_file',
      'owner.id_front_file',
      'owner.id_back_file',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('registration_requests')
            .select('id')
            .whereRef('member_id', '=', 'owner.id')
            .where('status', '=', 'pending'),
        )
        .as('under_review'),
      eb.exists(published(evidenceInSight(db, [fileId]))).as('public_evidence'),
      eb.exists(evidenceInSight(db, [fileId])).as('staff_evidence'),
      eb
        .exists(
          evidenceInSight(db, [fileId]).where(
            'reports.reporter_id',
            '=',
            sql.ref<number>('viewer.id'),
          ),
        )
        .as('own_report'),
      eb
        .exists(
          eb
            .selectFrom('events')
            .select('id')
            .where('image_file', '=', fileId)
            .where('status', '<>', 'draft'),
        )
        .as('event_cover'),
      eb
        .exists(
          eb
            .selectFrom('news')
            .select('id')
            .where('image_file', '=', fileId)
            .where('status', '<>', 'draft'),
        )
        .as('news_cover'),
      eb
        .exists(eb.selectFrom('events').select('id').where('image_file', '=', fileId))
        .as('event_draft'),
      eb
        .exists(eb.selectFrom('news').select('id').where('image_file', '=', fileId))
        .as('news_draft'),
      eb
        .exists(eb.selectFrom('assembly_proxies').select('id').where('scan_file', '=', fileId))
        .as('scanned_voice'),
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .where('viewer.status', '=', 'active')
    .executeTakeFirst()
