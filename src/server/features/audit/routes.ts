import type { auditRoutes } from '#shared/contract/audit.ts'
import type { HandlersOf } from '../../http/handlers.ts'
import { auditState, checkAudit } from './check-audit.ts'
import { auditCsv, auditLines } from './export-audit.ts'
import { listAudit } from './list-audit.ts'

export const auditHandlers: HandlersOf<typeof auditRoutes> = {
  'audit.list': listAudit,
  'audit.state': auditState,
  'audit.check': checkAudit,
  'audit.csv': auditCsv,
  'audit.lines': auditLines,
}
