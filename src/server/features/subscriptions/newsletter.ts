/**
 * Mails a published article to the subscribers of news. An issue is a row, written with the
 * publication; its mails are put into the outbox in batches, each batch in one transaction with the
 * progress. After a crash the next run continues there, and no recipient gets two mails.
 */
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import type * as z from 'zod'
import type { News } from '#shared/contract/news.ts'
import { inEveryLanguage } from '#shared/domain/text/written-languages.ts'
import { isoAfter, isoNow, type Clock } from '../../clock.ts'
import type { NewsletterIssueTable, Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findNews, type NewsRow } from '../news/news-repository.ts'
import { endLinks } from './token.ts'
import type { Language } from '#shared/domain/text/languages.ts'
import { inTransaction } from '../../database/transact.ts'

/**
 * The recipients of news: active members by their two settings, all others by a confirmed
 * subscription. The address of an active member is in the first list or in none, so that no address
 * is in both.
 */
interface Recipient {
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
const recipientsAfter = (db: Kysely<Schema>, key: string, max: number): Promise<Recipient[]> =>
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

const BATCH = 200
/** Time to withdraw an article that was published by mistake. */
const WAIT_S = 120
/** An article about last year that is entered today is no news. */
const NEWS_MAX_AGE_S = 30 * 24 * 60 * 60

type Issue = Selectable<NewsletterIssueTable>
type Content = z.output<typeof News>['content']

/**
 * Schedules the mailing of a published article, once. Call it in the transaction of the
 * publication.
 */
export async function queueIssue(
  db: Kysely<Schema>,
  clock: Clock,
  article: Pick<NewsRow, 'id' | 'date' | 'status'>,
): Promise<void> {
  if (
    article.status !== 'published' ||
    article.date < isoAfter(clock, -NEWS_MAX_AGE_S).slice(0, 10)
  )
    return
  await db
    .insertInto('newsletter_issues')
    .values({
      news_id: article.id,
      created_at: isoNow(clock),
      not_before: isoAfter(clock, WAIT_S),
      after_key: '',
      recipients: 0,
      done_at: null,
    })
    .onConflict((conflict) => conflict.column('news_id').doNothing())
    .execute()
}

async function mailTo(
  deps: Deps,
  db: Transaction<Schema>,
  article: NewsRow,
  { email, language, of, id }: Recipient,
): Promise<void> {
  const { title, description } = inEveryLanguage(JSON.parse(article.content) as Content).content[
    language
  ] // written from the contract's shape
  const { publicUrl } = deps.config
  await enqueueMail(deps, db, {
    to: email,
    language,
    template: 'news-published',
    values: {
      title,
      description,
      link: `${publicUrl}/news/${article.id}`,
      ...endLinks(deps.secrets, publicUrl, { of, id }),
    },
  })
}

/** Locks the issue; returns undefined when another server took this batch. */
const holdIssue = (
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

const finish = async (
  deps: Deps,
  db: Transaction<Schema>,
  issue: Issue,
  recipients: number,
): Promise<void> => {
  await db
    .updateTable('newsletter_issues')
    .set({ done_at: isoNow(deps.clock), after_key: '', recipients })
    .where('news_id', '=', issue.news_id)
    .execute()
  await deps.audit.write(
    {
      actor: 'system',
      action: 'newsletter.sent',
      target: `news:${issue.news_id}`,
      detail: { recipients },
    },
    db,
  )
}

/** @returns the issue as it stands after the batch; undefined when there is no more to do with it */
const sendBatch = (deps: Deps, known: Issue): Promise<Issue | undefined> =>
  inTransaction(deps.database.db, async (transaction) => {
    const issue = await holdIssue(transaction, known)
    if (issue === undefined) return undefined
    const article = await findNews(transaction, issue.news_id)
    if (article?.status !== 'published') {
      // Withdraws the issue: before the first mail the row is removed; later the remaining mails
      // are not sent.
      if (issue.recipients === 0)
        await transaction
          .deleteFrom('newsletter_issues')
          .where('news_id', '=', issue.news_id)
          .execute()
      else await finish(deps, transaction, issue, issue.recipients)
      return undefined
    }
    const people = await recipientsAfter(transaction, issue.after_key, BATCH)
    for (const person of people) await mailTo(deps, transaction, article, person)
    const recipients = issue.recipients + people.length
    const last = people.at(-1)
    if (last === undefined || people.length < BATCH) {
      await finish(deps, transaction, issue, recipients)
      return undefined
    }
    const reached = { after_key: last.key, recipients }
    await transaction
      .updateTable('newsletter_issues')
      .set(reached)
      .where('news_id', '=', issue.news_id)
      .execute()
    return { ...issue, ...reached }
  })

/** Puts the mails of every issue that is due into the outbox. With `stopping` raised it ends after the batch under way. */
export async function sendNewsletters(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const due = await deps.database.db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('done_at', 'is', null)
    .where('not_before', '<=', isoNow(deps.clock))
    .orderBy('created_at')
    .execute()
  for (const issue of due) {
    for (
      let rest: Issue | undefined = issue;
      rest !== undefined;
      rest = await sendBatch(deps, rest)
    )
      if (stopping?.aborted === true) return
  }
}
