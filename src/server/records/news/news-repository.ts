import type { Kysely, Selectable, Transaction } from 'kysely'
import { UNPAGED_MAX } from '#shared/contract/base/paging.ts'
import type { NewsletterIssueTable, NewsTable, Schema } from '../../parts/database/schema.ts'

export type NewsRow = Selectable<NewsTable>
export type IssueRow = Selectable<NewsletterIssueTable>

export const findNews = (db: Kysely<Schema>, id: string): Promise<NewsRow | undefined> =>
  db.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst()

/** Newest first. */
export const readAllNews = (
  db: Kysely<Schema>,
  { drafts }: { readonly drafts: boolean },
): Promise<NewsRow[]> =>
  db
    .selectFrom('news')
    .selectAll()
    .$if(!drafts, (query) => query.where('status', '=', 'published'))
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(UNPAGED_MAX)
    .execute()

/** Reads the article and holds its row until the transaction ends. */
export const lockNews = (db: Transaction<Schema>, id: string): Promise<NewsRow | undefined> =>
  db
    .updateTable('news')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The state of the mailing of articles, by their ids. */
export async function readIssues(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IssueRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('news_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.news_id, row]))
}

/** Withdrawn before the first mail: the row is removed, so that a new publication waits again. */
export const withdrawIssue = (db: Transaction<Schema>, id: string) =>
  db
    .deleteFrom('newsletter_issues')
    .where('news_id', '=', id)
    .where('recipients', '=', 0)
    .where('done_at', 'is', null)
    .execute()

/** Returns false when the id is taken. */
export async function insertNews(db: Transaction<Schema>, row: NewsRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('news')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const updateNewsColumns = (db: Transaction<Schema>, id: string, columns: Partial<NewsRow>) =>
  db.updateTable('news').set(columns).where('id', '=', id).execute()

/** Deletes the article and returns it; undefined when there is none. */
export const removeNews = (db: Transaction<Schema>, id: string): Promise<NewsRow | undefined> =>
  db.deleteFrom('news').where('id', '=', id).returningAll().executeTakeFirst()
