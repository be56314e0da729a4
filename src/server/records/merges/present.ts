import type { Kysely } from 'kysely'
import type { Merge } from '#shared/contract/duplicates.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { isoAfter } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import type { MemberRow } from '../members/member-repository.ts'
import { presentFullMember } from '../members/present.ts'
import { readSetting } from '../settings/settings-repository.ts'
import { listKeptMerges, listMergesInto } from './merge-repository.ts'
import { openMerge } from './merge-state.ts'

const DAY_S = 86_400

/** For how long a merge can be undone, as the association set it. */
export const undoDays = async (db: Kysely<Schema>): Promise<number> =>
  (await readSetting(db, 'retention')).value.days.mergedMembers

/** Merges from before then are final. */
export const undoableSince = async (
  { clock }: Pick<Deps, 'clock'>,
  db: Kysely<Schema>,
): Promise<string> => isoAfter(clock, -(await undoDays(db)) * DAY_S)

export const undoableUntil = (mergedAt: string, days: number): string =>
  new Date(Date.parse(mergedAt) + days * DAY_S * 1_000).toISOString()

/** For the copy of the own data: numbers that lead to the member, and what is still kept of those records. */
export async function formerRecords(
  deps: Pick<Deps, 'secrets'>,
  db: Kysely<Schema>,
  memberId: number,
) {
  const days = await undoDays(db)
  return (await listMergesInto(db, memberId)).map((merge) => {
    const state = merge.sealed === '' ? undefined : openMerge(deps, merge)
    return {
      number: merge.ended_id,
      files: state?.spareFiles ?? [],
      shown: {
        cardId: cardId(merge.ended_id),
        mergedAt: merge.merged_at,
        keptUntil: state === undefined ? null : undoableUntil(merge.merged_at, days),
        record: state === undefined ? null : presentFullMember(state.ended, state.nationalities),
        changes:
          state?.changes.map(({ field, before }) => ({ field, before: shownColumns(before) })) ??
          [],
      },
    }
  })
}

/** Without how it is secured. */
const shownColumns = ({ email_key: _key, ...columns }: Partial<MemberRow>) => columns

export async function presentMerges(
  deps: Pick<Deps, 'clock'>,
  db: Kysely<Schema>,
  memberId: number,
): Promise<Merge[]> {
  const days = await undoDays(db)
  const rows = await listKeptMerges(db, memberId, await undoableSince(deps, db))
  return rows.map((row) => ({
    id: row.id,
    endedCardId: cardId(row.ended_id),
    mergedAt: row.merged_at,
    mergedBy: cardId(row.merged_by),
    reason: row.reason,
    undoUntil: undoableUntil(row.merged_at, days),
  }))
}
