/**
 * The bin of requests, from which administrators can restore them for a while. The rows are removed
 * from their tables, so that no list, count, search or sign-in sees them and the e-mail address is
 * free; one row has the data for a restore, sealed.
 */
import type { Selectable, Transaction } from 'kysely'
import type {
  DeletedRequest,
  listDeletedRequests as listRoute,
  restoreRequest as restoreRoute,
} from '#shared/contract/requests.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import type { RegistrationRequestTable, Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import {
  agreementRowsOf,
  insertAgreements,
  type AgreementRow,
} from '../../records/agreements/agreement-repository.ts'
import { eraseMember } from '../../records/erasure/erasure-repository.ts'
import { budgetRefusal, plainRefusal } from '../../records/members/list-limits.ts'
import {
  findByNumber,
  insertMember,
  nationalitiesOf,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { goneAt, restorableSince } from '../../records/reports/restore-reports.ts'
import {
  freeNumber,
  insertDeletedRequest,
  insertUnlocked,
  listDueRequests,
  readDeletedRequests,
  removePerson,
  restorableRequests,
  takeDue,
  takeRestorable,
  type DeletedRequestRow,
} from '../../records/requests/bin-repository.ts'
import { presentListedRequest } from '../../records/requests/present.ts'
import { findRequest } from '../../records/requests/request-repository.ts'

interface BinnedRequest {
  readonly name: string
  readonly request: Selectable<RegistrationRequestTable>
  /** Null where the person was kept. */
  readonly person: MemberRow | null
  readonly nationalities: readonly string[]
  readonly agreements: readonly AgreementRow[]
}

const seal = ({ secrets }: Pick<Deps, 'secrets'>, kept: BinnedRequest): string =>
  secrets.seal('bin', Buffer.from(JSON.stringify(kept)), kept.request.id).toString('base64')
const unseal = (
  { secrets }: Pick<Deps, 'secrets'>,
  { id, sealed }: DeletedRequestRow,
): BinnedRequest =>
  JSON.parse(secrets.open('bin', Buffer.from(sealed, 'base64'), id).toString()) as BinnedRequest // sealed above

export interface Binned {
  readonly request: Selectable<RegistrationRequestTable>
  readonly member: MemberRow
  readonly withPerson: boolean
  readonly by: number
  readonly reason: string
}

/**
 * The row of the request is already deleted; this deletes the person's row. Files stay under the
 * number, where no caller reaches them.
 */
export async function putInBin(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  db: Transaction<Schema>,
  { request, member, withPerson, by, reason }: Binned,
): Promise<void> {
  const at = isoNow(deps.clock)
  const name = fullName({ firstName: member.first_name, lastName: member.last_name })
  const sealed = seal(deps, {
    name,
    request,
    person: withPerson ? member : null,
    nationalities: await nationalitiesOf(db, member.id),
    agreements: withPerson ? await agreementRowsOf(db, member.id) : [],
  })
  await insertDeletedRequest(db, {
    id: request.id,
    member_id: member.id,
    sealed,
    deleted_at: at,
    deleted_by: by,
    reason,
  })
  if (withPerson) await removePerson(db, member.id, at)
}

const present = (deps: Pick<Deps, 'secrets'>, row: DeletedRequestRow): DeletedRequest => {
  const { name, request, person } = unseal(deps, row)
  return {
    id: row.id,
    cardId: cardId(row.member_id),
    name,
    status: request.status,
    createdAt: request.created_at,
    withPerson: person !== null,
    deletedAt: row.deleted_at,
    deletedBy: cardId(row.deleted_by),
    reason: row.reason,
    goneAt: goneAt(row.deleted_at),
  }
}

export const listDeletedRequests: Handler<typeof listRoute> = async (
  { query, caller, facts },
  deps,
) => {
  const {
    database: { db },
    clock,
  } = deps
  const tooOften = await plainRefusal(deps, caller.memberId, 'request.deleted', query)
  if (tooOften !== undefined) return tooOften
  const restorable = restorableRequests(db, restorableSince(clock))
  const result = await readPage(db, query, restorable, readDeletedRequests)
  const rows = result.kind === 'page' ? result.page.items : result.rows
  const usedUp = await budgetRefusal(deps, caller.memberId, 'request.deleted', query, rows.length)
  if (usedUp !== undefined) return usedUp
  const items = rows.map((row) => present(deps, row))
  if (result.kind === 'page') return done({ ...result.page, items })
  markTruncated(facts.reply, result.truncated)
  return done(items)
}

const TAKEN = {
  path: 'params.id',
  code: 'email_taken',
  message:
    'The e-mail address of this request belongs to another account now. Delete that one first, or leave this one',
} as const

const MERGED = {
  path: 'params.id',
  code: 'member_merged',
  message:
    'The member of this request became part of another record. Undo that merge first, or leave this request',
} as const

export const restoreRequest: Handler<typeof restoreRoute> = ({ params, caller, facts }, deps) => {
  const {
    clock,
    database: { rules },
  } = deps
  return facts
    .transact(async (transaction) => {
      const row = await takeRestorable(transaction, params.id, restorableSince(clock))
      if (row === undefined) return refuse('not-found')
      const { request, person, nationalities, agreements } = unseal(deps, row)
      if (person !== null) {
        await freeNumber(transaction, person.id)
        await insertMember(transaction, person, nationalities)
        await insertAgreements(transaction, agreements)
      } else if ((await findByNumber(transaction, row.member_id)) === undefined)
        return refuse('conflict', { fields: [MERGED] })
      await insertUnlocked(transaction, request)
      const restored = await findRequest(transaction, params.id)
      if (restored === undefined) return refuse('not-found')
      facts.trace({
        target: `member:${restored.id}`,
        detail: { request: restored.request_id, restored: person === null ? 'request' : 'person' },
      })
      return done(
        presentListedRequest(restored, nationalities, {
          callerId: caller.memberId,
          role: caller.role,
          at: isoNow(clock),
          colleagues: new Map(),
        }),
      )
    })
    .catch((error: unknown) => {
      if (rules.isUniqueViolation(error)) return refuse('conflict', { fields: [TAKEN] }) // the index on addresses decides, also between two calls
      throw error
    })
}

const AT_ONCE = 100

/**
 * Erases them with files and everything under their address. Returns the number of erased requests;
 * safe on several servers at once.
 */
export async function purgeRequests(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets' | 'audit'>,
): Promise<number> {
  const {
    database: { db },
    clock,
    audit,
  } = deps
  let purged = 0
  for (;;) {
    const due = await listDueRequests(db, restorableSince(clock), AT_ONCE)
    for (const { id } of due)
      await inTransaction(db, async (transaction) => {
        const row = await takeDue(transaction, id, restorableSince(clock))
        if (row === undefined) return
        const { person } = unseal(deps, row)
        if (person !== null) await eraseMember(deps, transaction, person)
        await audit.write(
          {
            actor: 'system',
            action: 'request.purged',
            target: `member:${row.member_id}`,
            detail: { request: id, removed: person === null ? 'request' : 'person' },
          },
          transaction,
        )
        purged += 1
      })
    if (due.length < AT_ONCE) return purged
  }
}
