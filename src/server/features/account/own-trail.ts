import { memberActor } from '../../audit/audit-log.ts'
import { auditDetail } from '../audit/list-audit.ts'
import type { AuditTableRow } from '../audit/audit-repository.ts'

export interface TrailEntry {
  readonly at: string
  readonly action: string
  /** Who acted: `you`, `staff`, `device`, `system` or `anonymous`. */
  readonly by: string
  /** What it was about; other people are `another member`. */
  readonly about: string
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * A row of the audit log for the person whom it concerns. Numbers of other members are taken out, of staff as well: a
 * copy of one's data must not be a list of other people.
 */
export function ownTrailEntry(row: AuditTableRow, memberId: number): TrailEntry {
  const self = memberActor(memberId)
  const targets = row.target.split(' ')
  const concernsOthers = targets.some((target) => target.startsWith('member:') && target !== self)
  const by =
    row.actor === self
      ? 'you'
      : row.actor.startsWith('member:')
        ? 'staff'
        : row.actor.startsWith('device:')
          ? 'device'
          : row.actor
  return {
    at: row.at,
    action: row.action,
    by,
    about: targets.includes(self) ? 'you' : concernsOthers ? 'another member' : row.target,
    detail: concernsOthers ? {} : auditDetail(row),
  }
}
