import type { Report } from '#shared/contract/reports.ts'
import { ROUTES } from '#shared/contract/routes.ts'

/**
 * Every address that a caller who is no staff may read, with the numbers of the report and of its evidence in the place of
 * each parameter, and the searches that may find it.
 */
export function publicAddresses(
  { id, reportEvidences }: Pick<Report, 'id' | 'reportEvidences'>,
  {
    filters,
    words,
  }: {
    /** Filters of the list with their values. */
    readonly filters: readonly (readonly [string, string])[]
    /** Words for the search of the site. */
    readonly words: readonly string[]
  },
): string[] {
  const piece = reportEvidences[0]?.id ?? 0
  const read = Object.values(ROUTES).filter(
    ({ method, access }) =>
      method === 'GET' && ['public', 'optional-member', 'member'].includes(String(access)),
  )
  const paths = read.flatMap(({ path }) =>
    [id, piece].map((number) => path.replaceAll(/:[a-zA-Z]+/g, String(number))),
  )
  const found = filters.flatMap(([name, word]) => [
    `/api/report/get/all?${name}=${encodeURIComponent(word)}`,
    `/api/report/get/all?page=1&${name}=${encodeURIComponent(word)}`,
  ])
  return [
    ...new Set(paths),
    ...found,
    '/api/report/get/all?page=1&size=100&status=rejected',
    '/api/report/get/all?as=public',
    `/api/report/get/${id}?as=public`,
    `/api/report/evidence/get/report/${id}?as=public`,
    ...words.map((word) => `/api/search?q=${encodeURIComponent(word)}&language=en`),
    `/api/search?q=${id}&language=en`,
    '/sitemap.xml',
    '/reports',
    `/reports/${id}/evidence`,
  ]
}
