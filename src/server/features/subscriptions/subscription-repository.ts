/** Queries over subscriptions; rules live in the commands. */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Language } from '#shared/domain/languages.ts'
import type { SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import type { Schema, SubscriptionTable } from '../../database/schema.ts'
import { emailKey } from '../users/member-repository.ts'

export type SubscriptionRow = Selectable<SubscriptionTable>

export const findSubscription = (
  db: Kysely<Schema>,
  id: string,
): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/** The subscription of an address to a topic: the one that is there, asked for anew while it is not confirmed, or a new one. */
export const askFor = (
  db: Kysely<Schema>,
  {
    email,
    topic,
    language,
    at,
  }: {
    readonly email: string
    readonly topic: SubscriptionTopic
    readonly language: Language
    readonly at: string
  },
): Promise<SubscriptionRow> =>
  db
    .insertInto('subscriptions')
    .values({
      id: randomUUID(),
      email,
      email_key: emailKey(email),
      topic,
      language,
      state: 'pending',
      created_at: at,
      confirmed_at: null,
      ended_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['email_key', 'topic'])
        .where(sql<boolean>`email_key <> ''`) // written out, not bound: SQLite compares it with the text of the index
        // The language that was chosen last holds; the date counts while the link waits.
        .doUpdateSet((eb) => ({
          language,
          created_at: eb
            .case()
            .when('subscriptions.state', '=', 'pending')
            .then(at)
            .else(eb.ref('subscriptions.created_at'))
            .end(),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** The row once it is confirmed; undefined when it was not waiting, or waited too long. */
export const confirm = (
  db: Kysely<Schema>,
  id: string,
  { at, askedAfter }: { readonly at: string; readonly askedAfter: string },
): Promise<SubscriptionRow | undefined> =>
  db
    .updateTable('subscriptions')
    .set({ state: 'confirmed', confirmed_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('created_at', '>', askedAfter)
    .returningAll()
    .executeTakeFirst()

/** Ends and forgets the address; the rest stays a while, so that a second use of the link is answered as one. */
export const end = (db: Kysely<Schema>, at: string) =>
  db
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: at, email: '', email_key: '' })
    .where('state', '<>', 'ended')

export const endOne = async (db: Kysely<Schema>, id: string, at: string): Promise<boolean> =>
  (await end(db, at).where('id', '=', id).executeTakeFirst()).numUpdatedRows === 1n

export const endOfAddress = async (
  db: Kysely<Schema>,
  key: string,
  topic: SubscriptionTopic,
  at: string,
): Promise<void> =>
  void (await end(db, at).where('email_key', '=', key).where('topic', '=', topic).execute())

/** Everything about an address, when its person is erased. */
export const forgetSubscriptions = async (db: Kysely<Schema>, key: string): Promise<void> =>
  void (await db.deleteFrom('subscriptions').where('email_key', '=', key).execute())

/** A member's address changed, and the new one is proven: what the old one was subscribed to goes along. */
export async function moveSubscriptions(
  db: Kysely<Schema>,
  oldKey: string,
  email: string,
): Promise<void> {
  const key = emailKey(email)
  if (key === oldKey) return
  const topics = db.selectFrom('subscriptions').select('topic').where('email_key', '=', oldKey)
  await db
    .deleteFrom('subscriptions')
    .where('email_key', '=', key)
    .where('topic', 'in', topics)
    .execute()
  await db
    .updateTable('subscriptions')
    .set({ email, email_key: key })
    .where('email_key', '=', oldKey)
    .execute()
}

export const subscriptionsOf = (db: Kysely<Schema>, key: string) =>
  db
    .selectFrom('subscriptions')
    .select([
      'topic',
      'language',
      'state',
      'created_at as createdAt',
      'confirmed_at as confirmedAt',
    ])
    .where('email_key', '=', key)
    .orderBy('created_at')
    .execute()

export async function sweepSubscriptions(
  db: Kysely<Schema>,
  { askedBefore, endedBefore }: { readonly askedBefore: string; readonly endedBefore: string },
): Promise<void> {
  await db
    .deleteFrom('subscriptions')
    .where('state', '=', 'pending')
    .where('created_at', '<', askedBefore)
    .execute()
  await db
    .deleteFrom('subscriptions')
    .where('state', '=', 'ended')
    .where('ended_at', '<', endedBefore)
    .execute()
}
