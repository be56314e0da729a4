import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type { ProblemField } from '#shared/contract/base/problem.ts'
import type { createReport as route } from '#shared/contract/reports.ts'
import { namesSomebody, OPEN } from '#shared/domain/report/report-protection.ts'
import { isIncidentDay, REPORTS_PER_DAY } from '#shared/domain/report/report-rules.ts'
import { DAY_S } from '#shared/domain/units.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import { refuse, done, type Refusal, type Outcome, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { claimUpload } from '../../parts/files/file-repository.ts'
import { NO_BOXES } from '../../parts/files/shown-copies.ts'
import { recordReceived } from '../evidence/custody.ts'
import { isReportField } from '../files/policy.ts'
import { evidenceOf, insertEvidence, type EvidenceRow } from './evidence-repository.ts'
import { evidenceTypeOf, isHeldAtFirst, presentReport } from './present.ts'
import { heldSince } from './publication.ts'
import {
  findSent,
  insertReport,
  lockReporter,
  reportTimes,
  type ReportRow,
} from './report-repository.ts'
import { reportSearchColumns } from './search-columns.ts'
import { withNamesAsSet } from './withheld-names-repository.ts'

/** One day after the UTC date is allowed: it may be today in Khartoum. */
const AHEAD_S = 24 * 60 * 60

export function incidentDateRefusal(
  clock: Clock,
  day: string | null | undefined,
): Refusal | undefined {
  if (
    day === undefined ||
    day === null ||
    isIncidentDay(day, isoAfter(clock, AHEAD_S).slice(0, 10))
  )
    return undefined
  return refuseField(
    'body.incidentDate',
    'in_the_future',
    'What has not happened yet cannot be reported',
  )
}

/** The report of an earlier call with the same key, whose response was lost. */
type SentBefore =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly report: ReportRow }
  /**
   * The key belongs to another text, or to a report that was deleted meanwhile. `report` is set
   * where its author may still read it.
   */
  | { readonly kind: 'other'; readonly report: ReportRow | undefined }

/**
 * Hash of the parsed body, so that blanks around a word make no difference. `body` comes from one
 * schema, so its properties have one order.
 */
export const bodyHash = (body: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, key: undefined }))
    .digest('hex')

/**
 * Call it inside the lock of the author's reports, so that two simultaneous calls with one key are
 * serialized.
 */
async function sentBefore(
  db: Kysely<Schema>,
  {
    memberId,
    key,
    hash,
  }: { readonly memberId: number; readonly key: string; readonly hash: string },
): Promise<SentBefore> {
  const report = await findSent(db, memberId, key)
  if (report === undefined) return { kind: 'new' }
  if (report.deleted_at !== null) return { kind: 'other', report: undefined }
  return report.client_body_sha256 === hash ? { kind: 'same', report } : { kind: 'other', report }
}

const keyIsUsed = (current: unknown): Refusal =>
  refuse('conflict', {
    fields: [
      {
        path: 'body.key',
        code: 'key_used',
        message: 'Under this key another report was filed: give a new one its own',
      },
    ],
    ...(current !== undefined && { extra: { current } }),
  })

type NewReport = z.output<(typeof route)['request']['body']>
type NewEvidence = NewReport['evidenceList'][number]

/** Takes one of the caller's own unused uploads into the report; undefined when it is not one. */
export async function attachEvidence(
  db: Kysely<Schema>,
  item: NewEvidence,
  {
    reportId,
    uploaderId,
    at,
  }: { readonly reportId: number; readonly uploaderId: number; readonly at: string },
): Promise<EvidenceRow | undefined> {
  const file = await claimUpload(db, { id: item.fileUrl, uploaderId, fits: isReportField, at })
  if (file === undefined) return undefined
  const row = await insertEvidence(db, {
    report_id: reportId,
    evidence_type: evidenceTypeOf(file.media_type),
    file_id: item.fileUrl,
    description: item.description,
    uploaded_at: at,
    deleted_at: null,
    held_back: isHeldAtFirst(file.media_type) ? 1 : 0,
  })
  const { media_type, size_bytes, sha256, pages, inside, incomplete } = file
  return { ...row, media_type, size_bytes, sha256, pages, inside, incomplete, boxes: NO_BOXES }
}

