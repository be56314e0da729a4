/** Makes two records one, in one transaction (ADR 0079). */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { mergeMembers as route } from '#shared/contract/merges.ts'
import type { MemberChange } from '#shared/contract/users.ts'
import {
  MERGE_PICTURES,
  type MergeChoice,
  type MergeRefusal,
} from '#shared/domain/access/merge-rules.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { specOf } from '#shared/domain/people/member-fields.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Refusal } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { enqueueMail, mailMember } from '../../parts/mail/outbox.ts'
import { isWithdrawn } from '../../records/agreements/agreement-repository.ts'
import { findCardInForce, replaceCard } from '../../records/cards/card-repository.ts'
import { tellMembers } from '../../records/events/event-mails.ts'
import { lockEvent, type EventRow } from '../../records/events/event-repository.ts'
import { takesRegistrations } from '../../records/events/policy.ts'
import { fillPlaces } from '../../records/events/register.ts'
import { factorsOf } from '../../records/factors/factor-repository.ts'
import { stepUpRefusal } from '../../records/factors/step-up.ts'
import { announceEmail } from '../../records/members/announce-email.ts'
import { changeColumns } from '../../records/members/change-columns.ts'
import { noteSeenOf } from '../../records/members/idle-repository.ts'
import { findMergedInto } from '../../records/members/member-number-repository.ts'
import {
  lockMember,
  nationalitiesOf,
  replaceNationalities,
  updateColumns,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { forgetTribe } from '../../records/merges/forget-merges.ts'
import { insertMerge, repointMerges } from '../../records/merges/merge-repository.ts'
import { bareFactor, sealMerge, type MergeState } from '../../records/merges/merge-state.ts'
import {
  dropRepeatKeys,
  eventsOf,
  giveFiles,
  moveCheckIns,
  moveColumns,
  moveRegistrations,
  moveRequests,
  recoveryCodesOf,
  removeRecord,
} from '../../records/merges/move-repository.ts'
import { undoableUntil, undoDays } from '../../records/merges/present.ts'
import { withdrawResets } from '../../records/sessions/withdraw-resets.ts'
import { moveSubscriptions } from '../../records/subscriptions/subscription-repository.ts'
import { refusalsOf } from './scene.ts'

type Change = MergeState['changes'][number]

interface Pair {
  readonly stays: MemberRow
  readonly ends: MemberRow
}

/** The columns that one choice takes over. A phone number brings along whether its owner can sign in with it. */
function columnsOf(choice: Exclude<MergeChoice, 'nationalities'>): readonly (keyof MemberRow)[] {
  if (choice === 'portrait') return ['card_photo_file']
  if (choice === 'documents') return ['id_front_file', 'id_back_file']
  if (choice === 'email') return ['email', 'email_key']
  if (choice === 'phone') return ['phone', 'phone_confirmed']
  const { column } = specOf(choice)
  return [column as keyof MemberRow] // `member-fields.ts` names columns of members
}

const pick = (row: MemberRow, columns: readonly (keyof MemberRow)[]): Partial<MemberRow> =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

const isSame = (one: Partial<MemberRow>, other: Partial<MemberRow>): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What changes in the record that stays. It is active where either was: the person is a member. */
function changesOf({ stays, ends }: Pair, take: readonly MergeChoice[]): Change[] {
  const chosen = [...new Set(take)].flatMap((field): Change[] => {
    if (field === 'nationalities') return []
    const columns = columnsOf(field)
    return [{ field, before: pick(stays, columns), after: pick(ends, columns) }]
  })
  const status: Change[] =
    stays.status === 'inactive' && ends.status === 'active'
      ? [{ field: 'status', before: { status: stays.status }, after: { status: 'active' } }]
      : []
  return [...chosen, ...status].filter(({ before, after }) => !isSame(before, after))
}

const filesIn = (columns: Partial<MemberRow>): string[] =>
  [columns.card_photo_file, columns.id_front_file, columns.id_back_file].filter(
    (id): id is string => typeof id === 'string',
  )

/** Writes the changes into the record that stays, which then also owns the pictures that it got. */
async function updateStaying(
  db: Transaction<Schema>,
  { stays }: Pair,
  changes: readonly Change[],
  at: string,
): Promise<void> {
  const columns: Partial<MemberRow> = Object.assign({}, ...changes.map(({ after }) => after))
  const noChangeByStaff: MemberChange = {}
  await updateColumns(db, stays.id, {
    ...columns,
    ...changeColumns({ ...stays, ...columns }, noChangeByStaff, at),
  })
  const pictures = changes.filter(({ field }) => MERGE_PICTURES.some((name) => name === field))
  await giveFiles(
    db,
    pictures.flatMap(({ after }) => filesIn(after)),
    stays.id,
  )
}

/**
 * Writes to both addresses. Each person reads their own language and their own number alone, because the two may be two
 * people after all.
 */
async function tellBoth(
  deps: Deps,
  db: Transaction<Schema>,
  { stays, ends }: Pair,
  { isNewAddress, undoUntil }: { readonly isNewAddress: boolean; readonly undoUntil: string },
): Promise<void> {
  // Whose address signs in from now on, and whose does not any more.
  const [signsIn, ended] = isNewAddress ? [ends, stays] : [stays, ends]
  await mailMember(deps, db, signsIn, 'records-merged', {
    card: cardId(stays.id),
    until: undoUntil,
  })
  const { email: to, language } = ended
  // Whoever asked to become a member under a borrowed name must not read that such a member exists.
  await (ended.validated === 0
    ? enqueueMail(deps, db, {
        to,
        language,
        template: 'request-rejected',
        values: { name: ended.first_name, comment: '', link: `${deps.config.publicUrl}/login` },
      })
    : enqueueMail(deps, db, {
        to,
        language,
        template: 'record-ended',
        values: { until: undoUntil },
      }))
  if (isNewAddress) await announceEmail(deps, db, stays)
}

/** Where both were registered for an event, the merge freed a place: the next on the waiting list gets it. */
async function fillFreedPlaces(
  deps: Deps,
  db: Transaction<Schema>,
  events: readonly EventRow[],
  at: string,
): Promise<void> {
  for (const event of events)
    if (takesRegistrations(event, at))
      await tellMembers(deps, db, event, await fillPlaces(db, event), { template: 'event-place' })
}

/** Refusals about who acts have their own codes; the others are named together. */
function refusalFor(reasons: readonly MergeRefusal[]): Refusal | undefined {
  if (reasons.includes('own')) return refuse('own-account-protected')
  if (reasons.includes('role')) return refuse('staff-protected')
  return reasons.length > 0 ? refuse('merge-refused', { extra: { reasons } }) : undefined
}

/** Whether one of these numbers belonged to a record that became part of another one. */
const isAnyMerged = async (
  db: Transaction<Schema>,
  numbers: readonly number[],
): Promise<boolean> => {
  for (const number of numbers) if ((await findMergedInto(db, number)) !== undefined) return true
  return false
}

/**
 * Moves every row that names the record that ends to the record that stays; the row of the record itself is deleted
 * afterwards. Returns what an undo needs to move the rows back.
 */
async function moveRows(
  { database: { rules } }: Pick<Deps, 'database'>,
  db: Transaction<Schema>,
  { stays, ends }: Pair,
  closing: Parameters<typeof moveRequests>[2],
) {
  const way = { from: ends.id, to: stays.id }
  const cardInForce = (await findCardInForce(db, ends.id))?.status_index ?? null
  await replaceCard(db, ends.id, closing.at)
  await dropRepeatKeys(db, ends.id)
  await noteSeenOf(db, way)
  return {
    cardInForce,
    moved: await moveColumns(db, way),
    registrations: await moveRegistrations(db, rules, way),
    checkIns: await moveCheckIns(db, way),
    requests: await moveRequests(db, way, closing),
    merges: await repointMerges(db, way),
  }
}

/** Locks events first, then the records by number: the order of all calls, so that no deadlock occurs. */
async function lockAll(
  db: Transaction<Schema>,
  numbers: readonly number[],
): Promise<{
  readonly events: readonly EventRow[]
  readonly rows: ReadonlyMap<number, MemberRow>
}> {
  const events: EventRow[] = []
  for (const id of await eventsOf(db, numbers)) {
    const event = await lockEvent(db, id)
    if (event !== undefined) events.push(event)
  }
  const rows = new Map<number, MemberRow>()
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const row = await lockMember(db, number)
    if (row !== undefined) rows.set(number, row)
  }
  return { events, rows }
}

