import type { Insertable, Kysely, Selectable } from 'kysely'
import type { AlertKind } from '#shared/domain/access/watch-rules.ts'
import type {
  AlertTable,
  AuditCursorTable,
  AuditTable,
  Schema,
} from '../../parts/database/schema.ts'

/** Queries of alerts and of the cursors over the audit log; rules live in `watch-rules.ts`. */

export type AlertRow = Selectable<AlertTable>
export type CursorName = AuditCursorTable['name']

export const readCursor = async (db: Kysely<Schema>, name: CursorName): Promise<number> =>
  (
    await db
      .selectFrom('audit_cursors')
      .select('seq')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).seq

/** Moves a cursor; false when another server moved it first. */
export async function moveCursor(
  db: Kysely<Schema>,
  name: CursorName,
  from: number,
  to: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_cursors')
    .set({ seq: to })
    .where('name', '=', name)
    .where('seq', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Rows of the audit log after a number, oldest first. */
export const auditRowsAfter = (
  db: Kysely<Schema>,
  seq: number,
  max: number,
): Promise<Selectable<AuditTable>[]> =>
  db.selectFrom('audit').selectAll().where('seq', '>', seq).orderBy('seq').limit(max).execute()

/** Rows of some actions by or about one member since an instant, oldest first. */
export const auditRowsOf = (
  db: Kysely<Schema>,
  wish: {
    readonly column: 'actor' | 'target'
    readonly who: string
    readonly actions: readonly string[]
    readonly since: string
    readonly max: number
  },
) =>
  db
    .selectFrom('audit')
    .select(['at', 'actor', 'action', 'target', 'detail'])
    .where(wish.column, '=', wish.who)
    .where('action', 'in', wish.actions)
    .where('at', '>', wish.since)
    .orderBy('seq')
    .limit(wish.max)
    .execute()

export const hasAlertSince = async (
  db: Kysely<Schema>,
  {
    kind,
    memberId,
    since,
  }: { readonly kind: AlertKind; readonly memberId: number; readonly since: string },
): Promise<boolean> =>
  (await db
    .selectFrom('alerts')
    .select('id')
    .where('kind', '=', kind)
    .where('member_id', '=', memberId)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insertAlert = (db: Kysely<Schema>, row: Insertable<AlertTable>) =>
  db.insertInto('alerts').values(row).execute()

/** Alerts that no administrator has dismissed, newest first. */
export const openAlerts = (db: Kysely<Schema>, max: number): Promise<AlertRow[]> =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('seen_at', 'is', null)
    .orderBy('at', 'desc')
    .limit(max)
    .execute()

/** Dismisses an alert; false when there is none that is open. */
export async function dismissAlert(
  db: Kysely<Schema>,
  id: string,
  { by, at }: { readonly by: number; readonly at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ seen_at: at, seen_by: by })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