export const unknownFile = (path: string): ProblemField => ({
  path,
  code: 'unknown_file',
  message: 'Upload this file first; an address works once, for the one who uploaded it',
})

async function quotaRefusal(
  db: Kysely<Schema>,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  memberId: number,
): Promise<Refusal | undefined> {
  const max = REPORTS_PER_DAY * config.limitsScale
  const times = await reportTimes(db, memberId, isoAfter(clock, -DAY_S))
  const makesRoom = times.at(-max)
  return makesRoom === undefined
    ? undefined
    : refuse('too-many', {
        retryAfterS: Date.parse(makesRoom) / 1_000 + DAY_S - clock.now().getTime() / 1_000,
      })
}

/** The row of a new report, without its author. */
export const newColumns = (
  body: Omit<NewReport, 'evidenceList' | 'key'>,
  { at, heldAt }: { readonly at: string; readonly heldAt: string | null },
) => ({
  type: body.type,
  description: body.description,
  country: body.country,
  city: body.city,
  actor: body.actor,
  actor_name: body.actorName,
  actor_desc: body.actorDesc,
  actor_account: body.actorAccount,
  victim: body.victim,
  google_map_link: body.googleMapLink,
  incident_date: body.incidentDate ?? null,
  status: 'not verified' as const,
  verifier_comment: '',
  ...reportSearchColumns(body, {
    protection: { ...OPEN, unverified: namesSomebody(body) },
    published: heldAt === null,
  }),
  names_withheld: 1 as const,
  created_at: at,
  updated_at: at,
  held_at: heldAt,
  deleted_at: null,
  deleted_reason: null,
})

interface Written {
  readonly report: ReportRow
  readonly evidence: readonly EvidenceRow[]
  /** It was filed before, and its response was lost. */
  readonly again: boolean
}

async function write(
  db: Kysely<Schema>,
  deps: Deps,
  body: NewReport,
  caller: Caller,
): Promise<Outcome<Written>> {
  const { memberId } = caller
  const at = isoNow(deps.clock)
  if (!(await lockReporter(db, memberId))) return refuse('forbidden')
  const hash = bodyHash(body)
  const before =
    body.key === undefined
      ? ({ kind: 'new' } as const)
      : await sentBefore(db, { memberId, key: body.key, hash })
  if (before.kind !== 'new' && before.report !== undefined) {
    const evidence = (await evidenceOf(db, [before.report.id])).get(before.report.id) ?? []
    if (before.kind === 'same') return done({ report: before.report, evidence, again: true })
    return keyIsUsed(presentReport(deps.library, before.report, evidence, caller))
  }
  if (before.kind === 'other') return keyIsUsed(undefined)
  const quota = await quotaRefusal(db, deps, memberId)
  if (quota !== undefined) return quota
  const heldAt = await heldSince(db, at)
  const inserted = await insertReport(db, {
    ...newColumns(body, { at, heldAt }),
    reporter_id: memberId,
    ...(body.key !== undefined && { client_key: body.key, client_body_sha256: hash }),
  })
  const report = await withNamesAsSet(db, inserted)
  const evidence: EvidenceRow[] = []
  const faults: ProblemField[] = []
  for (const [index, item] of body.evidenceList.entries()) {
    const row = await attachEvidence(db, item, { reportId: report.id, uploaderId: memberId, at })
    if (row === undefined) faults.push(unknownFile(`body.evidenceList.${index}.fileUrl`))
    else evidence.push(row)
  }
  if (faults.length > 0) return refuse('invalid', { fields: faults })
  return done({ report, evidence, again: false })
}

export const createReport: Handler<typeof route> = ({ body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const wrongDay = incidentDateRefusal(deps.clock, body.incidentDate)
    if (wrongDay !== undefined) return wrongDay
    const written = await write(transaction, deps, body, caller)
    if (!written.ok) return written
    const { report, evidence, again } = written.value
    if (!again)
      await recordReceived(deps.audit, transaction, evidence, {
        memberId: caller.memberId,
        requestId: facts.requestId,
      })
    facts.trace({
      target: `report:${report.id}`,
      detail: { evidence: evidence.length, ...(again && { again }) },
    })
    return done(presentReport(deps.library, report, evidence, caller))
  })
