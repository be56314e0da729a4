import type { listNews as listRoute, readNews as readRoute } from '#shared/contract/news.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../outcome.ts'
import { maySee, seesDrafts } from '../events/policy.ts'
import { findNews, readAllNews, readIssues } from './news-repository.ts'
import { presentNews } from './present.ts'

export const listNews: Handler<typeof listRoute> = async ({ caller }, deps) => {
  const rows = await readAllNews(deps.database.db, { drafts: seesDrafts(caller) })
  const issues = seesDrafts(caller)
    ? await readIssues(
        deps.database.db,
        rows.map(({ id }) => id),
      )
    : new Map<string, never>()
  return done(rows.map((row) => presentNews(deps, row, caller, issues.get(row.id))))
}

export const readNews: Handler<typeof readRoute> = async ({ params, caller }, deps) => {
  const article = await findNews(deps.database.db, params.id)
  if (article === undefined || !maySee(caller, article)) return refuse('not-found')
  const issues = seesDrafts(caller)
    ? await readIssues(deps.database.db, [article.id])
    : new Map<string, never>()
  return done(presentNews(deps, article, caller, issues.get(article.id)))
}
