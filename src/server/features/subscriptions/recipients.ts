/**
 * Who gets the news by mail. Active members by their own two switches, everybody else by a confirmed subscription: an
 * active member's address stands in the first list or in none, so nobody stands in both.
 */
import { sql, type Kysely } from 'kysely'
import type { Language } from '#shared/domain/languages.ts'
import type { Schema } from '../../database/schema.ts'

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
