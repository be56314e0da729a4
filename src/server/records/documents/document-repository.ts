import type { Kysely, Transaction } from 'kysely'
import { memberActor } from '../../parts/audit/audit-log.ts'
import { countOf } from '../../parts/database/engine.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { releaseFiles } from '../files/own-file-repository.ts'
import { isNotHeld } from '../holds/hold-repository.ts'

/** Views of a member's identity documents by other members, newest first. */
const looks = (db: Kysely<Schema>, memberId: number) =>
  db
    .selectFrom('audit')
    .where('action', '=', 'document.viewed')
    .where('target', '=', memberActor(memberId))
    .where('actor', '!=', memberActor(memberId))

export const readLooks = (db: Kysely<Schema>, memberId: number, max: number) =>
  looks(db, memberId).select(['at', 'actor', 'detail']).orderBy('seq', 'desc').limit(max).execute()

export const countLooks = (db: Kysely<Schema>, memberId: number): Promise<number> =>
  countOf(looks(db, memberId))

/** The member of a session; undefined when there is no such session. */
export const findViewer = (db: Kysely<Schema>, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'members.first_name', 'members.last_name'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

/** Whether the viewer looked at a document of this person since the person applied. */
export async function hasLookedAt(
  db: Kysely<Schema>,
  viewerId: number,
  person: { readonly id: number; readonly requested_at: string },
): Promise<boolean> {
  const look = await looks(db, person.id)
    .select('seq')
    .where('actor', '=', memberActor(viewerId))
    .where('at', '>=', person.requested_at)
    .limit(1)
    .executeTakeFirst()
  return look !== undefined
}

/** Requests whose reviewer saw the documents, from the moment that their copies go. */
export const dueSeenDocuments = (db: Kysely<Schema>, now: string) =>
  db
    .selectFrom('registration_requests')
    .select(['id', 'member_id', 'decided_at'])
    .where('documents_end_at', '<=', now)
    .where(isNotHeld(['member:', 'member_id'], ['request:', 'id']))
    .orderBy('id')

/** False when another server was faster, or the decision was undone. */
export async function takeSeenDocuments(db: Transaction<Schema>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration_requests')
    .set({ documents_end_at: null })
    .where('id', '=', id)
    .where('documents_end_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Takes a document from a member, unless another one is in its place meanwhile. The clean-up of orphans
 * removes bytes and rows of the released file.
 */
export async function dropDocument(
  db: Transaction<Schema>,
  memberId: number,
  column: 'id_front_file' | 'id_back_file',
  file: string | null,
): Promise<boolean> {
  if (file === null) return false
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ [column]: null })
    .where('id', '=', memberId)
    .where(column, '=', file)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await releaseFiles(db, [file])
  return true
}

/** The documents that a member had at that time; one that staff added later is not among them. */
export async function documentsUntil(db: Kysely<Schema>, memberId: number, at: string) {
  const rows = await db
    .selectFrom('members')
    .innerJoin('files', (join) =>
      join.on((eb) =>
        eb.or([
          eb('files.id', '=', eb.ref('members.id_front_file')),
          eb('files.id', '=', eb.ref('members.id_back_file')),
        ]),
      ),
    )
    .select(['files.id', 'members.id_front_file'])
    .where('members.id', '=', memberId)
    .where((eb) => eb.or([eb('files.attached_at', 'is', null), eb('files.attached_at', '<=', at)]))
    .execute()
  return rows.map(({ id, id_front_file: front }) => ({
    id,
    column: front === id ? ('id_front_file' as const) : ('id_back_file' as const),
  }))
}