interface Merging {
  readonly take: readonly MergeChoice[]
  readonly reason: string
  readonly by: number
  readonly at: string
}

/** The caller has locked both rows and has found that no rule refuses the merge. */
export async function mergeRecords(
  deps: Deps,
  db: Transaction<Schema>,
  pair: Pair,
  { take, reason, by, at }: Merging,
) {
  const { stays, ends } = pair
  // One person: what they withdrew with one record is not used with the other either.
  const noTribe = await isWithdrawn(db, [stays.id, ends.id], 'tribe')
  const changes = changesOf(pair, noTribe ? take.filter((field) => field !== 'tribe') : take)
  const takesNationalities = take.includes('nationalities')
  const nationalities = await nationalitiesOf(db, ends.id)
  // What the rows hold now, and an undo has to bring back.
  const kept = {
    staysId: stays.id,
    ended: { ...ends, search_row: undefined }, // SQLite numbers the row anew
    nationalities,
    nationalitiesBefore: takesNationalities ? await nationalitiesOf(db, stays.id) : null,
    changes,
    factors: (await factorsOf(db, ends.id)).map((row) => bareFactor(deps, row)),
    recoveryCodes: await recoveryCodesOf(db, ends.id),
    spareFiles: changes.flatMap(({ before }) => filesIn(before)),
  }
  const moved = await moveRows(deps, db, pair, { by, at, comment: reason })
  await withdrawResets(deps, db, ends, at)
  await removeRecord(db, ends.id)
  await updateStaying(db, pair, changes, at)
  if (takesNationalities) await replaceNationalities(db, stays.id, nationalities)
  const isNewAddress = changes.some(({ field }) => field === 'email')
  if (isNewAddress) {
    await withdrawResets(deps, db, stays, at)
    await moveSubscriptions(db, stays.email_key, ends.email)
  }
  const id = randomUUID()
  await insertMerge(db, {
    id,
    ended_id: ends.id,
    stays_id: stays.id,
    sealed: sealMerge(deps, id, { ...kept, ...moved }),
    merged_at: at,
    merged_by: by,
    reason,
  })
  if (noTribe) await forgetTribe(deps, db, stays.id, at)
  const undoUntil = undoableUntil(at, await undoDays(db))
  await tellBoth(deps, db, pair, { isNewAddress, undoUntil })
  const fields = [
    ...changes.map(({ field }) => field),
    ...(takesNationalities ? ['nationalities'] : []),
  ]
  return { id, undoUntil, fields }
}

