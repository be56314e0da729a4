/** What the rules of a merge ask about two records. */
import type { Kysely } from 'kysely'
import {
  mergeRefusals,
  type MergeRefusal,
  type MergeSide,
} from '#shared/domain/access/merge-rules.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { isMemberHeld } from '../../records/holds/hold-repository.ts'
import type { MemberRow } from '../../records/members/member-repository.ts'
import { targetOf } from '../../records/members/policy.ts'
import { isClaimed, isUploading, sharedAssemblies } from '../../records/merges/merge-repository.ts'

export interface Viewer {
  readonly caller: Caller
  readonly at: string
}

async function sideOf(
  db: Kysely<Schema>,
  row: MemberRow,
  { caller, at }: Viewer,
): Promise<MergeSide> {
  return {
    ...targetOf(row),
    status: row.status,
    validated: row.validated === 1,
    held: await isMemberHeld(db, row.id),
    uploading: await isUploading(db, row.id, at),
    claimed: await isClaimed(db, row.id, { callerId: caller.memberId, at }),
  }
}

/** Why the first record cannot stay while the second one ends; empty where it can. */
export async function refusalsOf(
  db: Kysely<Schema>,
  { stays, ends }: { readonly stays: MemberRow; readonly ends: MemberRow },
  viewer: Viewer,
): Promise<MergeRefusal[]> {
  const sides = { stays: await sideOf(db, stays, viewer), ends: await sideOf(db, ends, viewer) }
  return mergeRefusals(viewer.caller, sides, await sharedAssemblies(db, stays.id, ends.id))
}
