import type * as contract from '#shared/contract/reports.ts'
import { REPORT_CATEGORIES, REPORT_STATUSES } from '#shared/domain/report/report-rules.ts'
import { byMonth, lastMonths, type Counted } from '#shared/domain/report/stats-rules.ts'
import { isFresh } from '../../base/clock.ts'
import { done } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Database } from '../../parts/database/engine.ts'
import type { ConsentActs } from '../../records/consents/carry-out.ts'
import { removeReport } from '../../records/reports/bin-repository.ts'
import { categoryOf } from '../../records/reports/categories.ts'
import { createReport } from '../../records/reports/create-report.ts'
import { filingRules, publishReport, hideReport } from '../../records/reports/publication.ts'
import {
  listDeletedReports,
  listDeletedEvidence,
  restoreReport,
} from '../../records/reports/restore-reports.ts'
import { claimReport, releaseReport, reportHolders } from '../../records/reports/review-lock.ts'
import {
  countReportsBy,
  countReportsWithEvidence,
} from '../../records/reports/statistics-repository.ts'
import {
  createEvidence,
  restoreEvidence,
  deleteEvidence,
  takeOutEvidence,
} from './change-evidence.ts'
import { updateReport, deleteReport } from './change-report.ts'
import { undoReport } from './decision/undo-decision.ts'
import { exportReports } from './export-reports.ts'
import { listReports, readReport, listEvidence, listOwnReports } from './list-reports.ts'

const KEPT_S = 300
const TOP_COUNTRIES = 30

function categories(types: readonly Counted[]): contract.ReportStatistics['byCategory'] {
  const counts = new Map<string, number>()
  for (const { key, count } of types)
    counts.set(categoryOf(key), (counts.get(categoryOf(key)) ?? 0) + count)
  return ([...REPORT_CATEGORIES, 'other'] as const).map((category) => ({
    category,
    count: counts.get(category) ?? 0,
  }))
}

function countries(rows: readonly Counted[]): contract.ReportStatistics['byCountry'] {
  const known = rows
    .filter(({ key }) => key !== '')
    .toSorted((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1))
  const named = known.slice(0, TOP_COUNTRIES).map(({ key, count }) => ({ countryCode: key, count }))
  const rest =
    rows.reduce((sum, { count }) => sum + count, 0) -
    named.reduce((sum, { count }) => sum + count, 0)
  return rest === 0 ? named : [...named, { countryCode: null, count: rest }]
}

async function countAll({
  database: { db },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<contract.ReportStatistics> {
  const now = clock.now()
  const [types, months, byCountry, states, evidence] = await Promise.all([
    countReportsBy(db, 'type'),
    countReportsBy(db, 'month', `${lastMonths(now)[0] ?? ''}-01`),
    countReportsBy(db, 'country'),
    countReportsBy(db, 'status'),
    countReportsWithEvidence(db),
  ])
  const ofStatus = new Map(states.map((state) => [state.key, state.count]))
  return {
    at: now.toISOString(),
    total: states.reduce((sum, state) => sum + state.count, 0),
    withEvidence: evidence,
    byCategory: categories(types),
    byMonth: byMonth(now, months),
    byCountry: countries(byCountry),
    byStatus: REPORT_STATUSES.map((state) => ({ status: state, count: ofStatus.get(state) ?? 0 })),
  }
}

/** The numbers are cached, so that each server counts once in five minutes. */
const kept = new WeakMap<
  Database,
  { readonly value: Promise<contract.ReportStatistics>; readonly sinceMs: number }
>()

const reportStatistics: Handler<typeof contract.reportStatistics> = async ({ facts }, deps) => {
  const nowMs = deps.clock.now().getTime()
  let entry = kept.get(deps.database)
  if (entry === undefined || !isFresh(entry.sinceMs, nowMs, KEPT_S * 1_000)) {
    const value = countAll(deps)
    entry = { value, sinceMs: nowMs }
    kept.set(deps.database, entry)
    value.catch(() => kept.delete(deps.database)) // a failure is not cached
  }
  const value = await entry.value
  void facts.reply.header('cache-control', 'public, max-age=60')
  return done(value)
}

export const reportsHandlers: HandlersOf<typeof contract.reportsRoutes> = {
  'report.list': listReports,
  'report.mine': listOwnReports,
  'report.read': readReport,
  'report.evidence': listEvidence,
  'report.rules': filingRules,
  'report.create': createReport,
  'report.update': updateReport,
  'report.undo': undoReport,
  'report.claim': claimReport,
  'report.release': releaseReport,
  'report.holders': reportHolders,
  'report.delete': deleteReport,
  'evidence.create': createEvidence,
  'evidence.restore': restoreEvidence,
  'evidence.delete': deleteEvidence,
  'report.publish': publishReport,
  'report.hide': hideReport,
  'report.deleted': listDeletedReports,
  'evidence.deleted': listDeletedEvidence,
  'report.restore': restoreReport,
  'report.export': exportReports,
  'report.statistics': reportStatistics,
}

/** What a confirmed proposal does to reports. */
export const reportActs = {
  'report-delete': async (_deps, db, { id, at, caller, reason }) =>
    (await removeReport(db, id, { at, by: caller.memberId, reason }))
      ? { action: 'report.deleted', detail: { reason } }
      : undefined,
  'evidence-delete': async (deps, db, { id, caller, facts, reason }) => {
    const removed = await takeOutEvidence(deps, db, id, { caller, facts, reason })
    return (
      removed && {
        action: 'evidence.deleted',
        detail: { report: removed.reportId, sha256: removed.sha256, reason },
      }
    )
  },
} as const satisfies Partial<ConsentActs>
