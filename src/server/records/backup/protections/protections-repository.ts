/**
 * What staff and witnesses took from the public, for the list that a restore applies (ADR 0045):
 * states of records by number, without the words that are hidden.
 */
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import type { Schema } from '../../../parts/database/schema.ts'
import { isPublished } from '../../reports/published.ts'

const Bit = z.union([z.literal(0), z.literal(1)])
const Instant = z.iso.datetime()

export const Protections = z.object({
  /** Reports that staff changed or that are not public. */
  reports: z.array(
    z.object({
      id: z.int(),
      version: z.int(),
      published: z.boolean(),
      status: z.enum(REPORT_STATUSES),
      redactVictim: Bit,
      redactActor: Bit,
      hideMapLink: Bit,
      place: z.enum(['city', 'region', 'country']),
      binnedAt: Instant.nullable(),
    }),
  ),
  /** Pieces whose public copy was changed, or that are in the bin. */
  evidence: z.array(
    z.object({
      id: z.int(),
      version: z.int(),
      heldBack: Bit,
      warnings: z.string().nullable(),
      boxes: z.string(),
      binnedAt: Instant.nullable(),
    }),
  ),
  /** Numbers of reports that their witness withdrew. */
  withdrawn: z.array(z.tuple([z.int(), Instant])),
  holds: z.array(z.object({ target: z.string(), reason: z.string(), placedAt: Instant })),
})
export type Protections = z.output<typeof Protections>

export async function readProtections(db: Kysely<Schema>): Promise<Protections> {
  const reports = await db
    .selectFrom('reports')
    .select(['id', 'version', 'status', 'held_at', 'contested_at', 'deleted_at'])
    .select(['redact_victim', 'redact_actor', 'hide_map_link', 'place_detail'])
    .where((eb) =>
      eb.or([
        eb('version', '>', 1),
        eb('deleted_at', 'is not', null),
        eb('contested_at', 'is not', null),
        eb.and([eb('held_at', 'is not', null), eb('status', '<>', 'verified')]),
      ]),
    )
    .orderBy('id')
    .execute()
  const evidence = await db
    .selectFrom('report_evidence')
    .innerJoin('files', 'files.id', 'report_evidence.file_id')
    .select(['report_evidence.id', 'public_version', 'held_back', 'warnings', 'boxes'])
    .select('report_evidence.deleted_at')
    .where((eb) =>
      eb.or([eb('public_version', '>', 1), eb('report_evidence.deleted_at', 'is not', null)]),
    )
    .orderBy('report_evidence.id')
    .execute()
  const withdrawn = await db
    .selectFrom('witness_reports')
    .select(['report_id', 'withdrawn_at'])
    .where('withdrawn_at', 'is not', null)
    .orderBy('report_id')
    .execute()
  const holds = await db
    .selectFrom('legal_holds')
    .select(['target', 'reason', 'placed_at as placedAt'])
    .where('lifted_at', 'is', null)
    .orderBy('placed_at')
    .orderBy('target')
    .execute()
  return {
    reports: reports.map((row) => ({
      id: row.id,
      version: row.version,
      published: isPublished(row),
      status: row.status,
      redactVictim: row.redact_victim,
      redactActor: row.redact_actor,
      hideMapLink: row.hide_map_link,
      place: row.place_detail,
      binnedAt: row.deleted_at,
    })),
    evidence: evidence.map((row) => ({
      id: row.id,
      version: row.public_version,
      heldBack: row.held_back,
      warnings: row.warnings,
      boxes: row.boxes,
      binnedAt: row.deleted_at,
    })),
    withdrawn: withdrawn.flatMap(({ report_id: id, withdrawn_at: at }): [number, string][] =>
      at === null ? [] : [[id, at]],
    ),
    holds,
  }
}
