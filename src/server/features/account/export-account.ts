import type { exportAccount as route } from '#shared/contract/account.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { hasProof } from '../auth/step-up.ts'
import { findByNumber, nationalitiesOf, type MemberRow } from '../users/member-repository.ts'
import { presentFullMember } from '../users/present.ts'
import {
  auditOf,
  cardsOf,
  checkInsOf,
  claimsOf,
  devicesOf,
  evidenceOf,
  filesOf,
  formerAddressesOf,
  pledgesOf,
  registrationsWithDates,
  reportsOf,
  requestsOf,
  sessionsOf,
  subscriptionsOf,
  TRAIL_MAX,
} from './export-repository.ts'
import { memberActor } from '../../audit/audit-log.ts'
import { auditDetail } from '../audit/list-audit.ts'
import type { AuditTableRow } from '../audit/audit-repository.ts'

interface TrailEntry {
  readonly at: string
  readonly action: string
  /** The actor: `you`, `staff`, `device`, `system` or `anonymous`. */
  readonly by: string
  /** The target; other members are `another member`. */
  readonly about: string
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * A row of the audit log for the member it concerns. Numbers of other members and of staff are
 * removed: a copy of the own data must not be a list of other people.
 */
function ownTrailEntry(row: AuditTableRow, memberId: number): TrailEntry {
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

const ownFileIds = (row: MemberRow): string[] =>
  [row.card_photo_file, row.pending_photo_file, row.id_front_file, row.id_back_file].filter(
    (id) => id !== null,
  )

/**
 * The caller's own data as one document (GDPR articles 15 and 20): the stored data, without how it
 * is stored or secured.
 */
export const exportAccount: Handler<typeof route> = async ({ caller, facts }, deps) => {
  // Asks for the password, because a stranger at an unlocked screen could copy everything at once.
  if (!(await hasProof(deps, caller.sessionId, { kind: 'password' })))
    return refuse('step-up-required')
  const {
    clock,
    database: { db },
  } = deps
  const id = caller.memberId
  const row = await findByNumber(db, id)
  if (row === undefined) return refuse('not-signed-in')
  const trail = await auditOf(db, id)
  facts.trace({ target: `member:${id}` })
  void facts.reply.header('content-disposition', 'attachment; filename="wld-account.json"')
  return done({
    exportedAt: isoNow(clock),
    profile: presentFullMember(row, await nationalitiesOf(db, id)),
    formerAddresses: await formerAddressesOf(db, id),
    files: await filesOf(db, id, ownFileIds(row)),
    cards: await cardsOf(db, id),
    registrationRequests: await requestsOf(db, id),
    sessions: (await sessionsOf(db, id)).map((session) => ({
      ...session,
      current: session.id === caller.sessionId,
    })),
    reports: await reportsOf(db, id),
    evidence: await evidenceOf(db, id),
    eventRegistrations: await registrationsWithDates(db, id),
    checkIns: await checkInsOf(db, id),
    enrolledDevices: await devicesOf(db, id),
    pledges: await pledgesOf(db, id),
    claims: await claimsOf(db, id),
    subscriptions: await subscriptionsOf(db, row.email_key),
    history: trail.slice(0, TRAIL_MAX).map((entry) => ownTrailEntry(entry, id)),
    historyIsComplete: trail.length <= TRAIL_MAX,
  })
}
