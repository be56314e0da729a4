import { sql, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely'
import type { Language } from '#shared/domain/text/languages.ts'
import type { NewsletterIssueTable, Schema } from '../../parts/database/schema.ts'

/** Queries of newsletter issues and their recipients; rules live in `newsletter.ts`. */

/**
 * The recipients of news: active members by their two settings, all others by a confirmed
 * subscription. The address of an active member is in the first list or in none, so that no address
 * is in both.
 */
export interface Recipient {
  readonly key: string
  readonly email: string
  readonly language: Language
  readonly of: 'subscription' | 'member'
  readonly id: string
}

const readingMembers = (db: Kysely<Schema>) =>
  db
    .selectFrom('members')
    .where('members.status', '=', 'active')
    .where('members.validated', '=', 1)
    .where('members.newsletter', '=', 1)
    .where('members.notifications', '=', 1)
    .select([
      'members.email_key as key',
      'members.email',
      'members.language',
      sql<Recipient['of']>`'member'`.as('of'),
      sql<string>`cast(members.id as text)`.as('id'),
    ])

const subscribers = (db: Kysely<Schema>) =>
  db
    .selectFrom('subscriptions')
    .where('topic', '=', 'newsletter')
    .where('state', '=', 'confirmed')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('members')
            .select('members.id')
            .whereRef('members.email_key', '=', 'subscriptions.email_key')
            .where('members.status', '=', 'active')
            .where('members.validated', '=', 1),
        ),
      ),
    )
    .select([
      'subscriptions.email_key as key',
      'subscriptions.email',
      'subscriptions.language',
      sql<Recipient['of']>`'subscription'`.as('of'),
      'subscriptions.id',
    ])

/** The next ones in the order of addresses, which is the database's own. */
export const recipientsAfter = (
  db: Kysely<Schema>,
  key: string,
  max: number,
): Promise<Recipient[]> =>
  db
    .selectFrom(
      readingMembers(db)
        .where('members.email_key', '>', key)
        .unionAll(subscribers(db).where('subscriptions.email_key', '>', key))
        .as('people'),
    )
    .selectAll()
    .orderBy('key')
    .limit(max)
    .execute()

export type Issue = Selectable<NewsletterIssueTable>

/** Does nothing when the article has an issue already. */
export const insertIssue = (db: Kysely<Schema>, issue: Issue) =>
  db
    .insertInto('newsletter_issues')
    .values(issue)
    .onConflict((conflict) => conflict.column('news_id').doNothing())
    .execute()

/** Locks the issue; returns undefined when another server took this batch. */
export const holdIssue = (
  db: Transaction<Schema>,
  { news_id, after_key }: Issue,
): Promise<Issue | undefined> =>
  db
    .updateTable('newsletter_issues')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('news_id', '=', news_id)
    .where('after_key', '=', after_key)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const updateIssue = (
  db: Transaction<Schema>,
  newsId: string,
  columns: Updateable<NewsletterIssueTable>,
) => db.updateTable('newsletter_issues').set(columns).where('news_id', '=', newsId).execute()

export const deleteIssue = (db: Transaction<Schema>, newsId: string) =>
  db.deleteFrom('newsletter_issues').where('news_id', '=', newsId).execute()

/** Issues that are not done and may leave at `now`, oldest first. */
export const listDueIssues = (db: Kysely<Schema>, now: string): Promise<Issue[]> =>
  db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('done_at', 'is', null)
    .where('not_before', '<=', now)
    .orderBy('created_at')
    .execute()