export const mergeMembers: Handler<typeof route> = async ({ body, caller, facts }, deps) => {
  const numbers = [parseMemberNumber(body.stays) ?? 0, parseMemberNumber(body.ends) ?? 0] as const
  if (numbers.includes(caller.memberId)) return refuse('own-account-protected')
  const unproven = await stepUpRefusal(deps, caller)
  if (unproven !== undefined) return unproven
  try {
    return await facts.transact(async (db) => {
      const { events, rows } = await lockAll(db, [...new Set(numbers)])
      const [stays, ends] = [rows.get(numbers[0]), rows.get(numbers[1])]
      // Of two calls for one pair the second finds one record less.
      if (stays === undefined || ends === undefined || stays.id === ends.id)
        return refuse((await isAnyMerged(db, numbers)) ? 'conflict' : 'not-found')
      const at = isoNow(deps.clock)
      const refusal = refusalFor(await refusalsOf(db, { stays, ends }, { caller, at }))
      if (refusal !== undefined) return refusal
      if (stays.updated_at !== body.seen.stays || ends.updated_at !== body.seen.ends)
        return refuse('conflict')
      const { take, reason } = body
      const merging = { take, reason, by: caller.memberId, at }
      const { id, undoUntil, fields } = await mergeRecords(deps, db, { stays, ends }, merging)
      await fillFreedPlaces(deps, db, events, at)
      facts.trace({
        target: `member:${stays.id} member:${ends.id}`,
        detail: {
          stays: cardId(stays.id),
          ended: cardId(ends.id),
          fields: fields.join(' '),
          reason,
        },
      })
      return done({ id, cardId: cardId(stays.id), undoUntil })
    })
  } catch (error) {
    // A door or another call wrote a row for both records while this one moved theirs.
    if (deps.database.rules.isUniqueViolation(error)) return refuse('conflict')
    throw error
  }
}
