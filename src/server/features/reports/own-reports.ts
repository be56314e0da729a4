import type { listOwnReports as route } from '#shared/contract/reports.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { readPage } from '../../http/paging.ts'
import { isPublished } from './policy.ts'
import { presentReport } from './present.ts'
import { evidenceOf, filterReports, readReports } from './report-repository.ts'

/** The session decides whose reports are returned; the call cannot name another member. */
export const listOwnReports: Handler<typeof route> = async (
  { query, caller },
  { database: { db, rules }, library },
) => {
  const own = filterReports(db, rules, { waiting: 'included' }).where(
    'reports.reporter_id',
    '=',
    caller.memberId,
  )
  const answer = await readPage(db, { page: 1, ...query }, own, (rows) => readReports(rows))
  if (answer.kind === 'list') throw new Error('A page was asked for')
  const { items, ...page } = answer.page
  const evidence = await evidenceOf(
    db,
    items.map(({ id }) => id),
  )
  return done({
    ...page,
    items: items.map((row) => ({
      ...presentReport(library, row, evidence.get(row.id) ?? [], caller),
      published: isPublished(row),
    })),
  })
}
