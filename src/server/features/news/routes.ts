import type { Kysely } from 'kysely'
import type * as z from 'zod'
import type * as contract from '#shared/contract/news.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import type { Caller } from '../../http/principal/caller.ts'
import type { Schema } from '../../parts/database/schema.ts'
import { releaseCover, takeCover } from '../../records/events/covers.ts'
import { seesDrafts, maySee, isStale } from '../../records/events/policy.ts'
import { coverAddress } from '../../records/events/present.ts'
import { storedContent } from '../../records/events/stored-content.ts'
import {
  findNews,
  insertNews,
  readAllNews,
  readIssues,
  lockNews,
  removeNews,
  updateNewsColumns,
  withdrawIssue,
  type IssueRow,
  type NewsRow,
} from '../../records/news/news-repository.ts'
import { contentSearchText } from '../../records/search/content-search-text.ts'
import { queueIssue } from '../../records/subscriptions/newsletter.ts'

type Presented = z.input<typeof contract.News>

const presentIssue = (issue: IssueRow | undefined): Presented['newsletter'] =>
  issue === undefined
    ? null
    : { leavesAt: issue.not_before, doneAt: issue.done_at, recipients: issue.recipients }

async function presentAll(
  deps: Pick<Deps, 'library'>,
  db: Kysely<Schema>,
  rows: readonly NewsRow[],
  caller: Caller | undefined,
): Promise<Presented[]> {
  const ids = rows.map(({ id }) => id)
  const issues = seesDrafts(caller) ? await readIssues(db, ids) : undefined
  return rows.map((row) => ({
    id: row.id,
    date: row.date,
    image: coverAddress(deps, row, caller),
    link: row.link,
    status: row.status,
    ...storedContent<Presented['content']['en']>(row.content),
    version: row.version,
    ...(issues && { newsletter: presentIssue(issues.get(row.id)) }),
  }))
}

const presentNews = async (
  deps: Pick<Deps, 'library'>,
  db: Kysely<Schema>,
  row: NewsRow,
  caller: Caller | undefined,
): Promise<Presented> => (await presentAll(deps, db, [row], caller))[0] as Presented // one row in, one out

const listNews: Handler<typeof contract.listNews> = async ({ caller }, deps) => {
  const { db } = deps.database
  const rows = await readAllNews(db, { drafts: seesDrafts(caller) })
  return done(await presentAll(deps, db, rows, caller))
}

const readNews: Handler<typeof contract.readNews> = async ({ params, caller }, deps) => {
  const { db } = deps.database
  const article = await findNews(db, params.id)
  if (article === undefined || !maySee(caller, article)) return refuse('not-found')
  return done(await presentNews(deps, db, article, caller))
}

const columnsOf = (
  fields: contract.NewsFields,
): Omit<NewsRow, 'id' | 'created_at' | 'version'> => ({
  date: fields.date,
  image_file: fields.image,
  content: JSON.stringify(fields.content),
  link: fields.link,
  status: fields.status,
  search_text: contentSearchText(fields.content),
})

const createNews: Handler<typeof contract.createNews> = ({ body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const refusal = await takeCover(transaction, {
      held: null,
      wanted: body.image,
      use: 'news',
      uploaderId: caller.memberId,
      at,
    })
    if (refusal !== undefined) return refusal
    const row = { id: body.id, ...columnsOf(body), created_at: at, version: 1 }
    if (!(await insertNews(transaction, row))) return refuse('conflict')
    await queueIssue(transaction, deps.clock, row)
    facts.trace({ target: `news:${row.id}`, detail: { status: row.status } })
    return done(await presentNews(deps, transaction, row, caller))
  })

const updateNews: Handler<typeof contract.updateNews> = ({ params, body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    if (body.id !== undefined && body.id !== params.id)
      return refuseField(
        'body.id',
        'fixed',
        'The id of an article stays: give the one of the address, or none',
      )
    const held = await lockNews(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    if (isStale(body.version, held))
      return refuse('conflict', {
        extra: { current: await presentNews(deps, transaction, held, caller) },
      })
    const refusal = await takeCover(transaction, {
      held: held.image_file,
      wanted: body.image,
      use: 'news',
      uploaderId: caller.memberId,
      at: isoNow(deps.clock),
    })
    if (refusal !== undefined) return refusal
    const changed = { ...columnsOf(body), version: held.version + 1 }
    const row = { ...held, ...changed }
    await updateNewsColumns(transaction, held.id, changed)
    if (held.image_file !== row.image_file) await releaseCover(transaction, held.image_file)
    if (held.status !== 'published') await queueIssue(transaction, deps.clock, row)
    else if (row.status !== 'published') await withdrawIssue(transaction, row.id)
    facts.trace({ target: `news:${row.id}`, detail: { status: row.status, was: held.status } })
    return done(await presentNews(deps, transaction, row, caller))
  })

const deleteNews: Handler<typeof contract.deleteNews> = ({ params, facts }) =>
  facts.transact(async (transaction) => {
    const held = await removeNews(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    await releaseCover(transaction, held.image_file)
    await withdrawIssue(transaction, held.id)
    facts.trace({ target: `news:${held.id}`, detail: { was: held.status } })
    return done({ deleted: true })
  })

export const newsHandlers: HandlersOf<typeof contract.newsRoutes> = {
  'news.list': listNews,
  'news.read': readNews,
  'news.create': createNews,
  'news.update': updateNews,
  'news.delete': deleteNews,
}
