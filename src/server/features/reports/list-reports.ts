import { setImmediate } from 'node:timers/promises'
import type { listEvidence as evidenceRoute, listReports as listRoute, readReport as readRoute, Report } from '#shared/contract/reports.ts'
import type { Handler } from '../../http/handlers.ts'
import { done, refuse } from '../../http/outcome.ts'
import { markTruncated, readPage } from '../../http/paging.ts'
import { mayRead } from './policy.ts'
import { audienceOf, presentEvidenceOf, presentReportTo } from './present.ts'
import { publicWordsOf, wordsOf } from './protection.ts'
import { evidenceOf, filterReports, findReport, readReports, type ReportRow } from './report-repository.ts'

/** Names are looked for in each text of a protected report: between so many of them others are answered. */
const ROWS_AT_ONCE = 20

export const listReports: Handler<typeof listRoute> = async ({ query, caller, facts }, { database, library }) => {
  const { db, rules } = database
  const audience = audienceOf(caller, query.as)
  const waiting = !audience.whole ? 'left-out' : query.held === 'yes' ? 'alone' : 'included'
  const answer = await readPage(db, query, filterReports(db, rules, { ...query, waiting, words: audience.whole ? 'whole' : 'public' }), (filtered) => readReports(filtered, query.sort))
  const present = async (rows: readonly ReportRow[]) => {
    const evidence = await evidenceOf(db, rows.map(({ id }) => id))
    const reports: Report[] = []
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % ROWS_AT_ONCE === 0) await setImmediate()
      reports.push(presentReportTo(library, row, evidence.get(row.id) ?? [], audience))
    }
    return reports
  }
  if (answer.kind === 'page') return done({ ...answer.page, items: await present(answer.page.items) })
  markTruncated(facts.reply, answer.truncated)
  return done(await present(answer.rows))
}

export const readReport: Handler<typeof readRoute> = async ({ params, query, caller }, { database: { db }, library }) => {
  const report = await findReport(db, params.id)
  if (report === undefined || !mayRead(caller, report)) return refuse('not-found')
  return done(presentReportTo(library, report, (await evidenceOf(db, [report.id])).get(report.id) ?? [], audienceOf(caller, query.as)))
}

/** The first item also says what the report is about, as the specification's page reads it there. */
export const listEvidence: Handler<typeof evidenceRoute> = async ({ params, query, caller }, { database, library }) => {
  const report = await findReport(database.db, params.id)
  if (report === undefined || !mayRead(caller, report)) return refuse('not-found')
  const rows = (await evidenceOf(database.db, [report.id])).get(report.id) ?? []
  const audience = audienceOf(caller, query.as)
  const { description, actorDesc } = audience.whole ? wordsOf(report) : publicWordsOf(report)
  return done(presentEvidenceOf(library, report, rows, audience).map((item, index) => (index === 0 ? { ...item, reportDescription: description, actorDesc } : item)))
}
