/**
 * Mails a published article to the subscribers of news. An issue is a row, written with the
 * publication; its mails are put into the outbox in batches, each batch in one transaction with the
 * progress. After a crash the next run continues there, and no recipient gets two mails.
 */
import type { Kysely, Transaction } from 'kysely'
import type * as z from 'zod'
import type { News } from '#shared/contract/news.ts'
import { inEveryLanguage } from '#shared/domain/text/written-languages.ts'
import { isoAfter, isoNow, type Clock } from '../../base/clock.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { inTransaction } from '../../parts/database/transact.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { findNews, type NewsRow } from '../news/news-repository.ts'
import {
  deleteIssue,
  holdIssue,
  insertIssue,
  listDueIssues,
  recipientsAfter,
  updateIssue,
  type Issue,
  type Recipient,
} from './newsletter-repository.ts'
import { endLinks } from './token.ts'

const BATCH = 200
/** Time to withdraw an article that was published by mistake. */
const WAIT_S = 120
/** An article about last year that is entered today is no news. */
const NEWS_MAX_AGE_S = 30 * 24 * 60 * 60

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
  await insertIssue(db, {
    news_id: article.id,
    created_at: isoNow(clock),
    not_before: isoAfter(clock, WAIT_S),
    after_key: '',
    recipients: 0,
    done_at: null,
  })
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

const finish = async (
  deps: Deps,
  db: Transaction<Schema>,
  issue: Issue,
  recipients: number,
): Promise<void> => {
  await updateIssue(db, issue.news_id, { done_at: isoNow(deps.clock), after_key: '', recipients })
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
      if (issue.recipients === 0) await deleteIssue(transaction, issue.news_id)
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
    await updateIssue(transaction, issue.news_id, reached)
    return { ...issue, ...reached }
  })

/** Puts the mails of every issue that is due into the outbox. With `stopping` raised it ends after the batch under way. */
export async function sendNewsletters(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const due = await listDueIssues(deps.database.db, isoNow(deps.clock))
  for (const issue of due) {
    for (
      let rest: Issue | undefined = issue;
      rest !== undefined;
      rest = await sendBatch(deps, rest)
    )
      if (stopping?.aborted === true) return
  }
}
