/**
 * Sends a published article to those who asked for news. An issue is a row, written with the publication; its mails
 * are put into the outbox in batches, each batch in one transaction with the place that it reached. So a server that
 * dies goes on where it was, and nobody is written to twice.
 */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type * as z from 'zod'
import type { News } from '#shared/contract/events.ts'
import { inEveryLanguage } from '#shared/domain/written-languages.ts'
import { isoAfter, isoNow, type Clock } from '../../clock.ts'
import type { NewsletterIssueTable, Schema } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findNews, type NewsRow } from '../news/news-repository.ts'
import { recipientsAfter, type Recipient } from './recipients.ts'
import { endLinks } from './token.ts'

const BATCH = 200
/** Time to take back what was published by a slip of the finger. */
const WAIT_S = 120
/** An article about last year that is entered today is no news. */
const NEWS_MAX_AGE_S = 30 * 24 * 60 * 60

type Issue = Selectable<NewsletterIssueTable>
type Content = z.output<typeof News>['content']

/** An article became public: it goes out, once. Call it in the transaction of the publication. */
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

/** Holds the issue; undefined when another server took this batch. */
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
  deps.database.db.transaction().execute(async (transaction) => {
    const issue = await holdIssue(transaction, known)
    if (issue === undefined) return undefined
    const article = await findNews(transaction, issue.news_id)
    if (article?.status !== 'published') {
      // Taken back. Before the first mail it is as if it never was; after it, the rest is spared.
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
