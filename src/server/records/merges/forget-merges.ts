/** What is kept of merges is deleted: when its period is over, and with the person. */
import type { Transaction } from 'kysely'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { wantScrub } from '../../parts/database/want-scrub.ts'
import { releaseFiles } from '../files/own-file-repository.ts'
import { releasePictures } from '../files/own-files.ts'
import { updateColumns, type MemberRow } from '../members/member-repository.ts'
import { forgetMerge, listMergesInto, resealMerge } from './merge-repository.ts'
import { openMerge, sealMerge, type MergeRow } from './merge-state.ts'

/** The old number still leads to the member. Returns false where it was undone or forgotten meanwhile. */
export async function endMergePeriod(
  deps: Pick<Deps, 'secrets'>,
  db: Transaction<Schema>,
  row: MergeRow,
): Promise<boolean> {
  if (!(await forgetMerge(db, row.id))) return false
  await releaseFiles(db, openMerge(deps, row).spareFiles)
  await releasePictures(db, row.ended_id)
  return true
}

interface FormerRecord {
  readonly id: number
  /** Undefined once it is no longer kept. */
  readonly row: MemberRow | undefined
}

/** Before a member is erased, whose row takes those of the merges along. Returns the records that were part of it. */
export async function eraseMergesOf(
  deps: Pick<Deps, 'secrets'>,
  db: Transaction<Schema>,
  memberId: number,
): Promise<readonly FormerRecord[]> {
  const former: FormerRecord[] = []
  for (const merge of await listMergesInto(db, memberId)) {
    await releasePictures(db, merge.ended_id)
    former.push({
      id: merge.ended_id,
      row: merge.sealed === '' ? undefined : openMerge(deps, merge).ended,
    })
  }
  return former
}

/**
 * The member withdrew the agreement to the tribe: it is blanked in the row, with its key for searching, and in what is
 * kept of merges, so that an undo does not bring it back.
 */
export async function forgetTribe(
  deps: Pick<Deps, 'secrets'>,
  db: Transaction<Schema>,
  memberId: number,
  at: string,
): Promise<void> {
  await updateColumns(db, memberId, { tribe: '', updated_at: at })
  await wantScrub(db, at)
  for (const merge of await listMergesInto(db, memberId)) {
    if (merge.sealed === '') continue
    const state = openMerge(deps, merge)
    const blank = {
      ...state,
      ended: { ...state.ended, tribe: '', tribe_key: '' },
      changes: state.changes.filter(({ field }) => field !== 'tribe'),
    }
    await resealMerge(db, merge.id, sealMerge(deps, merge.id, blank))
  }
}
