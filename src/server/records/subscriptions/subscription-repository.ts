/** Queries over subscriptions; rules live in the commands. */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { SubscriptionTopic } from '#shared/domain/subscriptions.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { emailKey } from '../../base/contact-keys.ts'
import type { Schema, SubscriptionTable } from '../../parts/database/schema.ts'
import type { MailTemplate } from '../../parts/mail/outbox.ts'

export type SubscriptionRow = Selectable<SubscriptionTable>

export const findSubscription = (
  db: Kysely<Schema>,
  id: string,
): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * The subscription of an address to a topic: the existing one, renewed while it is not confirmed,
 * or a new one.
 */
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
        // The last chosen language is stored; the date is renewed until the link is confirmed.
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

/** Confirms the subscription and returns its row; undefined when it was not pending, or too old. */
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

/**
 * Ends the subscription and erases the address; the rest is kept for a while, so that a second use
 * of the link gets the same response.
 */
const end = (db: Kysely<Schema>, at: string) =>
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

/** Erases all subscriptions of an address, when its person is erased. */
export const forgetSubscriptions = async (db: Kysely<Schema>, key: string): Promise<void> =>
  void (await db.deleteFrom('subscriptions').where('email_key', '=', key).execute())

/** Moves the subscriptions to the new, proven address of a member. */
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

/** The address of a member as it is compared; undefined when there is no such member. */
export const findMemberKey = (db: Kysely<Schema>, memberId: number) =>
  db.selectFrom('members').select(['email_key']).where('id', '=', memberId).executeTakeFirst()

/** Raises the setting of the member with this address, if there is one. */
export const updateNewsletterOn = (db: Kysely<Schema>, key: string, at: string) =>
  db
    .updateTable('members')
    .set({ newsletter: 1, updated_at: at })
    .where('email_key', '=', key)
    .execute()

/**
 * Lowers the setting of the member with this address, whose agreement ends with it; returns whether it was raised.
 */
export async function updateNewsletterOff(
  db: Kysely<Schema>,
  key: string,
  at: string,
): Promise<boolean> {
  await db
    .updateTable('agreements')
    .set({ withdrawn_at: at })
    .where('kind', '=', 'newsletter')
    .where('withdrawn_at', 'is', null)
    .where('member_id', 'in', (eb) =>
      eb.selectFrom('members').select('members.id').where('members.email_key', '=', key),
    )
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ newsletter: 0, updated_at: at })
    .where('email_key', '=', key)
    .where('newsletter', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the mails of this template to an address that have not left. */
export const deleteUnsentMails = (db: Kysely<Schema>, key: string, template: MailTemplate) =>
  db
    .deleteFrom('mails')
    .where('template', '=', template)
    .where((eb) => eb(eb.fn('lower', ['to_address']), '=', key))
    .where('sent_at', 'is', null)
    .execute()
