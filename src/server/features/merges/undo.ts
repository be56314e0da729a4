/** Separates two records that were made one (ADR 0079). */
import type { Transaction } from 'kysely'
import type { undoMerge as route } from '#shared/contract/merges.ts'
import { canMergeInto } from '#shared/domain/access/merge-rules.ts'
import { requestIdOf } from '#shared/domain/card/read-member-number.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { lockEvent } from '../../records/events/event-repository.ts'
import { insertFactor } from '../../records/factors/factor-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { isMemberHeld } from '../../records/holds/hold-repository.ts'
import { changeColumns } from '../../records/members/change-columns.ts'
import {
  insertMember,
  lockMember,
  replaceNationalities,
  nationalitiesOf,
  updateColumns,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { targetOf } from '../../records/members/policy.ts'
import { findMerge, repointMerges, takeMerge } from '../../records/merges/merge-repository.ts'
import { openMerge, sealedFactor, type MergeState } from '../../records/merges/merge-state.ts'
import {
  filesLeft,
  giveFiles,
  insertRecoveryCodes,
  moveCheckIns,
  moveColumnsBack,
  moveRegistrationsBack,
  moveRequestsBack,
  restoreCard,
} from '../../records/merges/move-repository.ts'
import { undoableSince } from '../../records/merges/present.ts'
import { withdrawResets } from '../../records/sessions/withdraw-resets.ts'
import { moveSubscriptions } from '../../records/subscriptions/subscription-repository.ts'

type Change = MergeState['changes'][number]

const ADDRESS_TAKEN = {
  path: 'params.id',
  code: 'email_taken',
  message:
    'The e-mail address or phone number of this record belongs to another account now. Change that one first',
} as const
const LATER_MERGE = {
  path: 'params.id',
  code: 'later_merge',
  message: 'The member became part of another record since. Undo that merge first',
} as const

const isStill = (row: MemberRow, { after }: Change): boolean =>
  Object.entries(after).every(([column, value]) => row[column as keyof MemberRow] === value) // written by the merge

/** A picture that was replaced or taken away since the merge is gone: its place is empty. */
async function withFilesLeft(
  db: Transaction<Schema>,
  columns: Partial<MemberRow>,
): Promise<Partial<MemberRow>> {
  const names = ['card_photo_file', 'pending_photo_file', 'id_front_file', 'id_back_file'] as const
  const left = await filesLeft(
    db,
    names.flatMap((name) => columns[name] ?? []),
  )
  return {
    ...columns,
    ...Object.fromEntries(
      names
        .filter((name) => columns[name] !== undefined)
        .map((name) => [name, left.has(columns[name] ?? '') ? columns[name] : null]),
    ),
  }
}

async function restoreFields(
  db: Transaction<Schema>,
  stays: MemberRow,
  { changes, nationalities, nationalitiesBefore }: MergeState,
  at: string,
): Promise<{
  readonly back: readonly string[]
  readonly left: Change['field'][]
  readonly isListBack: boolean
}> {
  const back = changes.filter((change) => isStill(stays, change))
  const columns = await withFilesLeft(
    db,
    Object.assign({}, ...back.map(({ before }) => before)) as Partial<MemberRow>,
  )
  await updateColumns(db, stays.id, {
    ...columns,
    ...changeColumns({ ...stays, ...columns }, {}, at),
  })
  const present = await nationalitiesOf(db, stays.id)
  const isListBack = nationalitiesBefore !== null && present.join(' ') === nationalities.join(' ')
  if (isListBack) await replaceNationalities(db, stays.id, nationalitiesBefore)
  return {
    back: back.map(({ field }) => field),
    left: changes.filter((change) => !back.includes(change)).map(({ field }) => field),
    isListBack,
  }
}

async function restoreRecord(
  deps: Deps,
  db: Transaction<Schema>,
  state: MergeState,
  { stays, at }: { readonly stays: MemberRow; readonly at: string },
): Promise<void> {
  const { ended } = state
  const way = { from: stays.id, to: ended.id }
  const person = { ...ended, ...(await withFilesLeft(db, ended)), updated_at: at }
  await insertMember(db, person, state.nationalities)
  await giveFiles(
    db,
    [person.card_photo_file, person.id_front_file, person.id_back_file].filter((id) => id !== null),
    ended.id,
  )
  for (const factor of state.factors) await insertFactor(db, sealedFactor(deps, factor))
  await insertRecoveryCodes(db, state.recoveryCodes)
  await moveColumnsBack(db, state.moved, way)
  if (state.cardInForce !== null) await restoreCard(db, state.cardInForce, ended.id)
  await moveRegistrationsBack(db, deps.database.rules, state.registrations, stays.id)
  await moveCheckIns(db, way, state.checkIns)
  await moveRequestsBack(db, state.requests, stays.id)
  await repointMerges(db, way, state.merges)
}

/** To the addresses that sign in from now on. */
async function tell(
  deps: Deps,
  db: Transaction<Schema>,
  people: readonly MemberRow[],
): Promise<void> {
  for (const { id, email: to, language, validated, first_name: name } of people)
    // As at the merge: an applicant reads nothing of a member.
    await (validated === 0
      ? enqueueMail(deps, db, {
          to,
          language,
          template: 'request-received',
          values: { name, reference: requestIdOf(String(id)) },
        })
      : enqueueMail(deps, db, {
          to,
          language,
          template: 'records-separated',
          values: { card: cardId(id) },
        }))
}

export const undoMerge: Handler<typeof route> = async ({ params, caller, facts }, deps) => {
  const { database, clock } = deps
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  const since = await undoableSince(deps, database.db)
  const merge = await findMerge(database.db, params.id, since)
  if (merge === undefined) return refuse('not-found')
  const state = openMerge(deps, merge)
  const events = [...new Set(state.registrations.map(({ ended }) => ended.event_id))].sort()
  try {
    return await facts.transact(async (db) => {
      const at = isoNow(clock)
      for (const id of events) await lockEvent(db, id)
      const stays = await lockMember(db, merge.stays_id)
      // Gone meanwhile: erased, undone by a colleague, or part of another record.
      const held = await findMerge(db, merge.id, since)
      if (stays === undefined || held?.stays_id !== stays.id) return refuse('conflict')
      if (stays.id === caller.memberId) return refuse('own-account-protected')
      if (!canMergeInto(caller, targetOf(stays))) return refuse('staff-protected')
      if (await isMemberHeld(db, stays.id)) return refuse('held')
      if (state.staysId !== stays.id) return refuse('conflict', { fields: [LATER_MERGE] })
      if (!(await takeMerge(db, merge.id))) return refuse('conflict')

      const { back, left, isListBack } = await restoreFields(db, stays, state, at)
      await restoreRecord(deps, db, state, { stays, at })
      const addressBack = back.includes('email')
        ? state.changes.find(({ field }) => field === 'email')
        : undefined
      const address = addressBack?.before.email ?? stays.email
      if (address !== stays.email) {
        await withdrawResets(deps, db, stays, at)
        await moveSubscriptions(db, stays.email_key, address)
      }
      await tell(deps, db, [{ ...stays, email: address }, state.ended])
      const listLeft = state.nationalitiesBefore !== null && !isListBack
      const untouched = [...left, ...(listLeft ? (['nationalities'] as const) : [])]
      facts.trace({
        target: `member:${stays.id} member:${state.ended.id}`,
        detail: {
          fields: [...back, ...(isListBack ? ['nationalities'] : [])].join(' '),
          left: untouched.join(' '),
        },
      })
      return done({ cardId: cardId(state.ended.id), left: untouched })
    })
  } catch (error) {
    if (database.rules.isUniqueViolation(error))
      return refuse('conflict', { fields: [ADDRESS_TAKEN] })
    throw error
  }
}
