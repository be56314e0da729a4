import type { Transaction } from 'kysely'
import type * as contract from '#shared/contract/account.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { memberActor } from '../../parts/audit/audit-log.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { agreementRowsOf, presentAgreement } from '../../records/agreements/agreement-repository.ts'
import {
  findEntryNotice,
  presentEntryNotice,
} from '../../records/agreements/entry-notice-repository.ts'
import type { AuditTableRow } from '../../records/audit/audit-repository.ts'
import { auditDetail } from '../../records/audit/list-audit.ts'
import { receiptsOf } from '../../records/donations/receipt-repository.ts'
import { eraseMember } from '../../records/erasure/erasure-repository.ts'
import { sendErasureReceipt } from '../../records/erasure/send-receipt.ts'
import { tellMembers } from '../../records/events/event-mails.ts'
import { lockEvent, registrationsOf, type EventRow } from '../../records/events/event-repository.ts'
import { takesRegistrations } from '../../records/events/policy.ts'
import { fillPlaces } from '../../records/events/register.ts'
import { tellGivers } from '../../records/events/voice-mails.ts'
import { stepUpLeftMs, stepUpRefusal } from '../../records/factors/step-up.ts'
import { releaseFiles } from '../../records/files/own-file-repository.ts'
import { isMemberHeld } from '../../records/holds/hold-repository.ts'
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
  proxiesWith,
  registrationsWithDates,
  reportsOf,
  requestsOf,
  secondFactorsOf,
  sessionsOf,
  subscriptionsOf,
  TRAIL_MAX,
  walletPassesOf,
} from '../../records/members/export-repository.ts'
import {
  countActiveAdministrators,
  lockAdministrators,
} from '../../records/members/member-list-repository.ts'
import {
  findByNumber,
  lockMember,
  nationalitiesOf,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { presentOwnMember, presentFullMember } from '../../records/members/present.ts'
import { formerRecords } from '../../records/merges/present.ts'
import { withdrawPortrait } from '../../records/portraits/portrait-repository.ts'

const myAccount: Handler<typeof contract.myAccount> = async ({ caller }, deps) => {
  const { db } = deps.database
  const row = await findByNumber(db, caller.memberId)
  if (row === undefined) return refuse('not-signed-in')
  const signed = (fileId: string | null): string | null =>
    fileId === null ? null : deps.library.sign(fileId, 'card', caller.sessionId)
  return done({
    ...presentOwnMember(row, await nationalitiesOf(db, row.id)),
    photoUrl: signed(row.card_photo_file),
    pendingPhotoUrl: signed(row.pending_photo_file),
    stepUpLeftS: Math.floor((await stepUpLeftMs(deps, caller)) / 1_000),
  })
}

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
function ownTrailEntry(row: AuditTableRow, numbers: readonly number[]): TrailEntry {
  const selves = numbers.map(memberActor)
  const targets = row.target.split(' ')
  const concernsOthers = targets.some(
    (target) => target.startsWith('member:') && !selves.includes(target),
  )
  const by = selves.includes(row.actor)
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
    about: targets.some((target) => selves.includes(target))
      ? 'you'
      : concernsOthers
        ? 'another member'
        : row.target,
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
const exportAccount: Handler<typeof contract.exportAccount> = async ({ caller, facts }, deps) => {
  // Asks for the password, because a stranger at an unlocked screen could copy everything at once.
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const {
    clock,
    database: { db },
  } = deps
  const id = caller.memberId
  const row = await findByNumber(db, id)
  if (row === undefined) return refuse('not-signed-in')
  const former = await formerRecords(deps, db, id)
  const numbers = [id, ...former.map(({ number }) => number)]
  const trail = await auditOf(db, numbers)
  const proxies = await proxiesWith(db, id)
  const scans = proxies.flatMap((voice) => (voice.role === 'giver' ? (voice.scanFileId ?? []) : []))
  facts.trace({ target: `member:${id}` })
  void facts.reply.header('content-disposition', 'attachment; filename="wld-account.json"')
  return done({
    exportedAt: isoNow(clock),
    profile: presentFullMember(row, await nationalitiesOf(db, id)),
    formerAddresses: await formerAddressesOf(db, id),
    mergedRecords: former.map(({ shown }) => shown),
    files: await filesOf(db, numbers, [
      ...ownFileIds(row),
      ...scans,
      ...former.flatMap(({ files }) => files),
    ]),
    cards: await cardsOf(db, id),
    registrationRequests: await requestsOf(db, id),
    sessions: (await sessionsOf(db, id)).map((session) => ({
      ...session,
      current: session.id === caller.sessionId,
    })),
    secondFactors: await secondFactorsOf(db, id),
    reports: await reportsOf(db, id),
    evidence: await evidenceOf(db, id),
    eventRegistrations: await registrationsWithDates(db, id),
    checkIns: await checkInsOf(db, id),
    proxies,
    agreements: (await agreementRowsOf(db, id)).map(presentAgreement),
    entryNotice: presentEntryNotice(await findEntryNotice(db, id)),
    walletPasses: await walletPassesOf(db, id),
    enrolledDevices: await devicesOf(db, id),
    pledges: await pledgesOf(db, id),
    taxReceipts: await receiptsOf(db, id),
    claims: await claimsOf(db, id),
    subscriptions: await subscriptionsOf(db, row.email_key),
    history: trail.slice(0, TRAIL_MAX).map((entry) => ownTrailEntry(entry, numbers)),
    historyIsComplete: trail.length <= TRAIL_MAX,
  })
}

/**
 * Locks events first, then the person, in the same order as a registration for an event, so that no
 * deadlock occurs.
 */
async function lockEventsOf(db: Transaction<Schema>, memberId: number): Promise<EventRow[]> {
  const ids = [...(await registrationsOf(db, memberId)).keys()].sort()
  const events: EventRow[] = []
  for (const id of ids) {
    const event = await lockEvent(db, id)
    if (event !== undefined) events.push(event)
  }
  return events
}

const eraseAccount: Handler<typeof contract.eraseAccount> = async ({ caller, facts }, deps) => {
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  return facts.transact(async (transaction) => {
    const events = await lockEventsOf(transaction, caller.memberId)
    if (caller.role === 'admin') await lockAdministrators(transaction)
    // If two sessions erase at once, the second finds no member.
    const row = await lockMember(transaction, caller.memberId)
    if (row === undefined) return refuse('not-signed-in')
    if (row.role === 'ROLE_ADMIN' && (await countActiveAdministrators(transaction)) <= 1)
      return refuse('last-administrator')
    if (await isMemberHeld(transaction, row.id)) return refuse('held')
    const at = isoNow(deps.clock)
    await tellGivers(deps, transaction, row.id)
    const counts = await eraseMember(deps, transaction, row)
    for (const event of events)
      if (takesRegistrations(event, at))
        await tellMembers(deps, transaction, event, await fillPlaces(transaction, event), {
          template: 'event-place',
        })
    const receipt = await sendErasureReceipt(deps, transaction, row, { at, rule: 'own', counts })
    facts.trace({ target: `member:${row.id}`, detail: { receipt } })
    return done({})
  })
}

const withdrawPhoto: Handler<typeof contract.withdrawPhoto> = async (
  { caller, facts },
  { clock },
) =>
  facts.transact(async (transaction) => {
    const fileId = (await findByNumber(transaction, caller.memberId))?.pending_photo_file
    if (fileId === undefined || fileId === null) return refuse('not-found')
    // A reviewer may decide at the same moment: only a picture that still waits is released.
    if (!(await withdrawPortrait(transaction, caller.memberId, fileId, isoNow(clock))))
      return refuse('not-found')
    await releaseFiles(transaction, [fileId])
    facts.trace({ target: `member:${caller.memberId}` })
    return done({})
  })

export const accountHandlers: HandlersOf<typeof contract.accountRoutes> = {
  'account.me': myAccount,
  'account.withdrawPhoto': withdrawPhoto,
  'account.export': exportAccount,
  'account.erase': eraseAccount,
}
