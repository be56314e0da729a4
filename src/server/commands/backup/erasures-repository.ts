import type { Kysely } from 'kysely'
import type { Schema } from '../../parts/database/schema.ts'
import type { Erased, Erasures } from '../../records/backup/erasures.ts'
import { readProtections } from '../../records/backup/protections/protections-repository.ts'

/** What the database knows as erased, and the states that a restore must not undo. */
export async function readErasures(db: Kysely<Schema>): Promise<Omit<Erasures, 'format' | 'at'>> {
  // A number in the bin of requests is retired too, and its person may be restored.
  const members = await db
    .selectFrom('retired_numbers')
    .select(['id', 'retired_at as at'])
    .where('id', 'not in', db.selectFrom('deleted_requests').select('member_id'))
    .orderBy('id')
    .execute()
  const reports = await db
    .selectFrom('purged_reports')
    .select(['id', 'purged_at as at'])
    .orderBy('id')
    .execute()
  const evidence = await db
    .selectFrom('purged_evidence')
    .select(['id', 'purged_at as at'])
    .orderBy('id')
    .execute()
  const files = await db.selectFrom('erased_files').select(['id', 'at']).orderBy('id').execute()
  const cards = await db
    .selectFrom('cards')
    .select(['status_index', 'member_id', 'replaced_at as at'])
    .where('replaced_at', 'is not', null)
    .orderBy('status_index')
    .execute()
  const barred = await db
    .selectFrom('members')
    .select(['id', 'status'])
    .where('status', '<>', 'active')
    .orderBy('id')
    .execute()
  const staff = await db
    .selectFrom('members')
    .select(['id', 'role'])
    .where('role', '<>', 'ROLE_USER')
    .orderBy('id')
    .execute()
  return {
    erased: [
      ...members.map(({ id, at }): Erased => ['member', String(id), at]),
      ...reports.map(({ id, at }): Erased => ['report', String(id), at]),
      ...evidence.map(({ id, at }): Erased => ['evidence', String(id), at]),
      ...files.map(({ id, at }): Erased => ['file', id, at]),
      ...cards.map((card): Erased => [
        'card',
        `${card.status_index}/${card.member_id}`,
        card.at ?? '',
      ]),
    ],
    barred: barred.flatMap(({ id, status }) => (status === 'active' ? [] : [[id, status]])),
    staff: staff.map(({ id, role }) => [id, role]),
    protections: await readProtections(db),
  }
}
