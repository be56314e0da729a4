import type { Insertable } from 'kysely'
import type { Deps } from '#server/deps/deps.ts'
import type { ReportTable } from '#server/parts/database/tables/content.ts'
import { newColumns } from '#server/records/reports/create-report.ts'
import { insertReport } from '#server/records/reports/report-repository.ts'
import { reportSearchColumns } from '#server/records/reports/search-columns.ts'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import type { createReport } from '#shared/contract/reports.ts'

type Body = CallArguments<typeof createReport>['body']

/** A report as the form sends it. Everything can be overridden. */
export const reportBody = (wish: Partial<Body> = {}): Body => ({
  type: 'Physical violence and threats',
  country: 'Sudan',
  city: 'Nyala',
  googleMapLink: 'https://www.openstreetmap.org/?mlat=12.05&mlon=24.88',
  description: 'What was seen',
  actor: 'Armed group',
  actorName: 'Unknown',
  actorDesc: 'In uniform',
  actorAccount: 'https://social.example/actor',
  victim: 'Civilians',
  evidenceList: [],
  ...wish,
})

/** A report in the table, public and with its names in the open unless the columns say otherwise; resolves with its id. */
export async function buildReport(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  wish: Partial<Body> = {},
  {
    at = clock.now().toISOString(),
    ...columns
  }: Partial<Insertable<ReportTable>> & { readonly at?: string } = {},
): Promise<number> {
  const body = reportBody(wish)
  const { id } = await insertReport(database.db, {
    ...newColumns(body, { at, heldAt: null }),
    ...reportSearchColumns(body),
    names_withheld: 0,
    reporter_id: null,
    ...columns,
  })
  return id
}
