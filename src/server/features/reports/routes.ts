import type { reportsRoutes } from '#shared/contract/reports.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { listDeletedReports, listDeletedEvidence, restoreReport } from './bin.ts'
import { createEvidence, restoreEvidence, deleteEvidence } from './change-evidence.ts'
import { updateReport, deleteReport } from './change-report.ts'
import { createReport } from './create-report.ts'
import { exportReports } from './export-reports.ts'
import { listReports, readReport, listEvidence } from './list-reports.ts'
import { listOwnReports } from './own-reports.ts'
import { publishReport, hideReport } from './publication.ts'
import { reportStatistics } from './statistics.ts'

export const reportsHandlers: HandlersOf<typeof reportsRoutes> = {
  'report.list': listReports,
  'report.mine': listOwnReports,
  'report.read': readReport,
  'report.evidence': listEvidence,
  'report.create': createReport,
  'report.update': updateReport,
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
