import type { Kysely, Selectable } from 'kysely'
import type {
  deleteReport as deleteRoute,
  updateReport as updateRoute,
  Removed,
} from '#shared/contract/reports.ts'
import { checksText } from '#shared/domain/access/checks.ts'
import { UNDO_S } from '#shared/domain/access/undo-rules.ts'
import { checksOf } from '#shared/domain/report/report-checks.ts'
import { isLooser, OPEN } from '#shared/domain/report/report-protection.ts'
import { isRejected, isVerified, nextStatus } from '#shared/domain/report/report-rules.ts'
import { isoAfter, isoNow } from '../../base/clock.ts'
import { done, refuse, refuseField } from '../../base/outcome.ts'
import type { Handler } from '../../http/handlers.ts'
import { loggedReason } from '../../parts/audit/audit-log.ts'
import type { ReportTable, Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { propose } from '../../records/consents/propose.ts'
import { singleActRefusal, stepUpRefusal } from '../../records/factors/step-up.ts'
import { insertRelease, reportRelease } from '../../records/releases/release-repository.ts'
import { removeReport } from '../../records/reports/bin-repository.ts'
import { incidentDateRefusal } from '../../records/reports/create-report.ts'
import { countEvidence, evidenceOf } from '../../records/reports/evidence-repository.ts'
import { isOpen, isStale } from '../../records/reports/policy.ts'
import { presentWithEvidence } from '../../records/reports/present.ts'
import {
  protectionColumns,
  protectionOf,
  showsWithheld,
  withdrawsNames,
  wordsOf,
} from '../../records/reports/protection.ts'
import { needsConsent } from '../../records/reports/publication.ts'
import { isPublished, wasPublic } from '../../records/reports/published.ts'
import {
  changeReport,
  lockReport,
  type ReportRow,
} from '../../records/reports/report-repository.ts'
import { heldRefusal } from '../../records/reports/review-lock.ts'
import { searchColumnsOf } from '../../records/reports/search-columns.ts'
import { holdReportDecision } from './decision/undo-decision.ts'

type Change = Parameters<Handler<typeof updateRoute>>[0]['body']

/** Given fields replace the stored ones. */
const over = <T extends object>(held: T, change: Partial<Record<keyof T, unknown>>): T => ({
  ...held,
  ...Object.fromEntries(
    Object.keys(held).flatMap((key) =>
      change[key as keyof T] === undefined ? [] : [[key, change[key as keyof T]]],
    ),
  ),
}) // both were parsed into the same shapes

/** A check of evidence that is not there, or not any more, is not stored. */
async function checksAfter(
  db: Kysely<Schema>,
  before: ReportRow,
  { checks }: Change,
): Promise<string> {
  if (checks === undefined) return before.checks
  return checksText(checksOf((await countEvidence(db, before.id)) > 0), checks)
}

function columnsAfter(before: ReportRow, change: Change, checks: string) {
  const words = over(
    { ...wordsOf(before), actorAccount: before.actor_account, incidentDate: before.incident_date },
    change,
  )
  const protection = over(protectionOf(before), change)
  return {
    type: words.type,
    description: words.description,
    country: words.country,
    city: words.city,
    actor: words.actor,
    actor_name: words.actorName,
    actor_desc: words.actorDesc,
    actor_account: words.actorAccount,
    victim: words.victim,
    google_map_link: words.googleMapLink,
    incident_date: words.incidentDate,
    status: nextStatus(before.status, change),
    verifier_comment:
      change.verifierComment === undefined
        ? before.verifier_comment
        : (change.verifierComment ?? ''),
    checks,
    ...protectionColumns(protection),
  } satisfies Partial<Selectable<ReportTable>>
}
type Columns = ReturnType<typeof columnsAfter>

const FIELD_OF: Readonly<Record<keyof Columns, string>> = {
  type: 'type',
  description: 'description',
  country: 'country',
  city: 'city',
  actor: 'actor',
  actor_name: 'actorName',
  actor_desc: 'actorDesc',
  actor_account: 'actorAccount',
  victim: 'victim',
  google_map_link: 'googleMapLink',
  incident_date: 'incidentDate',
  status: 'status',
  verifier_comment: 'verifierComment',
  checks: 'checks',
  redact_victim: 'redactVictim',
  redact_actor: 'redactActor',
  place_detail: 'placeDetail',
  region: 'region',
  hide_map_link: 'hideMapLink',
  hidden_words: 'hiddenWords',
}
const changedColumns = (before: ReportRow, after: Columns): (keyof Columns)[] =>
  (Object.keys(after) as (keyof Columns)[]).filter((column) => before[column] !== after[column]) // an object literal has the keys of its type

/** Columns that say which words of the texts are names or places. */
const NAMING: readonly (keyof Columns)[] = ['victim', 'actor_name', 'actor_desc', 'city']

/**
 * Names or places that were withheld and are not any more: administrators get an alert. Also of a report that is hidden at the
 * moment, because hiding it, uncovering and showing it again is the same act in three.
 */
async function uncovers(
  db: Kysely<Schema>,
  before: ReportRow,
  after: Columns,
  changed: readonly (keyof Columns)[],
): Promise<boolean> {
  if (!wasPublic(before)) return false
  if (isLooser(protectionOf(before), protectionOf({ ...before, ...after }))) return true
  if (!changed.some((column) => NAMING.includes(column))) return false
  const evidence = (await evidenceOf(db, [before.id])).get(before.id) ?? []
  return showsWithheld(before, { ...before, ...after }, evidence)
}

/** An edit of the words is undone by another edit, not by the undo of a decision. */
const DECISION: readonly (keyof Columns)[] = ['status', 'verifier_comment', 'checks']
const isDecisionAlone = (changed: readonly (keyof Columns)[]): boolean =>
  changed.every((column) => DECISION.includes(column))

const withoutRegion = ({ place_detail: detail, region }: Columns): boolean =>
  detail === 'region' && region === ''

/** The report of a witness becomes public with this. */
const isReleased = (before: ReportRow, { status }: Columns): boolean =>
  before.witness === 1 && !isVerified(before.status) && isVerified(status)

/**
 * A report that was rejected and is taken up again is not public by that alone: it waits until staff
 * publish or verify it.
 */
const heldAfter = (before: ReportRow, { status }: Columns, at: string): string | null =>
  isRejected(before.status) && isOpen({ status }) ? (before.held_at ?? at) : before.held_at

const stored = (before: ReportRow, columns: Columns, at: string) => ({
  ...columns,
  held_at: heldAfter(before, columns, at),
  verified_at: before.verified_at ?? (isVerified(columns.status) ? at : null),
  ...searchColumnsOf({ ...before, ...columns, held_at: heldAfter(before, columns, at) }),
  version: before.version + 1,
  updated_at: at,
  ...(!isOpen(columns) && { claimed_by: null, claim_expires_at: null }),
})

/** Words that are withheld from now on were in the search index in the open. */
const leavesWords = (before: ReportRow, after: ReportRow, changed: readonly (keyof Columns)[]) =>
  isPublished(before) &&
  (!isPublished(after) ||
    withdrawsNames(before, after) ||
    changed.some((column) => Object.hasOwn(protectionColumns(OPEN), column)))

export const updateReport: Handler<typeof updateRoute> = async (
  { params, body, caller, facts },
  deps,
) =>
  facts.transact(async (transaction) => {
    const { clock, library } = deps
    const present = (row: ReportRow) => presentWithEvidence(transaction, library, row, caller)
    const wrongDay = incidentDateRefusal(clock, body.incidentDate)
    if (wrongDay !== undefined) return wrongDay
    const before = await lockReport(transaction, params.id)
    if (before === undefined) return refuse('not-found')
    const held = await heldRefusal(deps, transaction, before, caller)
    if (held !== undefined) return held
    if (isStale(body.version, before))
      return refuse('conflict', { extra: { current: await present(before) } })
    const decided = columnsAfter(before, body, await checksAfter(transaction, before, body))
    // What makes the report public waits; the rest of the change is made now.
    const publishes = isReleased(before, decided)
    const inside = { ...deps, database: { ...deps.database, db: transaction } }
    const unproven = publishes ? await stepUpRefusal(inside, caller) : undefined
    if (unproven !== undefined) return unproven
    const columns = publishes ? { ...decided, status: before.status } : decided
    if (withoutRegion(columns))
      return refuseField('body.region', 'required', 'Say which region is shown instead of the city')
    const changed = changedColumns(before, decided)
    const release = publishes || (await uncovers(transaction, before, decided, changed))
    // The names of the fields, never their values.
    facts.trace({
      target: `report:${before.id}`,
      detail: {
        fields: changed.map((column) => FIELD_OF[column]).join(' '),
        from: before.status,
        to: decided.status,
        ...(release && { release }),
        ...(body.checks !== undefined && { checks: columns.checks }),
      },
    })
    if (changed.length === 0) return done({ ...(await present(before)), undoUntil: null })
    const at = isoNow(clock)
    const after = await changeReport(transaction, before.id, stored(before, columns, at))
    if (after === undefined) return refuse('not-found')
    if (leavesWords(before, after, changed)) await wantScrub(transaction, after.updated_at)
    if (publishes)
      await insertRelease(transaction, {
        kind: 'report',
        target: after.id,
        report_id: after.id,
        change: reportRelease(after.version),
        proposed_by: caller.memberId,
        proposed_at: at,
        due_at: isoAfter(clock, UNDO_S),
      })
    const undoUntil =
      publishes || (body.undoable === true && isDecisionAlone(changed))
        ? await holdReportDecision(transaction, clock, { before, after, by: caller.memberId })
        : null
    return done({ ...(await present(after)), undoUntil })
  })

/**
 * Moves the report and its files to the bin, where administrators can restore it. A verified report
 * is proposed for it where that needs a second administrator.
 */
export const deleteReport: Handler<typeof deleteRoute> = async (
  { params, query, body, caller, facts },
  deps,
) => {
  const reason = body?.reason ?? query.reason ?? ''
  const unproven = await singleActRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact<Removed>(async (transaction) => {
    const report = await lockReport(transaction, params.id)
    if (report === undefined) return refuse('not-found')
    const held = await heldRefusal(deps, transaction, report, caller)
    if (held !== undefined) return held
    const target = `report:${report.id}`
    if (await needsConsent(transaction, report)) {
      const act = { kind: 'report-delete', target, reason } as const
      return done({
        deleted: false,
        consent: await propose(deps, transaction, act, { caller, facts }),
      })
    }
    await removeReport(transaction, report.id, {
      at: isoNow(deps.clock),
      by: caller.memberId,
      reason,
    })
    facts.trace({ target, detail: { status: report.status, reason: loggedReason(reason) } })
    return done({ deleted: true })
  })
}
