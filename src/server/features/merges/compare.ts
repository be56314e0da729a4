/** Two records beside each other, with what would follow. */
import type { ReplyInput } from '#shared/contract/base/define-route.ts'
import type * as contract from '#shared/contract/merges.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { withinLookUps } from '../../records/look-ups/look-up-budget.ts'
import {
  findByNumber,
  nationalitiesOf,
  type MemberRow,
} from '../../records/members/member-repository.ts'
import { presentFullMember } from '../../records/members/present.ts'
import { countRecords, countSharedEvents } from '../../records/merges/merge-repository.ts'
import { undoableUntil, undoDays } from '../../records/merges/present.ts'
import { findRequestsOf } from '../../records/requests/duplicate-repository.ts'
import { refusalsOf, type Viewer } from './scene.ts'

type Comparison = ReplyInput<typeof contract.compareMembers>

async function presentCandidate(
  { database: { db }, library }: Deps,
  row: MemberRow,
  other: MemberRow,
  viewer: Viewer,
): Promise<contract.MergeCandidate> {
  const request = (await findRequestsOf(db, [row.id]))[0]
  const portrait = row.card_photo_file
  return {
    ...presentFullMember(row, await nationalitiesOf(db, row.id)),
    portraitUrl: portrait === null ? null : library.sign(portrait, 'card', viewer.caller.sessionId),
    requestId: request?.id ?? null,
    requestStatus: request?.status ?? null,
    refusals: await refusalsOf(db, { stays: row, ends: other }, viewer),
    counts: await countRecords(db, row.id),
  }
}

/** The older record first; of two of one instant the lower number. */
const isOlder = (one: MemberRow, other: MemberRow): boolean =>
  one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id)

async function findRecords(
  { database: { db } }: Pick<Deps, 'database'>,
  numbers: readonly (number | undefined)[],
): Promise<MemberRow[]> {
  const rows: MemberRow[] = []
  for (const number of numbers) {
    const row = number === undefined ? undefined : await findByNumber(db, number)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

export const compareMembers: Handler<typeof contract.compareMembers> = async (
  { params, caller, facts },
  deps,
) => {
  const { db } = deps.database
  const numbers = [...new Set([params.id, params.other].map(parseMemberNumber))]
  let known = 0
  return withinLookUps<Comparison>(
    deps,
    { caller, facts, guesses: numbers.length },
    async () => {
      const rows = await findRecords(deps, numbers)
      known = rows.length
      const [one, other] = rows
      if (one === undefined || other === undefined) return refuse('not-found')
      const [older, younger] = isOlder(one, other) ? [one, other] : [other, one]
      const viewer = { caller, at: isoNow(deps.clock) }
      facts.trace({ target: `member:${older.id} member:${younger.id}` })
      return done({
        records: [
          await presentCandidate(deps, older, younger, viewer),
          await presentCandidate(deps, younger, older, viewer),
        ],
        sharedEvents: await countSharedEvents(db, older.id, younger.id),
        undoUntil: undoableUntil(viewer.at, await undoDays(db)),
      })
    },
    () => ({ known, unknown: numbers.length - known }),
  )
}
