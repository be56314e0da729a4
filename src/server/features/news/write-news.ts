import type {
  createNews as createRoute,
  deleteNews as deleteRoute,
  NewsFields,
  updateNews as updateRoute,
} from '#shared/contract/news.ts'
import { isoNow } from '../../clock.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { releaseCover, takeCover } from '../events/covers.ts'
import { isStale } from '../events/policy.ts'
import { contentSearchText } from '../search/content-search-text.ts'
import { queueIssue } from '../subscriptions/newsletter.ts'
import { lockNews, readIssues, withdrawIssue, type NewsRow } from './news-repository.ts'
import { presentNews } from './present.ts'

const columnsOf = (fields: NewsFields): Omit<NewsRow, 'id' | 'created_at' | 'version'> => ({
  date: fields.date,
  image_file: fields.image,
  content: JSON.stringify(fields.content),
  link: fields.link,
  status: fields.status,
  search_text: contentSearchText(fields.content),
})

export const createNews: Handler<typeof createRoute> = ({ body, caller, facts }, deps) =>
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
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('news')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return refuse('conflict')
    await queueIssue(transaction, deps.clock, row)
    facts.trace({ target: `news:${row.id}`, detail: { status: row.status } })
    return done(
      presentNews(deps, row, caller, (await readIssues(transaction, [row.id])).get(row.id)),
    )
  })

export const updateNews: Handler<typeof updateRoute> = ({ params, body, caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    if (body.id !== undefined && body.id !== params.id)
      return refuse('invalid', {
        fields: [
          {
            path: 'body.id',
            code: 'fixed',
            message: 'The id of an article stays: give the one of the address, or none',
          },
        ],
      })
    const held = await lockNews(transaction, params.id)
    if (held === undefined) return refuse('not-found')
    if (isStale(body.version, held))
      return refuse('conflict', {
        extra: {
          current: presentNews(
            deps,
            held,
            caller,
            (await readIssues(transaction, [held.id])).get(held.id),
          ),
        },
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
    await transaction.updateTable('news').set(changed).where('id', '=', held.id).execute()
    if (held.image_file !== row.image_file) await releaseCover(transaction, held.image_file)
    if (held.status !== 'published') await queueIssue(transaction, deps.clock, row)
    else if (row.status !== 'published') await withdrawIssue(transaction, row.id)
    facts.trace({ target: `news:${row.id}`, detail: { status: row.status, was: held.status } })
    return done(
      presentNews(deps, row, caller, (await readIssues(transaction, [row.id])).get(row.id)),
    )
  })

export const deleteNews: Handler<typeof deleteRoute> = ({ params, facts }) =>
  facts.transact(async (transaction) => {
    const held = await transaction
      .deleteFrom('news')
      .where('id', '=', params.id)
      .returningAll()
      .executeTakeFirst()
    if (held === undefined) return refuse('not-found')
    await releaseCover(transaction, held.image_file)
    await withdrawIssue(transaction, held.id)
    facts.trace({ target: `news:${held.id}`, detail: { was: held.status } })
    return done({ deleted: true })
  })
